"""The library's watcher: it tells of changes, holds no file open, and says when it has to poll."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.check.house import House, skill_md

from sealskill.errors import UsageError
from sealskill.model.inventory import Inventory
from sealskill.session import watch


def watched(house: House, poll: bool, act: object) -> Inventory:
    """The first inventory the watcher yields while `act` is done again and again."""
    runtime, stop = house.load(overrides={"skills.allow_bundled": []}), Event()
    seen = Event()

    def disturb() -> None:
        number = 0
        while not seen.wait(0.3) and number < 100:
            number += 1
            house.write(f"work/skills/new-{number}/SKILL.md", skill_md(f"new-{number}"))

    thread = Thread(target=disturb)
    thread.start()
    try:
        return next(runtime.watch(poll=poll, stop=stop, notice=lambda text: None))
    finally:
        seen.set()
        stop.set()
        thread.join()


@pytest.mark.parametrize("poll", [True, False])
def test_a_new_skill_is_told(poll: bool, tmp_path: Path) -> None:
    house = House(tmp_path, {"work/skills/old/SKILL.md": skill_md("old")})
    found = watched(house, poll, None)
    assert {"old", "new-1"} <= {one.skill.name for one in found.ready}


def test_no_file_of_a_watched_tree_takes_a_descriptor(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number}.md").write_text("x")
    stop = Event()
    ticks = watch.ticks([str(tmp_path)], 50, stop=stop, notice=lambda text: None)
    before = len(os.listdir("/proc/self/fd"))
    Thread(target=lambda: (tmp_path / "new").write_text("x")).start()
    next(ticks)
    assert len(os.listdir("/proc/self/fd")) < before + 20
    stop.set()


def test_folders_that_do_not_exist_yet_are_polled() -> None:
    stop = Event()
    ticks = watch.ticks(["/nowhere/at/all"], 50, stop=stop, notice=lambda text: None)
    next(ticks)
    stop.set()
    assert list(ticks) == []


def test_a_watcher_that_is_switched_off_says_so(tmp_path: Path) -> None:
    runtime = House(tmp_path).load(overrides={"skills.load.watch": False})
    with pytest.raises(UsageError, match="switched off"):
        next(runtime.watch())
