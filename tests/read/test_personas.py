"""Personas: a fault never makes one wider, and only what stands in the folder is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.model.draft import Unreadable
from sealskill.model.persona import PermissionMode, Persona, PersonaCapability, PersonaFile
from sealskill.model.problem import Level
from sealskill.model.settings import Limits, LoadSettings, Settings
from sealskill.read import personas
from sealskill.read.formats import persona as format_
from sealskill.read.formats.format import Parsed

SETTINGS = Settings(home="/", state="/", workspace="/")
HEAD = ("name: ops", "description: Looks after hosts.", "when_to_use: When a host is ill.")


def text(*lines: str, head: tuple[str, ...] = HEAD, body: str = "You look after hosts.") -> bytes:
    return "\n".join(["---", *head, *lines, "---", body, ""]).encode()


def read(*lines: str) -> Parsed[Persona]:
    return format_.parse(text(*lines), Limits())


def value(*lines: str) -> Persona:
    """A persona without any fault."""
    parsed = read(*lines)
    assert parsed.value is not None
    assert parsed.problems == ()
    return parsed.value


def errors(parsed: Parsed[Persona]) -> set[str]:
    return {one.code for one in parsed.problems if one.level is Level.ERROR}


# From the attacker's side: what is meant to narrow and cannot be read must never be passed by.


@pytest.mark.parametrize(
    "line",
    [
        "permission_mode: Read-Only",
        "permission_mode: bypassPermissions",
        "permission_mode: ''",
        "permission_mode: ' read-only'",
        "permission_mode: [read-only]",
        "permission_mode:",
        "permission_mode: 1",
    ],
)
def test_an_unknown_mode_is_a_fault_and_permits_nothing(line: str) -> None:
    parsed = read(line)
    assert errors(parsed) == {"permission-mode"}
    assert parsed.value is not None
    assert parsed.value.mode is None


def test_the_authors_word_for_an_unknown_mode_is_kept() -> None:
    parsed = read("permission_mode: yolo")
    assert parsed.value is not None
    assert parsed.value.permission_mode == "yolo"


def test_a_persona_without_a_mode_is_read_only() -> None:
    assert value().mode is PermissionMode.READ_ONLY


@pytest.mark.parametrize("key", ["tools", "disallowed_tools"])
@pytest.mark.parametrize(
    "pattern", ["*", "*_skill", "a*b", "**", "a**", "[a-z]", "a?", "host exec", "-x", "a/b", "é", "x\u200b"]
)
def test_a_pattern_that_could_be_read_in_two_ways_is_a_fault(key: str, pattern: str) -> None:
    assert errors(read(f"{key}: ['{pattern}']")) == {"tool-pattern"}


@pytest.mark.parametrize("given", ["{a: b}", "1", "true", "[[a]]", "[{name: a}]", "[true]", "[null]"])
@pytest.mark.parametrize("key", ["tools", "disallowed_tools"])
def test_a_list_nobody_can_read_is_a_fault_and_never_all_tools(key: str, given: str) -> None:
    parsed = read(f"{key}: {given}")
    assert "wrong-type" in errors(parsed)
    assert parsed.value is not None
    assert parsed.value.tools == (() if key == "tools" else None)


@pytest.mark.parametrize(
    "key", ["permissionMode", "permission-mode", "disallowedTools", "disallowed-tools", "allowed_tools", "maxTurns"]
)
def test_a_restriction_in_another_systems_spelling_is_a_fault(key: str) -> None:
    assert errors(read(f"{key}: x")) == {"spelling"}


@pytest.mark.parametrize("turns", ["0", "-1", "1.5", "'5'", "true", "[]", "null"])
def test_turns_that_are_no_number_above_zero_are_a_fault(turns: str) -> None:
    assert errors(read(f"max_turns: {turns}")) == {"max_turns"}


@pytest.mark.parametrize("given", ["'true'", "1", "'yes'", "[true]"])
@pytest.mark.parametrize("key", ["can_delegate", "background"])
def test_only_a_real_true_switches_something_on(key: str, given: str) -> None:
    parsed = read(f"{key}: {given}")
    assert getattr(parsed.value, key) is False
    assert [one.code for one in parsed.problems] == ["ignored-field"]


def test_a_key_that_stands_twice_is_no_persona() -> None:
    assert read("permission_mode: read-only", "permission_mode: dual-sign-required").value is None


def test_hooks_of_another_system_are_reported_and_not_taken() -> None:
    parsed = read("hooks: {PreToolUse: [rm]}")
    assert [one.message for one in parsed.problems if one.code == "ignored-field"]


@pytest.mark.parametrize("missing", ["name", "description", "when_to_use"])
def test_what_is_required_is_named_when_it_is_missing(missing: str) -> None:
    head = tuple(line for line in HEAD if not line.startswith(missing))
    assert errors(format_.parse(text(head=head), Limits())) == {missing}


@pytest.mark.parametrize(
    "card", ["[read]", "read", "[{description: x}]", "[{id: a, tools: ['*']}]", "[{id: a, max_tool_calls: 0}]"]
)
def test_a_card_nobody_can_read_is_a_fault(card: str) -> None:
    assert errors(read(f"capabilities: {card}")) & {"capabilities", "tool-pattern", "capabilities[0].max_tool_calls"}


# What a well-formed persona says.


def test_minimal() -> None:
    assert value() == Persona(
        name="ops", description="Looks after hosts.", when_to_use="When a host is ill.", body_start=len(text()) - 22
    )


def test_with_disallowed_tools() -> None:
    found = value("permission_mode: dual-sign-required", "tools: [host_*, read]", "disallowed_tools: host_restart")
    assert found.mode is PermissionMode.DUAL_SIGN_REQUIRED
    assert (found.tools, found.disallowed_tools) == (("host_*", "read"), ("host_restart",))


@pytest.mark.parametrize(("line", "tools"), [("", None), ("tools: []", ()), ("tools: a, b*", ("a", "b*"))])
def test_absent_tools_are_all_and_an_empty_list_none(line: str, tools: tuple[str, ...] | None) -> None:
    assert value(*filter(None, [line])).tools == tools


def test_a_list_left_empty_by_accident_is_none_and_said() -> None:
    parsed = read("tools:")
    assert parsed.value is not None
    assert parsed.value.tools == ()
    assert [one.code for one in parsed.problems] == ["empty-list"]


def test_missing_when_to_use() -> None:
    assert errors(format_.parse(text(head=HEAD[:2]), Limits())) == {"when_to_use"}


def test_with_critical_reminder() -> None:
    found = value("critical_reminder: Never restart a host.", "initial_prompt: Look first.", "model: inherit")
    assert (found.critical_reminder, found.initial_prompt) == ("Never restart a host.", "Look first.")


def test_cards_are_read_whole() -> None:
    card = ("capabilities:", "  - {id: triage, description: Sorts, tools: [read], skills: [pdf], max_tool_calls: 3}")
    expected = PersonaCapability(id="triage", description="Sorts", tools=("read",), skills=("pdf",), max_tool_calls=3)
    assert value(*card).capabilities == (expected,)


def test_a_name_is_what_was_written() -> None:
    parsed = format_.parse(text(head=("name: 1.10", *HEAD[1:])), Limits())
    assert parsed.value is not None
    assert parsed.value.name == "1.10"
    assert [one.code for one in parsed.problems] == ["name"]


def test_the_prompt_is_the_text_after_the_frontmatter() -> None:
    data = text().replace(b"\n", b"\r\n")
    parsed = format_.parse(data, Limits())
    assert parsed.value is not None
    assert format_.body(data, parsed.value) == "You look after hosts."


# On disk.


def found_in(folder: Path, settings: Settings = SETTINGS) -> dict[str, str]:
    """File → "" for a persona without fault, else the first thing said against it."""
    return {
        Path(one.path).name: one.why if isinstance(one, Unreadable) else next((p.code for p in one.problems), "")
        for one in personas.discover(str(folder), settings)
    }


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_bytes(text())
    folder = tmp_path / "personas"
    folder.mkdir()
    (folder / "mine.md").symlink_to("../secret.md")
    assert "link out of its folder" in found_in(folder)["mine.md"]
    allowed = Settings(home="/", state="/", workspace="/", load=LoadSettings(allow_link_targets=(str(tmp_path),)))
    assert found_in(folder, allowed) == {"mine.md": ""}


def test_what_is_no_regular_file_or_too_large_is_named_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    os.mkfifo(tmp_path / "pipe.md")
    with (tmp_path / "huge.md").open("wb") as file:
        file.truncate(1 << 30)
    found = found_in(tmp_path)
    assert found["huge.md"].startswith("it has 1073741824 bytes")
    assert found["pipe.md"] == "not a regular file"
    assert found["folder.md"]


def test_a_file_that_everybody_may_change_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(text())
    (tmp_path / "a.md").chmod(0o666)
    assert found_in(tmp_path) == {"a.md": "world-writable"}


def test_readme_and_hidden_files_are_no_personas(tmp_path: Path) -> None:
    for name in ("README.md", "readme.md", ".draft.md", "notes.txt", "b.md", "a.md"):
        (tmp_path / name).write_bytes(text())
    assert found_in(tmp_path) == {"a.md": "", "b.md": ""}


def test_a_missing_folder_holds_none_and_a_file_is_said(tmp_path: Path) -> None:
    assert found_in(tmp_path / "no") == {}
    (tmp_path / "file").write_text("")
    assert found_in(tmp_path / "file") == {"file": "Not a directory"}


def test_file_missing(tmp_path: Path) -> None:
    assert isinstance(personas.read(str(tmp_path / "gone.md"), SETTINGS), Unreadable)


def test_a_fault_names_the_file_it_stands_in(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("no frontmatter")
    one = personas.read(str(tmp_path / "a.md"), SETTINGS)
    assert isinstance(one, PersonaFile)
    assert [problem.place for problem in one.problems] == ["a.md:1"]
    assert one.name == "a"


KEYS = st.sampled_from([*sorted(format_._KNOWN), *format_._TWINS, "extra", "metadata"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(KEYS, VALUES))
def test_any_values_make_a_persona_or_faults_and_never_more_rights_than_were_written(fields: dict[str, object]) -> None:
    import json

    lines = [f"{key}: {json.dumps(given)}" for key, given in fields.items()]
    parsed = format_.parse(text(*lines, head=()), Limits())
    if parsed.value is not None and "tools" in fields:
        assert parsed.value.tools is not None
    if parsed.value is not None and parsed.value.mode not in (None, PermissionMode.READ_ONLY):
        assert fields["permission_mode"] == parsed.value.permission_mode


@given(st.binary(max_size=400))
def test_any_bytes_end_in_a_persona_or_a_fault(data: bytes) -> None:
    for one in (data, b"---\n" + data + b"\n---\n"):
        parsed = format_.parse(one, Limits())
        assert parsed.value is not None or parsed.problems
