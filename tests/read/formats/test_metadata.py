"""What stands under `metadata`: five systems, four shapes, and no fault that lets a skill do more."""

from __future__ import annotations

from typing import Any

import pytest
from tests.read.formats.parsing import codes, front, problem, read, stops

from sealskill.model.capability import CapabilityName

SHELL, NET = CapabilityName.SHELL, CapabilityName.NETWORK
BLOCK = '{"always": true, "os": ["linux"], "requires": {"bins": ["git"]}, "capabilities": ["shell"]}'


@pytest.mark.parametrize(
    "lines",
    [
        f'metadata: {{"openclaw": {BLOCK}}}',
        f"metadata: '{{\"openclaw\": {BLOCK}}}'",
        "metadata: '{openclaw: {always: true, os: [\"linux\"], requires: {bins: [\"git\"],}, capabilities: [\"shell\"],},}'",
        f'metadata:\n{{"openclaw": {BLOCK},}}',
        f'metadata:\n  {{\n    "openclaw": // ours\n    {BLOCK}, /* and\n nothing else */\n  }}',
        "metadata:\n  openclaw:\n    always: true\n    os: linux\n    requires:\n      bins: git\n    capabilities: shell",
        f'metadata:\n  # a comment with an apostrophe: don\'t\n  {{ "openclaw": {BLOCK} }}',
        f'metadata: {{"openclaw": # yaml\'s own\n {BLOCK} // and json5\'s\n }}',
    ],
    ids=["flow", "json text", "json5 text", "unindented", "comments", "block", "yaml comment", "both comments"],
)  # fmt: skip
def test_one_block_reads_the_same_in_every_notation(lines: str) -> None:
    found = read(lines)
    assert (found.always, found.os, found.requires.bins) == (True, ("linux",), ("git",))
    assert [one.name for one in found.capabilities] == [SHELL]


@pytest.mark.parametrize("name", ["openclaw", "clawdbot", "clawdis", "sealskill"])
def test_each_vendors_block_is_read(name: str) -> None:
    found = read(f'metadata: {{"{name}": {BLOCK}}}')
    assert (found.always, found.requires.bins) == (True, ("git",))


def test_the_flat_form_gates_as_its_documentation_says() -> None:
    found = read(
        'metadata:\n  emoji: "🔊"\n  requires:\n    bins: [sonos]\n    anyBins: [a, b]\n    env: [KEY]\n  os: [macos]'
    )
    assert (found.emoji, found.os, found.requires.bins) == ("🔊", ("darwin",), ("sonos",))
    assert (found.requires.any_bins, found.requires.env) == (("a", "b"), ("KEY",))


@pytest.mark.parametrize(
    "lines",
    [
        "metadata: not json at all",
        'metadata: \'{"openclaw": {"always": true}\'',
        "metadata: [a, b]",
        "metadata: 12",
        "metadata: {openclaw: always}",
        "metadata: {openclaw: [always]}",
        "metadata: {openclaw: {requires: git}}",
        "metadata: {openclaw: {requires: {bins: {git: true}}}}",
        "metadata: {openclaw: {requires: {bins: [git, {x: y}]}}}",
        "metadata: {openclaw: {requires: {env: true}}}",
        "metadata: {openclaw: {os: {linux: true}}}",
        "metadata: {openclaw: {capabilities: true}}",
        "metadata: {openclaw: {capabilities: {shell: restricted}}}",
        "metadata: {openclaw: {capabilities: [{constraints: {}}]}}",
        "metadata: {openclaw: {envVars: [{required: true}]}}",
        "requires: [git]",
    ],
)
def test_metadata_nobody_can_read_stops_the_skill(lines: str) -> None:
    assert stops(front(lines))


