"""Every format of a scan report, with strings of strangers in every place a stranger can write to."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealskill.model.catalogue import RuleInfo
from sealskill.model.draft import Unreadable
from sealskill.model.report import (
    Axis,
    Confidence,
    Coverage,
    Finding,
    Place,
    Report,
    Scanned,
    Severity,
    Tally,
    Unread,
    Why,
)  # fmt: skip
from sealskill.model.verdict import Verdict
from sealskill.report.format import Results, formats
from sealskill.report.wanted import steps

SCHEMA = Path(__file__).resolve().parents[2] / ".cache" / "suites" / "sarif_om" / "sarif-2.1.0-rtm.4.json"


@cache
def sarif() -> jsonschema_rs.Validator:
    """The schema of SARIF 2.1.0, compiled once."""
    assert SCHEMA.is_file(), "the schema is fetched by `make test`, or by scripts/fetch_suites.py"
    schema = json.loads(SCHEMA.read_text())
    # A stray bracket in it is no regular expression in Unicode mode; we never write that property.
    for kind in ("run", "toolComponent"):
        del schema["definitions"][kind]["properties"]["language"]["pattern"]
    return jsonschema_rs.validator_for(schema)


HOSTILE = "</pre><script>alert(1)</script> `x` ![a](http://192.0.2.1/p) @all \x1b[31m \u202e | <!-- "


def results(text: str = "plain", *, waived: str = "") -> Results:
    """One blocked package in which every string a stranger chooses is `text`."""
    steps = (Place(path=text, line=3, evidence=text), Place(path="b.sh", line=1, evidence=text, layers=(text,)))
    finding = Finding(
        rule="covert-callback", axis=Axis.MALICE, severity=Severity.HIGH, confidence=Confidence.HIGH, message=text,
        path=text, line=7, evidence=text, chain=steps, waived_by=waived,
    )  # fmt: skip
    lost = Unread(path=text, why=Why.OPAQUE, said=text)
    report = Report(seal=None, engine="e", findings=(finding,), coverage=Coverage(files=2, bytes=9, unread=(lost,)))
    scanned = Scanned(
        path=f"./{text}", name=text, verdict=Verdict.BLOCK, findings=(finding,), report=report, why=text
    )  # fmt: skip
    rule = RuleInfo(
        id="covert-callback", title="calls home", axis=Axis.MALICE, severity=Severity.HIGH, confidence=Confidence.HIGH,
        why="somebody learns of it", remedy="ask first",
    )  # fmt: skip
    return Results(
        scans=(scanned,), summary=Tally.of((scanned,)), rules={rule.id: rule}, notices=(text,),
        lost=(Unreadable(path=text, why=text, manifest=False),),
    )  # fmt: skip


class Tags(HTMLParser):
    """The names of all tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)


def tags(page: str) -> Tags:
    found = Tags()
    found.feed(page)
    return found


def test_no_text_of_a_stranger_becomes_html() -> None:
    plain, hostile = tags(formats()["html"].render(results())), tags(formats()["html"].render(results(HOSTILE)))
    assert hostile.tags == plain.tags
    assert hostile.attributes == plain.attributes
    assert not hostile.tags & {"script", "img", "iframe", "link"}


def test_the_page_allows_itself_no_script_and_no_request() -> None:
    page = formats()["html"].render(results(HOSTILE))
    assert "default-src 'none'" in page
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_no_text_of_a_stranger_becomes_markdown() -> None:
    text = formats()["markdown"].render(results(HOSTILE))
    outside = "".join(part for at, part in enumerate(text.replace("``", "`").split("`")) if at % 2 == 0)
    assert "<script>" not in outside
    assert "![a]" not in outside
    assert "@all" not in outside
    assert "\x1b" not in text


def test_a_stranger_cannot_end_the_code_he_stands_in() -> None:
    text = formats()["markdown"].render(results("a ``` b ` c"))
    assert "```` a ``` b ` c ````" in text


def test_sarif_is_valid_by_its_schema() -> None:
    sarif().validate(json.loads(formats()["sarif"].render(results(HOSTILE))))


def test_sarif_suppresses_what_a_person_waived_and_names_what_was_not_read() -> None:
    log = json.loads(formats()["sarif"].render(results(waived="it is our own host")))
    found, unread = log["runs"][0]["results"]
    assert found["suppressions"][0]["justification"] == "it is our own host"
    assert unread["ruleId"] == "unread"
    assert log["runs"][0]["invocations"][0]["executionSuccessful"] is False


@pytest.mark.parametrize(
    ("given", "path", "uri"),
    [
        ("./a", "SKILL.md", "a/SKILL.md"),
        ("/srv/a b", "SKILL.md", "file:///srv/a%20b/SKILL.md"),
        ("a", "pack.zip!/run.sh", "a/pack.zip"),
        ("a", "wow!.md", "a/wow%21.md"),
        ("c:x", "SKILL.md", "c%3Ax/SKILL.md"),
        ("a", "", "a"),
    ],
)
def test_sarif_names_a_file_that_is_there_and_no_other_address(given: str, path: str, uri: str) -> None:
    said = results()
    lost = Unread(path=path, why=Why.OPAQUE)
    report = msgspec.structs.replace(said.scans[0].report, coverage=Coverage(files=1, bytes=9, unread=(lost,)))
    scanned = msgspec.structs.replace(said.scans[0], path=given, findings=(), report=report)
    log = json.loads(formats()["sarif"].render(msgspec.structs.replace(said, scans=(scanned,))))
    sarif().validate(log)
    [row] = log["runs"][0]["results"]
    assert row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@pytest.mark.parametrize("name", ["sarif", "html", "markdown", "json", "text"])
def test_every_format_lists_what_a_person_accepted_even_in_a_clean_package(name: str) -> None:
    said = results(waived="shown in a lesson")
    clean = msgspec.structs.replace(said.scans[0], verdict=Verdict.CLEAN, why="")
    assert "shown in a lesson" in formats()[name].render(msgspec.structs.replace(said, scans=(clean,)))


def test_a_line_is_shown_once_however_many_steps_stand_in_it() -> None:
    found = results().scans[0].findings[0]
    part, whole = (Place(path="SKILL.md", line=3, evidence=text) for text in ("curl x", "then curl x | sh"))
    one = msgspec.structs.replace(found, path="SKILL.md", line=3, evidence="curl x", chain=(whole, part))
    assert steps(one) == (whole,)


@pytest.mark.parametrize("name", ["html", "markdown", "text"])
def test_the_words_of_a_rule_are_sentences_however_they_were_written(name: str) -> None:
    said = formats()[name].render(results())
    assert "Ask first" in said
    assert ".." not in said.replace("...", "").replace("<!--", "")


@pytest.mark.parametrize("name", ["sarif", "html", "markdown", "json", "text"])
def test_every_format_says_what_could_not_be_looked_into_and_what_was_not_read(name: str) -> None:
    said = formats()[name].render(results("distinct-words"))
    assert said.count("distinct-words") > 3
    assert said.endswith("\n")


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_text_ends_in_a_valid_report(text: str) -> None:
    said = results(text)
    rendered = {name: one.render(said) for name, one in formats().items()}
    sarif().validate(json.loads(rendered["sarif"]))
    assert tags(rendered["html"]).tags <= tags(formats()["html"].render(results())).tags
    json.loads(rendered["json"])
