"""Keys and values: spellings, types, suggestions, and the whole list of faults at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.settings.house import TOP, House, refusal

from sealskill.model.settings import Limits

USER = "user file home/.sealskill/config.yaml"
DEEP = "SEALSKILL__SKILLS__LIMITS__MAX_DEEP"
NOTHING = "nothing (leave the key out instead)"
KNOWN = "allow_bundled, disabled, enabled, entries, install, limits, load, max_injected, paths, pinned, workshop"


def house_of(tmp_path: Path, text: str) -> House:
    return House(tmp_path, {"home/.sealskill/config.yaml": text})


def said(tmp_path: Path, text: str) -> tuple[str, ...]:
    start = "user file home/.sealskill/config.yaml: "
    return tuple(problem.removeprefix(start) for problem in house_of(tmp_path, text).problems())


def test_every_key_of_openclaw_loads_in_its_own_spelling(tmp_path: Path) -> None:
    house = house_of(
        tmp_path,
        """
skills:
  allowBundled: [gemini]
  load: {extraDirs: [/x], allowSymlinkTargets: [/y], watch: false, watchDebounceMs: 9}
  install: {preferBrew: true, nodeManager: pnpm, allowUploadedArchives: false}
  limits: {maxCandidatesPerRoot: 1, maxSkillsLoadedPerSource: 2, maxSkillsInPrompt: 3, maxSkillsPromptChars: 4, maxSkillFileBytes: 5}
  workshop: {autonomous: {enabled: false}, allowSymlinkTargetWrites: false, approvalPolicy: pending, maxPending: 50, maxSkillBytes: 40000}
  entries: {"nano-banana-pro": {enabled: true, apiKey: GEMINI_KEY_HERE, env: {GEMINI_API_KEY: G}, config: {endpoint: x}}}
agents:
  defaults: {skills: [a]}
  list: [{id: coder, skills: [b], skillsLimits: {maxSkillsPromptChars: 77}}]
""",
    )
    got = house.load()
    assert (got.allow_bundled, got.agent_skills) == (("gemini",), ("a",))
    assert (got.load.extra_dirs, got.load.watch, got.load.watch_debounce_ms) == (("/x",), False, 9)
    assert got.limits.max_candidates_per_root == 1
    assert got.entry("nano-banana-pro").config == {"endpoint": "x"}
    why = house.ignored()
    assert set(why.values()) == {"nothing is installed by this version", "there is no workshop here"}
    assert len(why) == 8


def test_the_block_of_omniagent_is_honoured_whole(tmp_path: Path) -> None:
    got = house_of(
        tmp_path,
        """
skills:
  enabled: true
  paths:
    - ~/.omniagent/skills
    - /opt/shared-skills
  disabled:
    - experimental-skill
  max_injected: 20
