"""`SKILL.md`: the keys of OpenClaw, Claude Code and Ongrid at the top level."""

from __future__ import annotations

import pytest
from tests.read.formats.parsing import codes, front, parse_md, problem, read, stops

from sealskill.model.manifest import ToolClass
from sealskill.read.formats import skill_md


def test_the_six_fields_of_the_specification_arrive() -> None:
    found = parse_md(
        "---\nname: pdf\ndescription: d\nlicense: MIT\ncompatibility: needs git\n"
        "allowed-tools: Bash(git:*) Read\nmetadata: {author: A, version: '1'}\n---\n"
    ).value
    assert found is not None
    assert (found.name, found.description, found.license) == ("pdf", "d", "MIT")
    assert (found.compatibility, found.allowed_tools) == ("needs git", "Bash(git:*) Read")
    assert found.metadata == {"author": "A", "version": "1"}


@pytest.mark.parametrize("key", ["homepage", "website", "url"])
def test_an_address_goes_by_three_names(key: str) -> None:
    assert read(f"{key}: https://x.example").homepage == "https://x.example"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("head", ["---{}name: pdf{}---{}", "\ufeff---{}name: é{}--- {}", "--- {}name: pdf{}---\t{}"])
@pytest.mark.parametrize("rest", ["Text.", "Text.\n---\nmore", "Ünicode.", "---", ""])
def test_a_body_is_found_whatever_ends_its_lines(head: str, end: str, rest: str) -> None:
    data = (head.format(end, end, end) + rest).encode()
    found = parse_md(data).value
    assert found is not None
    assert found.name in ("pdf", "é")
    assert skill_md.body(data, found) == rest


def test_bytes_that_are_no_text_are_refused_behind_the_frontmatter_too() -> None:
    found = parse_md(b"---\nname: pdf\ndescription: d\n---\nA caf\xe9.\n")
    assert found.value is None
    assert [(one.code, one.line) for one in found.problems] == [("encoding", 5)]


@pytest.mark.parametrize(
    ("line", "model", "user"),
    [
        ("disable-model-invocation: true", False, True),
        ("disable-model-invocation: 'yes'", False, True),
        ("disable-model-invocation: 1", False, True),
        ("disable-model-invocation: false", True, True),
        ("disable-model-invocation: maybe", False, True),
        ("disable-model-invocation: [true]", False, True),
        ("disable_model_invocation: true", False, True),
        ("disable-model-invocation: false\ndisable_model_invocation: true", False, True),
        ("user-invocable: false", True, False),
        ("user-invocable: off", True, False),
        ("user-invocable: maybe", True, False),
        ("user_invocable: false", True, False),
        ("user-invocable: true", True, True),
        ("context: fork", True, True),
    ],
)
def test_a_switch_nobody_can_read_takes_away_and_never_gives(line: str, model: bool, user: bool) -> None:
    found = read(line)
    assert (found.model_invocable, found.user_invocable) == (model, user)


@pytest.mark.parametrize(
    ("lines", "dispatch", "tool"),
    [
        ("command-dispatch: tool\ncommand-tool: exec", "tool", "exec"),
        ("command_dispatch: tool\ncommand_tool: exec\ncommand_arg_mode: raw", "tool", "exec"),
        ("command-dispatch: tool", "", ""),
        ("command-dispatch: shell\ncommand-tool: exec", "", ""),
        ("command-dispatch: [tool]\ncommand-tool: exec", "", ""),
        ("command-tool: exec", "", ""),
    ],
)
def test_a_command_bypasses_the_model_only_as_documented(lines: str, dispatch: str, tool: str) -> None:
    found = front(lines)
    assert found.value is not None
    assert (found.value.command.dispatch, found.value.command.tool) == (dispatch, tool)
    assert ("ignored-field" in codes(found)) == ("dispatch" in lines and not dispatch)


def test_an_unknown_argument_mode_is_raw_and_said() -> None:
    found = front("command-dispatch: tool\ncommand-tool: exec\ncommand-arg-mode: parsed")
    assert found.value is not None
    assert found.value.command.arg_mode == "raw"
    assert "parsed" in problem(found, "command-arg-mode").message


def test_keys_of_claude_code_are_kept_verbatim_and_its_hooks_are_not_run() -> None:
    lines = "argument-hint: '[file]'\ncontext: fork\nagent: x\nmodel: y\neffort: low\npaths: [a]\nhooks: {Stop: [x]}"
    found = front(lines)
    assert found.value is not None
    assert found.value.extra["argument-hint"] == "[file]"
    assert found.value.extra["paths"] == ["a"]
    assert [one.field for one in found.value.ignored] == ["hooks"]


