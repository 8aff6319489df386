"""An entry is one line, whatever somebody made its words of."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.audit.ground import KEY, record

from sealskill.audit import chain
from sealskill.audit.export import cef, jsonl, moment, parsed
from sealskill.audit.rows import TORN, entry
from sealskill.audit.words import Spelling
from sealskill.model.record import Entry

EVIL = "a|b=c\\d\ne\rf\x1b[31m\u2028\x85g cs1=x CEF:0|y"


def made(**more: Any) -> Entry:
    covered = Spelling(key=KEY, arguments=True).columns(record(1, **more), 1, 1_700_000_000_123_456, chain.GENESIS)
    return entry((*covered, chain.hashed(covered)))


def fields(line: str) -> tuple[list[str], dict[str, str]]:
    """A line of CEF taken apart as the format says."""
    *head, body = re.split(r"(?<!\\)(?:\\\\)*\|", line, maxsplit=7)
    pairs = re.findall(r"(\w+)=((?:\\.|[^\\=])*)(?= \w+=|$)", body)
    unescape = {"\\n": "\n", "\\r": "\r", "\\=": "=", "\\\\": "\\"}
    return head, {name: re.sub(r"\\.", lambda one: unescape[one[0]], value) for name, value in pairs}


def test_no_word_ends_a_line_or_adds_a_field() -> None:
    names = ("actor", "action", "tool", "skill", "seal", "session", "call", "decision", "answer", "outcome")
    line = cef(made(**dict.fromkeys(names, EVIL), reasons=(EVIL,)))
    assert len(line.splitlines()) == 1
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028]", line)
    head, said = fields(line)
    assert len(head) == 7
    assert head[0] == "CEF:0"
    assert said["suser"] == "a|b=c\\d\ne\rf<001B>[31m<2028><0085>g cs1=x CEF:0|y"
    assert said["cs1Label"] == "skill"


@given(st.text(), st.text())
def test_any_text_is_one_line_that_can_be_taken_apart(actor: str, reason: str) -> None:
    line = cef(made(actor=actor, reasons=(reason,), tool=actor))
    assert len(line.splitlines()) == 1
    head, said = fields(line)
    assert (len(head), said["externalId"], said["rt"]) == (7, "1", "1700000000123")


def test_what_stands_in_a_line() -> None:
    line = cef(made(category="security", decision="deny", reasons=("no", "never"), answer="", outcome=""))
    head, said = fields(line)
    assert head[4:] == ["call.decided", "call.decided write deny", "7"]
    assert {name: said[name] for name in ("cat", "act", "suser", "msg", "deviceExternalId")} == {
        "cat": "security", "act": "deny", "suser": "ada", "msg": "no; never", "deviceExternalId": "c1",
    }  # fmt: skip


@given(st.text(), st.dictionaries(st.text(), st.text() | st.integers() | st.floats() | st.none()))
def test_a_line_of_json_can_be_turned_back(word: str, more: dict[str, Any]) -> None:
    one = made(actor=word, detail=more, arguments=more, reasons=(word,))
    line = jsonl(one)
    assert line.isascii()
    assert len(line.splitlines()) == 1
    columns = parsed(line, 1)
    assert entry(columns) == one
    assert chain.hashed(columns[:-1]) == one.hash


@pytest.mark.parametrize(
    "change",
    [
        {"sequence": "1"},
        {"time": 5},
        {"time": "yesterday"},
        {"more": 1},
        {"hash": None},
        {"reasons": "x"},
        {"actor": ["x"]},
    ],
)
def test_a_line_that_says_something_else_is_not_taken_for_what_it_was(change: dict[str, Any]) -> None:
    columns = parsed(json.dumps(json.loads(jsonl(made())) | change), 1)
    assert chain.follow([columns], {}).breach is not None


@pytest.mark.parametrize(
    "line", ["", "x", "[]", "{}", "null", "[" * 100_000, '{"a":' * 50_000, "1" * 5000, "x" * 2_000_000]
)
def test_what_is_no_entry_is_a_torn_one(line: str) -> None:
    found = entry(parsed(line, 7))
    assert (found.sequence, found.action) == (7, TORN)


def test_a_time_nobody_lives_in_is_no_error() -> None:
    assert moment(2**62) == str(2**62)
    assert moment(0) == "1970-01-01T00:00:00.000000Z"
    torn = replace(made(), reasons="{", detail="x", arguments="[")
    assert json.loads(jsonl(torn))["detail"] == "x"
    assert "msg={" in cef(torn)