@pytest.mark.parametrize(
    ("first", "second", "unlike"),
    [
        ("{always: false}", "{always: true}", "always"),
        ("{}", "{always: true}", "always"),
        ("{requires: {bins: [a]}}", "{requires: {bins: [b]}}", "requires"),
        ("{install: [{kind: brew, formula: a}]}", "{install: [{kind: download, url: 'https://x.example/y'}]}", "install"),
        ("{primaryEnv: A}", "{primaryEnv: B}", "primary_env"),
        ("{skillKey: a}", "{skillKey: b}", "claimed_key"),
        ("{capabilities: [shell]}", "{capabilities: [shell, network]}", "capabilities"),
        ("{os: [linux]}", "{os: [darwin]}", "os"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("names", [("openclaw", "clawdbot"), ("clawdis", "openclaw"), ("clawdbot", "clawdis")])
def test_two_blocks_that_disagree_stop_the_skill(first: str, second: str, unlike: str, names: tuple[str, str]) -> None:
    found = front(f"metadata: {{{names[0]}: {first}, {names[1]}: {second}}}")
    assert stops(found)
    assert unlike in problem(found, "vendor-conflict").message


@pytest.mark.parametrize("other", ["openclaw", "requires", "top"])
def test_our_own_block_and_the_flat_form_must_agree_with_the_vendors_too(other: str) -> None:
    mine = "sealskill: {requires: {bins: [a]}}"
    theirs = {"openclaw": "openclaw: {requires: {bins: [b]}}", "requires": "requires: {bins: [b]}", "top": "x: y"}[
        other
    ]
    top = "requires: {bins: [b]}" if other == "top" else ""
    assert stops(front(f"metadata: {{{mine}, {theirs}}}\n{top}"))


def test_equal_blocks_and_blocks_that_only_look_different_are_fine() -> None:
    found = front(f'metadata: {{"openclaw": {BLOCK}, "clawdbot": {BLOCK}, "clawdis": {BLOCK}}}')
    assert not stops(found)
    found = front("metadata: {openclaw: {emoji: a, homepage: b}, clawdbot: {emoji: c}}")
    assert not stops(found)


def test_one_field_in_two_spellings_is_refused() -> None:
    assert stops(front("metadata: {openclaw: {primaryEnv: A, primary_env: B}}"))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("shell, network", [(SHELL, {}), (NET, {})]),
        ("[shell, network]", [(SHELL, {}), (NET, {})]),
        ("{shell: {mode: restricted, allow: [git]}, network: true, browser: false}",
         [(SHELL, {"mode": "restricted", "allow": ["git"]}), (NET, {})]),
        ("[{name: shell.exec, constraints: {mode: restricted}}, {type: network.search}]",
         [(SHELL, {"mode": "restricted"}), (NET, {})]),
        ("[{id: bash}, {capability: webfetch}]", [(SHELL, {}), (NET, {})]),
        ("[shell, {type: network, constraints: {hosts: [a]}}]", [(SHELL, {}), (NET, {"hosts": ["a"]})]),
        ("[]", []),
    ],
)  # fmt: skip
def test_capabilities_in_each_shape_keep_their_constraints(given: str, expected: list[Any]) -> None:
    found = read(f"metadata: {{openclaw: {{capabilities: {given if given[0] in '[{' else repr(given)}}}}}")
    assert [(one.name, one.constraints) for one in found.capabilities] == expected


ALIASES = {
    "shell": "bash command commands exec process terminal shell.exec shell.execute Shell",
    "filesystem": "apply-patch apply_patch edit file files fs write",
    "network": "fetch http mcp web webfetch web-fetch web_fetch web_search network.fetch network.search",
    "browser": "computer-use computer_use gui screen ui",
    "sessions": "delegate orchestration sessions_send sessions_spawn subagent subagents",
    "messaging": "chat message messages",
    "scheduling": "cron schedule scheduler timer",
}


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in ALIASES.items() for word in words.split()])
def test_every_alias_becomes_one_of_seven_names_and_the_authors_word_is_kept(name: str, word: str) -> None:
    (found,) = read(f"metadata: {{openclaw: {{capabilities: ['{word}']}}}}").capabilities
    assert (found.name.value, found.given) == (name, word)


@pytest.mark.parametrize("word", ["root", "everything", "read", "", "*", "shel", "sh ell"])
def test_an_unknown_capability_is_shown_to_its_author_and_not_declared(word: str) -> None:
    found = front(f"metadata: {{openclaw: {{capabilities: ['{word}', shell]}}}}")
    assert found.value is not None
    assert [one.name for one in found.value.capabilities] == [SHELL]
    assert word in problem(found, "unknown-capability").message


