"""How calls are decided, and what a session may spend: an unknown workspace may only make it stricter."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.settings.house import House

from sealskill.model.settings import PolicySettings, SessionSettings


def test_without_a_word_only_active_skills_count_and_a_tool_is_called_sixty_times_a_minute(tmp_path: Path) -> None:
    got = House(tmp_path, {}).load()
    assert (got.policy, got.session) == (PolicySettings(), SessionSettings())
    assert (got.policy.capability_scope, got.session.calls_per_minute) == ("active", 60)


def test_an_unknown_workspace_lowers_limits_and_lets_more_skills_count(tmp_path: Path) -> None:
    text = "policy: {capability_scope: loaded}\nsession: {max_turns: 5, calls_per_minute: 2, seconds: 30}\n"
    got = House(tmp_path, {"work/sealskill.yaml": text}).load()
    assert got.policy.capability_scope == "loaded"
    assert got.session == SessionSettings(max_turns=5, calls_per_minute=2, seconds=30)


def test_an_unknown_workspace_raises_no_limit_and_lets_no_skill_off(tmp_path: Path) -> None:
    house = House(
        tmp_path,
        {
            "home/.sealskill/config.yaml": "policy: {capability_scope: loaded}\nsession: {max_turns: 3, seconds: 9}\n",
            "work/sealskill.yaml": "policy: {capability_scope: active}\nsession: {max_turns: 9, seconds: 99, calls_per_minute: 999}\n",
        },
    )
    got = house.load()
    assert got.policy.capability_scope == "loaded"
    assert got.session == SessionSettings(max_turns=3, seconds=9)
    assert set(house.ignored()) == {
        "policy.capability_scope", "session.max_turns", "session.seconds", "session.calls_per_minute",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["session: {max_turns: 0}", "session: {seconds: .inf}", "policy: {capability_scope: none}"]
)
def test_a_limit_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    assert House(tmp_path, {"home/.sealskill/config.yaml": text}).problems()
