"""Skills that should not pass a gate, and what they try."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, live, said, skill_md, state

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


@pytest.mark.parametrize("given", ["true", 1, "yes"])
def test_only_a_real_true_skips_the_requirements(given: object, tmp_path: Path) -> None:
    assert refused(asks(tmp_path, {"always": given, "requires": {"bins": ["no-such-program"]}})) == ["bins"]


@pytest.mark.parametrize("source", ["exec", "file"])
def test_no_secret_is_fetched_to_answer_the_gate(source: str, tmp_path: Path) -> None:
    trace = tmp_path / "was-run"
    ref = {"exec": {"source": "exec", "command": ["/bin/sh", "-c", f"touch {trace}"]}}
    ref["file"] = {"source": "file", "id": str(tmp_path / "fifo-nobody-feeds")}
    house = asks(tmp_path, NEEDS_TOKEN, path=MINE)
    assert refused(house, overrides={"skills.entries.x.api_key": ref[source]}) == []
    assert not trace.exists()


def test_a_disabled_skill_is_gone_from_listing_search_and_commands(tmp_path: Path) -> None:
    runtime = House(tmp_path, {SKILL: skill_md("x")}).load(overrides={"skills.disabled": ["x"]})
    snapshot = runtime.snapshot()
    assert state(runtime, "x") == "blocked"
    assert "x" not in {one.skill.skill.name for one in snapshot.find("x thing")}
    assert "x" not in snapshot.commands
    assert said(live(runtime, "x"), "enabled") == ["listed in skills.disabled"]