@pytest.mark.parametrize("value", ['"true"', "'yes'", "1", "on"])
def test_always_counts_only_as_a_real_true(value: str) -> None:
    found = front(f"metadata: {{openclaw: {{always: {value}}}}}")
    assert found.value is not None
    assert found.value.always is False
    assert "always" in problem(found, "ignored-field").message


@pytest.mark.parametrize(
    ("given", "expected"),
    [("[macos, Linux, win]", ("darwin", "linux", "win32")), ("'osx, windows'", ("darwin", "win32")), ("[mac, darwin]", ("darwin",))],
)  # fmt: skip
def test_systems_go_by_one_name(given: str, expected: tuple[str, ...]) -> None:
    assert read(f"metadata: {{openclaw: {{os: {given}}}}}").os == expected


def test_an_unknown_system_is_kept_so_that_it_never_matches() -> None:
    found = front("metadata: {openclaw: {os: [beos]}}")
    assert found.value is not None
    assert found.value.os == ("beos",)
    assert "beos" in problem(found, "unknown-os").message


def test_requirements_may_be_a_list_or_one_text_with_commas() -> None:
    found = read("metadata: {openclaw: {requires: {bins: 'git, gh,, git', anyBins: [a], env: A, config: [x.y]}}}")
    assert (found.requires.bins, found.requires.any_bins) == (("git", "gh"), ("a",))
    assert (found.requires.env, found.requires.config) == (("A",), ("x.y",))


def test_every_other_field_of_a_block_arrives() -> None:
    found = read("""metadata:
  openclaw:
    cliHelp: "usage: x"
    primaryEnv: KEY
    skillKey: other
    author: Somebody
    links: {homepage: https://x.example, repository: https://y.example}
    config: {level: 3}
    dependencies: [{name: ripgrep, type: cli, version: ">=13", url: https://z.example, repository: r}]
    envVars: [{name: A, required: true, description: first}, {name: B}]
    install: [{id: b, kind: brew, formula: x, bins: [x], os: [macos], label: Install}]""")
    assert (found.cli_help, found.primary_env, found.claimed_key) == ("usage: x", "KEY", "other")
    assert (found.author, found.config) == ("Somebody", {"level": 3})
    assert found.links == {"homepage": "https://x.example", "repository": "https://y.example"}
    assert [(one.name, one.type, one.version, one.url) for one in found.dependencies] == [
        ("ripgrep", "cli", ">=13", "https://z.example")
    ]
    assert [(one.name, one.required, one.description) for one in found.env_vars] == [
        ("A", True, "first"),
        ("B", False, ""),
    ]
    (option,) = found.install
    assert (option.id, option.kind, option.target, option.os) == ("b", "brew", "x", ("darwin",))


@pytest.mark.parametrize("required", ["maybe", "[x]", "''"])
def test_a_variable_whose_need_is_unclear_is_needed(required: str) -> None:
    assert read(f"metadata: {{openclaw: {{envVars: [{{name: A, required: {required}}}]}}}}").env_vars[0].required


def test_install_options_keep_their_ids_when_others_are_refused() -> None:
    found = front(
        "metadata: {openclaw: {install: [{kind: brew, formula: a}, {kind: evil}, {kind: uv, package: '--index x'}, "
        "{kind: node}, {kind: go, module: m}]}}"
    )
    assert found.value is not None
    assert [(one.id, one.target) for one in found.value.install] == [("brew-0", "a"), ("go-4", "m")]
    assert codes(found).count("install") == 3


def test_a_field_nobody_knows_is_noted_and_one_that_bears_on_security_is_a_problem() -> None:
    found = front("metadata: {openclaw: {surprise: 1, requires: {credentials: [x]}}}\nalways: true\nhooks: {a: b}")
    assert found.value is not None
    assert "metadata.openclaw.surprise" in [one.field for one in found.value.ignored]
    assert [
        one for one in ("credentials", "always", "hooks") if not any(one in p.message for p in found.problems)
    ] == []
    assert found.value.always is False