def test_an_allow_list_of_tools_grants_nothing() -> None:
    found = front("allowed-tools: [Bash, Read]\ntools: [Bash]")
    assert found.value is not None
    assert (found.value.allowed_tools, found.value.tools, found.value.capabilities) == ("Bash Read", (), ())
    assert {"allowed-tools", "ignored-field"} <= set(codes(found))


ACTIVATION: list[tuple[str, str, tuple[str, ...], str]] = [
    ("activation: {mode: always}", "always", (), ""),
    ("activation: {mode: keyword, keywords: [a, b]}", "keyword", ("a", "b"), ""),
    ("activation: {mode: sometimes}", "", (), "activation"),
    ("activation: always", "", (), "activation"),
    ("activation: {mode: always}\nmetadata: {ongrid: {activation: {mode: keyword, keywords: x}}}", "keyword", ("x",),
     "activation_conflict"),
    ("activation: {mode: always}\nmetadata: {ongrid: {activation: {mode: always}}}", "always", (), ""),
    ("metadata: {ongrid: {activation: {mode: always}}}", "always", (), ""),
    ("activation: {mode: always}\nmetadata: {ongrid: {activation: {mode: never}}}", "", (), "activation"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "mode", "keywords", "code"), ACTIVATION)
def test_activation_is_the_inner_one_and_a_conflict_is_said(
    lines: str, mode: str, keywords: tuple[str, ...], code: str
) -> None:
    found = front(lines)
    assert found.value is not None
    assert (found.value.activation.mode, found.value.activation.keywords) == (mode, keywords)
    assert not code or code in codes(found)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("read", ToolClass.SAFE), ("write", ToolClass.MUTATING), ("destructive", ToolClass.DANGEROUS)],
)
def test_a_native_tools_class_is_mapped(given: str, expected: ToolClass) -> None:
    (tool,) = read(f"tools: [{{name: q, impl: 'builtin:q', class: {given}, description: d}}]").tools
    assert (tool.name, tool.impl, tool.tool_class, tool.class_given, tool.entry) == (
        "q",
        "builtin:q",
        expected,
        True,
        "",
    )


def test_a_native_tool_without_a_class_counts_as_dangerous() -> None:
    (tool,) = read("tools: [{name: q, impl: x}]").tools
    assert (tool.tool_class, tool.class_given) == (ToolClass.DANGEROUS, False)


@pytest.mark.parametrize(
    "tools", ["[{name: q, class: Read}]", "[{name: q, class: safe}]", "[{name: q, class: [read]}]", "[{class: read}]",
              "[{name: q, class: {}}]", "[{name: a, class: read}, b]"],
)  # fmt: skip
def test_a_native_tool_nobody_can_judge_stops_the_skill(tools: str) -> None:
    assert stops(front(f"tools: {tools}"))


def test_ongrids_flat_requirements_and_display_fields_are_read_or_named() -> None:
    found = read("metadata: {os: [linux], requires: {bins: [a], config: [b]}, ongrid: {scope: edge, edge_runtime: x}}")
    assert (found.os, found.requires.bins, found.requires.config) == (("linux",), ("a",), ("b",))
    assert [one.field for one in found.ignored] == ["metadata.ongrid.edge_runtime", "metadata.ongrid.scope"]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\nname: a\ndescription: b\n---\n\nHello.\n\n", "Hello."),
        ("\ufeff---\r\nname: a\r\ndescription: b\r\n---\r\nHello.\r\n---\r\nmore", "Hello.\n---\nmore"),
        ("---\nname: a\ndescription: b\n---", ""),
        ("---\nname: 技能\ndescription: ü\n---\n本文", "本文"),
    ],
)
def test_the_body_is_what_follows_the_frontmatter(text: str, body: str) -> None:
    found = parse_md(text).value
    assert found is not None
    assert skill_md.body(text.encode(), found) == body


@pytest.mark.parametrize("value", ["[a]", "{a: b}"])
@pytest.mark.parametrize("key", ["license", "compatibility", "when_to_use", "version"])
def test_a_text_that_is_none_is_said_and_empty(key: str, value: str) -> None:
    found = front(f"{key}: {value}")
    assert found.value is not None
    assert getattr(found.value, key) == ""
    assert "wrong-type" in codes(found)


def test_values_without_a_field_of_their_own_are_kept_verbatim() -> None:
    found = read("x: {1: [2, 3.5, null]}\nmetadata: {a: .inf}")
    assert found.extra == {"x": {1: [2, 3.5, None]}}
    assert found.metadata == {"a": ".inf"}
