"""Every rule points at its bad samples and leaves its good ones alone; and no rule reads raw text by itself."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sealskill.model.content import Content
from sealskill.model.report import Report, Why
from sealskill.model.settings import Limits
from sealskill.read.formats import skill_json, skill_md
from sealskill.scan import rules as folder
from sealskill.scan.rule import rules
from sealskill.scan.run import scan

FORMATS = (skill_md.FORMAT, skill_json.FORMAT)
HERE = Path(__file__).parent
SOURCES = sorted(one for one in Path(next(iter(folder.__path__))).glob("*.py") if not one.name.startswith("_"))
PROSE = [one for one in SOURCES if "import _said" in one.read_text() or ", _said" in one.read_text()]
RAW = {"search", "match", "fullmatch", "finditer", "findall", "split", "sub"}


@cache
def findings(case: Path) -> Report:
    contents = [
        Content(path=one.relative_to(case).as_posix(), data=one.read_bytes())
        for one in sorted(case.rglob("*"))
        if one.is_file()
    ]
    main = next(case / one.filename for one in FORMATS if (case / one.filename).exists())
    parsed = next(one for one in FORMATS if one.filename == main.name).parse(main.read_bytes(), Limits())
    manifest = parsed.value
    return scan(contents, manifest, name=manifest.name if manifest else case.name, problems=parsed.problems)


def cases(kind: str) -> list[Any]:
    found = [(one, case) for one in SOURCES for case in sorted((HERE / one.stem / kind).glob("*"))]
    return [pytest.param(one.stem, case, id=f"{one.stem}-{case.name}") for one, case in found]


@pytest.mark.parametrize(("rule", "case"), cases("bad"))
def test_a_rule_points_at_its_bad_samples(rule, case):
    report = findings(case)
    assert rule.replace("_", "-") in {one.rule for one in report.findings}, report.findings


@pytest.mark.parametrize(("rule", "case"), cases("good"))
def test_a_rule_leaves_its_good_samples_alone(rule, case):
    report = findings(case)
    assert [one for one in report.findings if one.rule == rule.replace("_", "-")] == []
    assert Why.CRASHED not in {one.why for one in report.coverage.unread}, "a rule that fails points at nothing"


@pytest.mark.parametrize("source", SOURCES, ids=lambda one: one.stem)
def test_a_rule_has_good_and_bad_samples(source):
    for kind in ("bad", "good"):
        assert list((HERE / source.stem / kind).glob("*/*")), f"{source.stem} has no {kind} sample"


@pytest.mark.parametrize("source", PROSE, ids=lambda one: one.stem)
def test_a_rule_over_prose_is_tried_hidden_wrapped_in_references_and_in_other_languages(source):
    names = {one.name for one in (HERE / source.stem / "bad").iterdir()}
    assert names >= {"hidden", "wrapped", "in_references"}
    assert any(one.startswith("in_") for one in names - {"in_references"})


@pytest.mark.parametrize("source", SOURCES, ids=lambda one: one.stem)
def test_a_rule_reads_no_raw_text_and_opens_no_file(source):
    tree = ast.parse(source.read_text())
    imported = {name.name for one in ast.walk(tree) if isinstance(one, ast.Import) for name in one.names}
    assert not imported & {"re2", "os", "pathlib", "io"}
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call)]
    assert not [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "open"]
    raw = [one for one in calls if isinstance(one.func, ast.Attribute) and one.func.attr in RAW and _is_raw(one)]
    raw += [one for one in calls if ast.unparse(one.func).startswith("re.") and ast.unparse(one.func) != "re.escape"]
    assert [ast.unparse(one) for one in raw] == []


def _is_raw(call: ast.Call) -> bool:
    """Whether a call is given the whole text of a document."""
    return any(
        isinstance(part, ast.Attribute)
        and part.attr in {"data", "text"}
        and isinstance(part.value, ast.Name)
        and part.value.id in {"document", "outer", "one_document"}
        for argument in call.args
        for part in ast.walk(argument)
    )


@pytest.mark.parametrize("rule", rules(), ids=lambda one: one.id)
def test_a_rule_says_why_it_matters_and_what_would_make_it_fine(rule):
    assert all((rule.title, rule.why, rule.remedy))
    assert rule.title == rule.title.strip(".")
    assert rule.title != rule.why
