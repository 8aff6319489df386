"""One profile after the other: what loads, what the specification forbids, what the reference validator refuses."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.check.house import House, skill_md, state

from sealskill.model.problem import Level
from sealskill.model.settings import Limits
from sealskill.read.formats import strictness

ERROR, WARNING = Level.ERROR, Level.WARNING
PROFILES = ("load", "spec", "strict")


class Kind:
    """A kind of skill: its folder and text, and per profile the codes that are errors there."""

    def __init__(self, text: str, folder: str = "sample", *, load: str = "", spec: str = "", strict: str = "") -> None:
        self.text, self.folder = text, folder
        self.errors = {name: set(codes.split()) for name, codes in zip(PROFILES, (load, spec, strict), strict=True)}


def _constrained(capability: str, constraint: str) -> tuple[str, ...]:
    lines = ("openclaw:", "  capabilities:", f"    {capability}:", f"      {constraint}")
    return ("metadata:", *(f"  {line}" for line in lines))


LONG = "a" * 65
KINDS = {
    "a valid skill": Kind(skill_md("sample")),
    "a name that is not its folder's": Kind(skill_md("other"), spec="name", strict="name"),
    "a name with capitals and underscores": Kind(skill_md("Invalid_Name"), "Invalid_Name", spec="name", strict="name"),
    "a name over 64 characters": Kind(skill_md(LONG), LONG, spec="name", strict="name"),
    "a name with two hyphens in a row": Kind(skill_md("bad--name"), "bad--name", spec="name", strict="name"),
    "a name that starts with a hyphen": Kind(skill_md("-x"), "-x", spec="name", strict="name"),
    "no name": Kind("---\ndescription: Does it.\n---\n", spec="name", strict="name"),
    "no description": Kind("---\nname: sample\n---\n", load="description", spec="description", strict="description"),
    "a blank description": Kind(
        skill_md("sample", '"  "'), load="description", spec="description", strict="description"
    ),
    "a description over 1024 characters": Kind(
        skill_md("sample", "x" * 1025), spec="description-length", strict="description-length"
    ),
    "a description of exactly 1024 characters": Kind(skill_md("sample", "x" * 1024)),
    "a compatibility over 500 characters": Kind(
        skill_md("sample", "x", f"compatibility: {'x' * 501}"), spec="compatibility", strict="compatibility"
    ),
    "a constraint nobody knows": Kind(
        skill_md("sample", "x", *_constrained("shell", "sandbox: yes")),
        strict="unknown-constraint",
    ),
    "a constraint of the wrong kind": Kind(
        skill_md("sample", "x", *_constrained("sessions", "maxDepth: deep")),
        strict="unknown-constraint",
    ),
    "a description over several lines": Kind(skill_md("sample", "|\n  First.\n  Second.")),
    "no frontmatter": Kind("# Hello\n", load="no-frontmatter", spec="no-frontmatter", strict="no-frontmatter"),
    "a frontmatter that is never closed": Kind(
        "---\nname: sample\n", load="unclosed-frontmatter", spec="unclosed-frontmatter", strict="unclosed-frontmatter"
    ),
    "an unclosed bracket": Kind(skill_md("sample", "[unclosed"), load="yaml", spec="yaml", strict="yaml"),
    "a list for frontmatter": Kind(
        "---\n- a\n---\n",
        load="not-a-mapping description",
        spec="not-a-mapping description name",
        strict="not-a-mapping description name",
    ),
    "an unquoted colon": Kind(skill_md("sample", "Use: it"), spec="yaml-colon", strict="yaml-colon yaml"),
    "an unknown field": Kind(skill_md("sample", "x", "homepage: https://example.com"), strict="unexpected-fields"),
    "a switch of another client": Kind(
        skill_md("sample", "x", "disable-model-invocation: true"), strict="unexpected-fields"
    ),
    "a switch that says what is so anyway": Kind(
        skill_md("sample", "x", "disable-model-invocation: false"), strict="unexpected-fields"
    ),
    "a field of a registry": Kind(skill_md("sample", "x", "author: me"), strict="unexpected-fields"),
    "allowed-tools as a list": Kind(
        skill_md("sample", "x", "allowed-tools:", "- Read"), spec="allowed-tools", strict="allowed-tools"
    ),
    "metadata in braces": Kind(skill_md("sample", "x", 'metadata: {"a": "b"}'), strict="flow-style"),
    "metadata in brackets": Kind(skill_md("sample", "x", "metadata:", "  a: [b]"), strict="flow-style"),
    "an empty map": Kind(skill_md("sample", "x", "metadata: {}"), strict="flow-style"),
    "an anchor and an alias": Kind(
        skill_md("sample", "x", "metadata:", "  a: &it b", "  c: *it"), strict="anchor alias"
    ),
    "a tag": Kind(skill_md("sample", "x", "license: !!str 1"), strict="tag"),
    "a key that stands twice": Kind(
        skill_md("sample", "x", "license: a", "license: b"),
        load="two-readings",
        spec="two-readings",
        strict="two-readings",
    ),
    "two keys that are one text": Kind(
        skill_md("sample", "x", "metadata:", "  1: a", '  "1": b'), strict="duplicate-key"
    ),
    "three hyphens in a value": Kind(skill_md("sample", "this --- that"), strict="fence-in-value"),
    "a byte order mark": Kind("\ufeff" + skill_md("sample"), strict="byte-order-mark"),
    "a name in another script": Kind(skill_md("навык"), "навык"),
    "a decomposed name in a composed folder": Kind(skill_md("cafe\u0301"), "café"),
}


@pytest.mark.parametrize(("kind", "profile"), [*itertools.product(KINDS, PROFILES)])
def test_each_kind_of_skill_ends_as_its_profile_says(kind: str, profile: str, tmp_path: Path) -> None:
    sample = KINDS[kind]
    house = House(tmp_path, {f"skills/{sample.folder}/SKILL.md": sample.text})
    found = house.problems(f"skills/{sample.folder}", profile)
    assert {code for code, level in found.items() if level is ERROR} == sample.errors[profile], found


@pytest.mark.parametrize(
    ("text", "code"),
    [(skill_md(LONG), "name"), (skill_md("sample", "x" * 2000), "description-length")],
    ids=["name", "description"],
)
def test_limits_are_warnings_at_load_and_errors_in_strict(text: str, code: str, tmp_path: Path) -> None:
    house = House(tmp_path, {"skills/sample/SKILL.md": text})
    assert house.problems("skills/sample", "load")[code] is WARNING
    assert house.problems("skills/sample", "strict")[code] is ERROR


def test_a_name_over_its_limit_still_loads(tmp_path: Path) -> None:
    house = House(tmp_path, {f"home/.agents/skills/{LONG}/SKILL.md": skill_md(LONG)})
    assert state(house.load(), LONG) == "ready"


def test_a_skill_without_a_name_goes_by_its_folder(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.agents/skills/sample/SKILL.md": "---\ndescription: Does it.\n---\n"})
    assert state(house.load(), "sample") == "ready"


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    text = skill_md("Bad--Name-", "x" * 1025, f"compatibility: {'x' * 501}", "homepage: x", "metadata: {a: b}")
    house = House(tmp_path, {"skills/sample/SKILL.md": text})
    found = house.problems("skills/sample", "strict")
    assert {"name", "description-length", "compatibility", "unexpected-fields", "flow-style"} <= found.keys()


def test_a_manifest_beside_others_is_examined_alone(tmp_path: Path) -> None:
    house = House(tmp_path, {"skills/sample/SKILL.md": skill_md("sample"), "skills/sample/notes.md": "x"})
    runtime = house.load()
    assert [one.name for one, _ in runtime.validate(tmp_path / "skills/sample/SKILL.md") if hasattr(one, "name")] == [
        "sample"
    ]
    assert list(runtime.validate(tmp_path / "skills/sample/notes.md")) == []


def test_a_strict_look_at_a_linked_manifest_reads_the_file_behind_it(tmp_path: Path) -> None:
    house = House(tmp_path, {"skills/sample/real.md": skill_md("sample", "x", "metadata: {a: b}")})
    (tmp_path / "skills/sample/SKILL.md").symlink_to("real.md")
    assert house.problems("skills/sample", "strict")["flow-style"] is ERROR


def lines(text: str) -> list[tuple[str, int | None]]:
    return [(one.code, one.line) for one in strictness.faults(text.encode(), Limits())]


def test_a_strict_fault_names_the_line_of_the_file() -> None:
    text = "---\nname: a\ndescription: |\n  b\n  c\nmetadata:\n  x: {}\n  y: &z w\nhomepage: q\n---\n{}\n&a\n"
    assert lines(text) == [("flow-style", 7), ("anchor", 8), ("unexpected-fields", 9)]


def test_what_follows_the_frontmatter_is_never_judged() -> None:
    assert lines("---\nname: a\ndescription: b\n---\n---\n{}\n--- x\n&y\n") == []


def test_yaml_that_ends_before_the_fence_is_a_fault() -> None:
    assert lines("---\nname: a\n...\n---\n") == [("document-end", 3)]


def test_a_value_that_looks_like_an_anchor_is_text() -> None:
    assert lines('---\nname: a\ndescription: "&a *b !c {d}"\nlicense: a & b\n---\n') == []


@given(st.text(max_size=300))
def test_no_text_makes_the_strict_reader_fail(text: str) -> None:
    strictness.faults(f"---\n{text}\n---\n".encode(errors="replace"), Limits())


@given(st.binary(max_size=300))
def test_no_bytes_make_the_strict_reader_fail(data: bytes) -> None:
    strictness.faults(b"---\n" + data, Limits())


YAML = st.recursive(
    st.sampled_from(["a", "'b'", "1", "*x", "&x c", "!t d", "", "- ", "? ", "<<: *x", "|\n  e"]),
    lambda inner: st.lists(inner, max_size=3).map("\n".join) | inner.map("[{}]".format) | inner.map("k: {}".format),
    max_leaves=12,
)


@given(YAML)
def test_no_yaml_makes_the_strict_reader_fail(text: str) -> None:
    strictness.faults(f"---\n{text}\n---\n".encode(), Limits())
