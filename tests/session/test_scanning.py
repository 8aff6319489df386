"""Loading scans: what is blocked, unread by a stranger or not scanned goes nowhere, and nothing is looked at twice."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.check.house import House, live, said
from tests.session.ground import OPAQUE, PIPE, bad, good

from sealskill.model.draft import Unreadable
from sealskill.model.report import Scanned
from sealskill.model.skill import Blocked, Ready
from sealskill.model.verdict import Verdict
from sealskill.runtime import Runtime

MINE = "home/.agents/skills"


def world(base: Path) -> House:
    return House(base, {f"{MINE}/good/SKILL.md": good(), f"{MINE}/bad/SKILL.md": bad()})


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files count as settled at once: a test cannot wait for the clock."""
    monkeypatch.setattr("sealskill.read.reading._SETTLED_NS", -(10**18))


def verdicts(runtime: Runtime) -> dict[str, Verdict]:
    return {one.skill.name: one.verdict for one in runtime.skills if one.skill.root.label != "bundled"}


def test_what_is_blocked_is_in_no_prompt_no_search_no_command_and_no_copy(tmp_path: Path) -> None:
    runtime = world(tmp_path).load()
    snapshot = runtime.snapshot()
    assert isinstance(runtime.named("bad"), Blocked)
    assert live(runtime, "bad").verdict is Verdict.BLOCK
    for form in ("compact", "skills-ref", "full", "json"):
        assert "weather" not in snapshot.prompt(format=form).text.lower()
    assert "bad" not in {one.skill.skill.name for one in snapshot.find("weather bad")}
    assert "bad" not in snapshot.commands
    assert "bad" not in snapshot.seals


def test_a_skill_that_is_always_on_and_builtin_by_name_is_blocked_all_the_same(tmp_path: Path) -> None:
    text = bad("x").replace("---\n#", 'metadata: {"openclaw": {"always": true}}\n---\n#')
    runtime = House(tmp_path, {f"{MINE}/x/SKILL.md": text}).load()
    assert isinstance(runtime.named("x"), Blocked)


def test_the_gate_says_what_the_scanner_found(tmp_path: Path) -> None:
    [words] = said(live(world(tmp_path).load(), "bad"), "verdict")
    assert "shell" in words


def test_what_cannot_be_read_stops_a_stranger_and_warns_of_ones_own(tmp_path: Path) -> None:
    files = {f"{MINE}/mine/SKILL.md": good("mine"), "work/skills/theirs/SKILL.md": good("theirs")}
    house = House(tmp_path, files)
    for place in (f"{MINE}/mine", "work/skills/theirs"):
        (tmp_path / place / "tool").write_bytes(OPAQUE)
    runtime = house.load()
    assert verdicts(runtime) == {"mine": Verdict.INCOMPLETE, "theirs": Verdict.INCOMPLETE}
    assert isinstance(runtime.named("mine"), Ready)
    assert isinstance(runtime.named("theirs"), Blocked)
    tight = house.load(overrides={"scan.incomplete_local": "block"})
    assert isinstance(tight.named("mine"), Blocked)


