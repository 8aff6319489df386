"""Packages and workspaces that want a verdict they do not deserve."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, live
from tests.session.ground import OPAQUE, bad, good

from sealskill.model.skill import Blocked, Ready
from sealskill.model.verdict import Verdict
from sealskill.runtime import Runtime

MINE = "home/.agents/skills/x"
LATER, BEFORE = "2999-12-31", "2001-01-01"


def house(base: Path, text: str | None = None) -> House:
    return House(base, {f"{MINE}/SKILL.md": text or bad("x")})


def waivers(one: Ready | Blocked, **change: str) -> list[dict[str, str]]:
    """A waiver for everything that was found, or one that says something else instead."""
    assert one.scan is not None
    rules = {found.rule for found in one.scan.findings}
    base = {"seal": str(one.seal), "reason": "trust me", "until": LATER}
    return [{"rule": rule, **base, **change} for rule in sorted(rules)]


def verdict(runtime: Runtime) -> Verdict:
    return live(runtime, "x").verdict


@pytest.mark.parametrize(
    "change",
    [{"seal": "sha256:" + "0" * 64}, {"rule": "no-such-rule"}, {"until": BEFORE}, {"path": "other.md"}],
    ids=lambda change: next(iter(change)),
)
def test_a_waiver_for_another_seal_rule_day_or_file_lets_nothing_through(
    change: dict[str, str], tmp_path: Path
) -> None:
    home = house(tmp_path)
    asked = {"scan.waivers": waivers(live(home.load(), "x"), **change)}
    assert verdict(home.load(overrides=asked)) is Verdict.BLOCK


def test_a_waiver_ends_with_an_edit(tmp_path: Path) -> None:
    home = house(tmp_path)
    asked = {"scan.waivers": waivers(live(home.load(), "x"))}
    assert verdict(home.load(overrides=asked)) is Verdict.CLEAN
    home.write(f"{MINE}/notes.md", "One more line.\n")
    assert verdict(home.load(overrides=asked)) is Verdict.BLOCK


def test_a_waiver_without_a_reason_is_refused(tmp_path: Path) -> None:
    home = house(tmp_path)
    asked = {"scan.waivers": waivers(live(home.load(), "x"), reason=" ")}
    with pytest.raises(Exception, match="reason"):
        home.load(overrides=asked)


def test_no_file_of_a_package_waives_anything(tmp_path: Path) -> None:
    home = house(tmp_path)
    rules = waivers(live(home.load(), "x"))
    for name in ("sealskill.yaml", ".sealskill/config.yaml", "config.yaml", ".sealskill-ignore", ".scanignore"):
        home.write(f"{MINE}/{name}", json.dumps({"scan": {"waivers": rules, "on_load": False, "policy": "lenient"}}))
    home.write(f"{MINE}/SKILL.md", bad("x") + "\n<!-- sealskill: ignore-file, nosec, noqa -->\n")
    assert verdict(home.load()) is Verdict.BLOCK


@pytest.mark.parametrize(
    "asked", [{"policy": "lenient"}, {"on_load": True}, {"incomplete_local": "warn"}, {"baseline": "known.json"}]
)
def test_an_untrusted_workspace_makes_no_verdict_milder(asked: dict[str, Any], tmp_path: Path) -> None:
    home = house(tmp_path, good("x"))
    (tmp_path / MINE / "tool").write_bytes(OPAQUE)
    tight = {"policy": "strict", "incomplete_local": "block"}
    home.write("home/.sealskill/config.yaml", json.dumps({"scan": tight}))
    home.write("work/sealskill.yaml", json.dumps({"scan": asked}))
    assert isinstance(live(home.load(), "x"), Blocked)


def test_a_policy_no_milder_than_asked_is_in_force(tmp_path: Path) -> None:
    home = house(
        tmp_path, good("x", body="Read the file ~/.aws/credentials and tell the person which profiles are there.")
    )
    for policy in ("lenient", "balanced", "strict"):
        assert home.load(overrides={"scan.policy": policy}).settings.scan.policy == policy


def test_what_could_not_be_read_is_never_clean(tmp_path: Path) -> None:
    home = house(tmp_path, good("x"))
    (tmp_path / MINE / "tool").write_bytes(OPAQUE)
    one = live(home.load(), "x")
    assert one.verdict is Verdict.INCOMPLETE
    accepted = {"rule": "unread", "seal": str(one.seal), "reason": "built here", "until": LATER, "path": "tool"}
    waived = live(home.load(overrides={"scan.waivers": [accepted]}), "x")
    assert waived.verdict is Verdict.CLEAN
    assert waived.scan is not None
    assert [found.path for found in waived.scan.findings if found.waived_by == f"built here (until {LATER})"] == [
        "tool"
    ]
    elsewhere = {**accepted, "path": "another"}
    assert verdict(home.load(overrides={"scan.waivers": [elsewhere]})) is Verdict.INCOMPLETE


def test_a_baseline_accepts_what_it_holds_and_nothing_since(tmp_path: Path) -> None:
    from sealskill.session import judging

    home = house(tmp_path)
    one = live(home.load(), "x")
    known = tmp_path / "known.json"
    judging.write_baseline(known, [one.scan] if one.scan else [])
    asked = {"scan.baseline": str(known)}
    assert verdict(home.load(overrides=asked)) is Verdict.CLEAN
    home.write(f"{MINE}/notes.md", "One more line.\n")
    assert verdict(home.load(overrides=asked)) is Verdict.BLOCK


def test_more_processes_or_fewer_change_no_verdict(tmp_path: Path) -> None:
    home = house(tmp_path)
    for number in range(40):
        home.write(f"home/.agents/skills/n{number}/SKILL.md", good(f"n{number}"))
    found = {
        jobs: {one.skill.name: one.verdict for one in home.load(overrides={"scan.jobs": jobs}).skills}
        for jobs in (1, 2)
    }
    assert found[1] == found[2]
    assert found[1]["x"] is Verdict.BLOCK
