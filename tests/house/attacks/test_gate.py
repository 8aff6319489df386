"""Skills that should not pass a gate, and what they try."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, live, said, skill_md, state

from sealskill.check import gate
from sealskill.model.draft import RootLabel
from sealskill.model.host import Host
from sealskill.model.settings import Settings
from sealskill.model.skill import Blocked, Trust, TrustLevel, Verdict

SKILL = "work/skills/x/SKILL.md"
MINE = "home/.agents/skills/x/SKILL.md"
NEEDS_TOKEN = {"requires": {"env": ["X_TOKEN"]}, "primaryEnv": "X_TOKEN"}


def vendor(block: object) -> str:
    return f"metadata: {json.dumps({'openclaw': block})}"


def asks(base: Path, block: object, *lines: str, path: str = SKILL) -> House:
    return House(base, {path: skill_md("x", "Does a thing.", vendor(block), *lines)})


def refused(house: House, **asked: Any) -> list[str]:
    """The gates that said no."""
    one = live(house.load(**asked), "x")
    return [check.gate for check in one.checks if not check.ok]


@pytest.mark.parametrize(
    ("key", "value", "by"),
    [
        ("skills.enabled", False, "enabled"),
        ("skills.disabled", ["x"], "enabled"),
        ("skills.entries.x.enabled", False, "enabled"),
        ("agents.defaults.skills", [], "agent"),
        ("agents.defaults.skills", ["another"], "agent"),
    ],
)
def test_always_is_no_way_round_a_persons_no(key: str, value: object, by: str, tmp_path: Path) -> None:
    house = asks(tmp_path, {"always": True})
    assert refused(house, overrides={key: value}) == [by]
    assert "x" not in house.load(overrides={key: value}).snapshot().prompt().listed


def test_an_empty_list_of_bundled_skills_allows_none(tmp_path: Path) -> None:
    runtime = House(tmp_path).load(overrides={"skills.allow_bundled": []})
    shipped = [one for one in runtime.skills if one.skill.root.label is RootLabel.BUNDLED]
    assert shipped
    assert {one.cause if isinstance(one, Blocked) else "" for one in shipped} == {"bundled"}


def test_always_does_not_make_another_system_this_one(tmp_path: Path) -> None:
    assert refused(asks(tmp_path, {"os": ["plan9"], "always": True})) == ["os"]


@pytest.mark.parametrize("given", ["true", 1, "yes"])
def test_only_a_real_true_skips_the_requirements(given: object, tmp_path: Path) -> None:
    assert refused(asks(tmp_path, {"always": given, "requires": {"bins": ["no-such-program"]}})) == ["bins"]


@pytest.mark.parametrize("name", ["no-such-program", "sub/tool", "../bin/tool", "a-folder", "not-executable"])
def test_what_is_no_program_on_the_path_is_missing(name: str, tmp_path: Path) -> None:
    house = asks(tmp_path, {"requires": {"bins": [name]}})
    for file in ("bin/sub/tool", "bin/tool", "bin/a-folder/inner", "bin/not-executable"):
        house.write(file, "#!/bin/sh\n").chmod(0o644 if file.endswith("not-executable") else 0o755)
    assert refused(house, environ={"PATH": str(tmp_path / "bin")}) == ["bins"]


def test_none_of_several_programs_is_none(tmp_path: Path) -> None:
    assert refused(asks(tmp_path, {"requires": {"anyBins": ["no-such-program", "nor-this"]}})) == ["any_bins"]


@pytest.mark.parametrize("environ", [{}, {"X_TOKEN": ""}])
def test_a_variable_that_is_not_set_or_empty_is_missing(environ: dict[str, str], tmp_path: Path) -> None:
    assert refused(asks(tmp_path, NEEDS_TOKEN), environ=environ) == ["env"]


@pytest.mark.parametrize("name", ["LD_PRELOAD", "PYTHONPATH", "NODE_OPTIONS", "ld_preload", "BASH_ENV"])
def test_a_variable_that_loads_code_never_counts(name: str, tmp_path: Path) -> None:
    assert refused(asks(tmp_path, {"requires": {"env": [name]}}), environ={name: "evil"}) == ["env"]


@pytest.mark.parametrize("value", [None, False, 0, "", "  "])
def test_a_setting_of_the_host_that_is_off_does_not_count(value: object, tmp_path: Path) -> None:
    house = asks(tmp_path, {"requires": {"config": ["browser.enabled"]}})
    assert refused(house, overrides={"host_config": {"browser": {"enabled": value}}}) == ["config"]
    assert refused(house, overrides={"host_config": {"browser": {"enabled": True}}}) == []


def test_a_tool_that_is_bound_to_nothing_blocks(tmp_path: Path) -> None:
    house = asks(tmp_path, {"always": True}, "tools: [{name: t, impl: nobody_has_it, class: read}]")
    assert refused(house) == ["tools"]
    assert refused(house, tools=["nobody_has_it"]) == []


@pytest.mark.parametrize("entry", [{"api_key": "secret"}, {"env": {"X_TOKEN": "secret"}}])
def test_a_stranger_with_the_right_key_gets_no_secret(entry: dict[str, Any], tmp_path: Path) -> None:
    overrides = {f"skills.entries.x.{key}": value for key, value in entry.items()}
    assert refused(asks(tmp_path, NEEDS_TOKEN), overrides=overrides) == ["env"]


def test_a_secret_for_one_seal_is_for_no_other(tmp_path: Path) -> None:
    house = asks(tmp_path, NEEDS_TOKEN)
    seal = live(house.load(seal=True), "x").seal
    kept = {"skills.entries.x.api_key": "secret", "skills.entries.x.seal": seal}
    assert refused(house, overrides=kept) == []
    house.write(SKILL, house.base.joinpath(SKILL).read_text(encoding="utf-8") + "One more line.\n")
    assert refused(house, overrides=kept) == ["env"]


@pytest.mark.parametrize("source", ["exec", "file"])
def test_no_secret_is_fetched_to_answer_the_gate(source: str, tmp_path: Path) -> None:
    trace = tmp_path / "was-run"
    ref = {"exec": {"source": "exec", "command": ["/bin/sh", "-c", f"touch {trace}"]}}
    ref["file"] = {"source": "file", "id": str(tmp_path / "fifo-nobody-feeds")}
    house = asks(tmp_path, NEEDS_TOKEN, path=MINE)
    assert refused(house, overrides={"skills.entries.x.api_key": ref[source]}) == []
    assert not trace.exists()


@pytest.mark.parametrize(
    ("level", "verdict", "passes"),
    [
        (TrustLevel.BUILTIN, Verdict.BLOCK, False),
        (TrustLevel.LOCAL, Verdict.BLOCK, False),
        (TrustLevel.COMMUNITY, Verdict.BLOCK, False),
        (TrustLevel.SIGNED, Verdict.INCOMPLETE, False),
        (TrustLevel.COMMUNITY, Verdict.INCOMPLETE, False),
        (TrustLevel.LOCAL, Verdict.INCOMPLETE, True),
        (TrustLevel.COMMUNITY, Verdict.WARN, True),
    ],
)
def test_a_verdict_stops_whom_it_should(level: TrustLevel, verdict: Verdict, passes: bool, tmp_path: Path) -> None:
    skill = live(House(tmp_path, {SKILL: skill_md("x")}).load(), "x").skill
    settings = Settings(home="/h", state="/s", workspace="/w")
    answer = gate.check(skill, Host(os="linux"), settings, Trust(level=level, why=""), verdict)
    assert isinstance(answer, Blocked) is not passes


def test_a_disabled_skill_is_gone_from_listing_search_and_commands(tmp_path: Path) -> None:
    runtime = House(tmp_path, {SKILL: skill_md("x")}).load(overrides={"skills.disabled": ["x"]})
    snapshot = runtime.snapshot()
    assert state(runtime, "x") == "blocked"
    assert "x" not in {one.skill.skill.name for one in snapshot.find("x thing")}
    assert "x" not in snapshot.commands
    assert said(live(runtime, "x"), "enabled") == ["listed in skills.disabled"]