def test_without_scanning_at_load_nothing_becomes_ready_that_was_never_scanned(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    off = {"scan.on_load": False}
    unseen = house.load(overrides=off)
    assert unseen.ready == ()
    assert said(live(unseen, "good"), "verdict") == ["nobody has scanned it"]
    house.load()
    known = house.load(overrides=off)
    assert {one.skill.name for one in known.ready} >= {"good"}
    assert isinstance(known.named("bad"), Blocked)


def test_an_edit_is_scanned_again(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    assert verdicts(house.load())["good"] is Verdict.CLEAN
    house.write(f"{MINE}/good/scripts/run.sh", f"#!/bin/sh\n{PIPE}\n")
    assert verdicts(house.load())["good"] is Verdict.BLOCK


def test_an_edit_that_keeps_size_and_time_is_scanned_again(tmp_path: Path, settled: None) -> None:
    house = House(tmp_path, {f"{MINE}/x/SKILL.md": good("x"), f"{MINE}/x/run.sh": "#".ljust(len(PIPE)) + "\n"})
    assert verdicts(house.load())["x"] is Verdict.CLEAN
    house.write(f"{MINE}/x/run.sh", PIPE + "\n")  # the house sets the clock of every file back
    assert verdicts(house.load())["x"] is Verdict.BLOCK


def test_another_scanner_looks_again(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    house.load()
    forget(house, "UPDATE reports SET engine = 'another'")
    assert house.load(overrides={"scan.on_load": False}).ready == ()
    assert verdicts(house.load())["good"] is Verdict.CLEAN


def test_a_report_the_cache_garbled_is_made_anew(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    house.load()
    forget(house, "UPDATE reports SET report = x'ff00'")
    assert verdicts(house.load()) == {"good": Verdict.CLEAN, "bad": Verdict.BLOCK}


def forget(house: House, statement: str) -> None:
    db = sqlite3.connect(house.home / ".sealskill/cache/cache.db")
    with db:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize("torn", ["x'ff00'", "zeroblob(5000)", "substr(report, 1, length(report) / 2)"])
def test_compiled_anchors_the_cache_garbled_are_compiled_anew_and_kept(torn: str, tmp_path: Path) -> None:
    house = world(tmp_path)
    house.load()
    kept = matcher_of(house)
    forget(house, f"UPDATE reports SET report = {torn} WHERE key = 'matcher'")
    assert verdicts(house.load()) == {"good": Verdict.CLEAN, "bad": Verdict.BLOCK}
    assert matcher_of(house) == kept


def matcher_of(house: House) -> bytes:
    db = sqlite3.connect(house.home / ".sealskill/cache/cache.db")
    [(kept,)] = db.execute("SELECT report FROM reports WHERE key = 'matcher'")
    db.close()
    return bytes(kept)


def test_a_verdict_is_made_at_every_use_and_only_the_report_is_kept(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    seal = live(house.load(), "bad").seal
    rules = {found.rule for found in live(house.load(), "bad").scan.findings}  # type: ignore[union-attr]
    waivers = [{"rule": rule, "seal": seal, "reason": "a lesson", "until": "2999-01-01"} for rule in rules]
    waived = live(house.load(overrides={"scan.waivers": waivers}), "bad")
    assert waived.verdict is Verdict.CLEAN
    assert isinstance(waived, Ready)
    assert live(house.load(), "bad").verdict is Verdict.BLOCK


def test_what_is_never_sealed_is_scanned_and_an_edit_of_it_too(tmp_path: Path, settled: None) -> None:
    house = House(tmp_path, {f"{MINE}/x/SKILL.md": good("x"), f"{MINE}/x/.git/hooks/post-checkout": "#!/bin/sh\n"})
    first = live(house.load(), "x")
    assert first.verdict is Verdict.CLEAN
    house.write(f"{MINE}/x/.git/hooks/post-checkout", f"#!/bin/sh\n{PIPE}\n")
    second = live(house.load(), "x")
    assert second.verdict is Verdict.BLOCK
    assert second.seal == first.seal


def test_a_second_scan_remembers_and_finds_the_same(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    first = found(house, house.home / ".agents/skills")
    second = found(house, house.home / ".agents/skills")
    assert [one for one in second if isinstance(one, Scanned) and one.cached] == second
    assert [replace(one, cached=False) for one in second] == first
    runtime = house.load()
    assert not any(getattr(one, "cached", True) for one in runtime.scan(house.home / ".agents/skills", kept=False))


def found(house: House, path: Path) -> list[Scanned | Unreadable]:
    runtime = Runtime.open(workspace=house.work, home=house.home, environ={"PATH": "/usr/bin"})
    return list(runtime.scan(path))


def test_some_rules_alone_are_no_verdict_to_remember(tmp_path: Path, settled: None) -> None:
    house = world(tmp_path)
    runtime = Runtime.open(workspace=house.work, home=house.home, environ={})
    [one] = runtime.scan(tmp_path / MINE / "bad", only=["paste-site"])
    assert isinstance(one, Scanned)
    assert one.findings == ()
    assert verdicts(house.load())["bad"] is Verdict.BLOCK


def test_progress_is_told_of_every_package(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    world(tmp_path).load(
        overrides={"skills.allow_bundled": []}, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (5, 5)


def test_the_skills_that_ship_with_us_are_clean(tmp_path: Path) -> None:
    shipped = [one for one in House(tmp_path).load().skills if one.skill.root.label == "bundled"]
    assert {one.verdict for one in shipped} == {Verdict.CLEAN}
    assert len(shipped) == len(os.listdir(shipped[0].skill.root.path)) - 1