""",
    ).load()
    assert (got.enabled, got.disabled, got.max_injected) == (True, ("experimental-skill",), 20)
    assert got.load.extra_dirs == (f"{got.home}/.omniagent/skills", "/opt/shared-skills")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("skils: {}", "`skils` is not a setting: did you mean `skills`?"),
        ("disabled: [a]", "`disabled` is not a setting: did you mean `skills.disabled`?"),
        ("skills: {limits: {maxdepth: 1}}", "`skills.limits.maxdepth` is not a setting: did you mean `max_depth`?"),
        ("skills: {limits: {Max_depth: 1}}", "`skills.limits.Max_depth` is not a setting: did you mean `max_depth`?"),
        (
            "skills: {qqq: 1}",
            f"`skills.qqq` is not a setting: known are {KNOWN}",
        ),
        (
            "skills: {entries: {a: {endpoint: x}}}",
            "`skills.entries.a.endpoint` is not a setting: a skill's own keys go under `config`: move it there",
        ),
        (
            "skills: {1: 2}",
            f"`skills.<a key of 1 characters>` is not a setting: known are {KNOWN}",
        ),
        (
            "skills: {maxInjected: 1, max_injected: 1}",
            "`skills.max_injected` is given twice, as `maxInjected` and `max_injected`",
        ),
        (
            "skills: {load: {allow_link_targets: [], allowSymlinkTargets: []}}",
            "`skills.load.allow_link_targets` is given twice, as `allow_link_targets` and `allowSymlinkTargets`",
        ),
        ("agents: {list: [{id: a}, {id: a}]}", "`agents.list[1]` repeats the `id` of another"),
        ("agents: {list: [{skills: []}]}", "`agents.list[0]` must be a map with the text `id`"),
        ("agents: {list: {a: 1}}", "`agents.list` must be a list, not a map"),
        ("agents: {list: [{id: a}], entries: {a: {}}}", "`agents.entries.a` stands in both `list` and `entries`"),
    ],
)
def test_a_key_that_cannot_be_obeyed_is_named_with_a_way_out(tmp_path: Path, text: str, problem: str) -> None:
    assert said(tmp_path, text) == (problem,)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("skills: ", "`skills` must be a map, not nothing (leave the key out instead)"),
        ("skills: [a]", "`skills` must be a map, not a list"),
        ("skills: {enabled: 1}", "`skills.enabled` must be true or false, not a number"),
        ("skills: {enabled: 'true'}", "`skills.enabled` must be true or false, not text"),
        ("skills: {disabled: a}", "`skills.disabled` must be a list of names, not text: write it in [brackets]"),
        ("skills: {disabled: [1]}", "`skills.disabled` must be text, not a number"),
        ("skills: {disabled: ['']}", "`skills.disabled` must not be empty"),
        (
            "skills: {allow_bundled: }",
            f"`skills.allow_bundled` must be a list of names, not {NOTHING}: write it in [brackets]",
        ),
        ("skills: {max_injected: -1}", "`skills.max_injected` must be a whole number, 0 or more"),
        ("skills: {limits: {max_depth: 0}}", "`skills.limits.max_depth` must be a positive whole number"),
        (
            "skills: {limits: {max_depth: true}}",
            "`skills.limits.max_depth` must be a positive whole number, not true or false",
        ),
        (
            "skills: {limits: {max_depth: 1.5}}",
            "`skills.limits.max_depth` must be a positive whole number, not a fraction",
        ),
        ("skills: {limits: {max_depth: 9223372036854775808}}", "`skills.limits.max_depth` is larger than any count"),
        (
            "skills: {load: {also: [cursor]}}",
            "`skills.load.also` must be one of openclaw, clawdis, claude, codex, ongrid, omniagent",
        ),
        (
            "skills: {load: {also: [[]]}}",
            "`skills.load.also` must be one of openclaw, clawdis, claude, codex, ongrid, omniagent",
        ),
        ("skills: {paths: [~bob/x]}", "`skills.paths` names somebody else's home: write the whole path"),
        (
            "skills: {paths: [$HOME/x]}",
            "`skills.paths` does not expand variables: write the path out, or start it with `~/`",
        ),
        ('skills: {paths: ["a\\0b"]}', "`skills.paths` must not hold control characters"),
        ("skills: {install: {nodeManager: pip}}", "`skills.install.node_manager` must be one of npm, pnpm, yarn, bun"),
        (
            "skills: {entries: {a: {api_key: 12}}}",
            "`skills.entries.a.api_key` must be text or {source: env|file|exec|keyring, …}, not a number: put it in quotes",
        ),
        (
            "skills: {entries: {a: {api_key: {source: vault}}}}",
            "`skills.entries.a.api_key` needs `source`: env, file, exec or keyring",
        ),
        (
            "skills: {entries: {a: {api_key: {source: exec}}}}",
            "`skills.entries.a.api_key` with source exec needs `command`, a list of words",
        ),
        (
            "skills: {entries: {a: {api_key: {source: keyring, id: name}}}}",
            "`skills.entries.a.api_key` with source keyring needs `provider`, the service, and `id`, the name, and nothing else",
        ),
        (
            "skills: {entries: {a: {api_key: {source: file, id: /k, provider: vault}}}}",
            "`skills.entries.a.api_key` names a provider, and only a keyring has one: give `command` instead",
        ),
        ("skills: {entries: {a: {config: [x]}}}", "`skills.entries.a.config` must be a map, not a list"),
        ("host_config: 7", "`host_config` must be a map, not a number"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_with_the_right_one(tmp_path: Path, text: str, problem: str) -> None:
    assert said(tmp_path, text) == (problem,)


def test_every_fault_of_every_source_is_told_at_once(tmp_path: Path) -> None:
    house = House(
        tmp_path,
        {
            "etc/config.yaml": "a: 1",
            "home/.sealskill/config.yaml": "skills: {enabled: 1, paths: 2}",
            "work/sealskill.yaml": "[]",
        },
    )
    environ = {DEEP: "4", "SEALSKILL_AGENT": "\x1b"}
    assert house.problems(environ=environ, overrides={"skills.watch": True}) == (
        "environment SEALSKILL_AGENT: `agent` must not hold control characters",
        f"system file etc/config.yaml: `a` is not a setting: known are {TOP}",
        f"{USER}: `skills.enabled` must be true or false, not a number",
        f"{USER}: `skills.paths` must be a list of paths, not a number: write it in [brackets]",
        "work/sealskill.yaml:1 is not a map of settings",
        f"environment {DEEP}: `skills.limits.max_deep` is not a setting: did you mean `max_depth`?",
        "command line: `skills.watch` is not a setting: did you mean `skills.load.watch`?",
    )
    assert len(refusal(house).problems) == 4


def test_nesting_without_end_in_a_free_map_is_refused(tmp_path: Path) -> None:
    deep = "host_config." + ".".join("a" * 5000) + " = 1\n"
    house = House(tmp_path, {"home/.sealskill/config.toml": deep})
    assert house.problems() == ("user file home/.sealskill/config.toml: `host_config` is nested deeper than 64 levels",)


def test_a_date_in_a_free_map_is_refused(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill/config.toml": "[host_config]\nday = 2020-01-01\n"})
    assert "write it as text" in house.problems()[0]


AGENTS = """
skills: {limits: {max_skills_prompt_chars: 500}}
agents:
  defaults: {skills: [a]}
  entries: {writer: {skills: []}, reader: {}}
  list: [{id: coder, skills: [b], skills_limits: {max_skills_prompt_chars: 900}}]
"""


@pytest.mark.parametrize(
    ("agent", "skills", "chars"),
    [("", ("a",), 500), ("coder", ("b",), 900), ("writer", (), 500), ("reader", ("a",), 500), ("nobody", ("a",), 500)],
)
def test_the_agent_in_use_brings_its_own_list_and_limit(
    tmp_path: Path, agent: str, skills: tuple[str, ...], chars: int
) -> None:
    house = house_of(tmp_path, AGENTS)
    for asked in ({"environ": {"SEALSKILL_AGENT": agent}}, {"overrides": {"agent": agent}}):
        got = house.load(**asked)
        assert (got.agent_skills, got.limits.max_skills_prompt_chars) == (skills, chars)


def test_a_repeated_name_in_a_list_counts_once(tmp_path: Path) -> None:
    got = house_of(tmp_path, "skills: {disabled: [a, b, a], paths: [/x], load: {extra_dirs: [/x, /y]}}").load()
    assert (got.disabled, got.load.extra_dirs) == (("a", "b"), ("/x", "/y"))


def test_every_limit_can_be_set(tmp_path: Path) -> None:
    text = "skills: {limits: {" + ", ".join(f"{name}: 1" for name in Limits.__struct_fields__) + "}}"
    assert house_of(tmp_path, text).load().limits == Limits(**dict.fromkeys(Limits.__struct_fields__, 1))
