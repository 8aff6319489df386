"""The cache is disposable: whatever happens to it, a load gives the same answer."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from tests.check.house import House, skill_md

from sealskill.store.cache import Cache

FILE = "home/.sealskill/cache/cache.db"


def house_of(base: Path) -> House:
    return House(base, {f"work/skills/s{n}/SKILL.md": skill_md(f"s{n}") for n in range(5)})


def test_a_warm_load_gives_exactly_what_a_cold_one_gave(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    cold = house.load().inventory
    assert house.load().inventory == cold


def test_a_seal_once_hashed_is_known_to_the_next_load(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    seals = house.load().snapshot().seals
    again = {one.skill.key: one.seal for one in house.load().ready}
    assert again == {key: again[key] for key in seals}


@pytest.mark.parametrize("damage", [b"", b"not a database", os.urandom(4096)])
def test_a_torn_cache_is_made_anew(damage: bytes, tmp_path: Path) -> None:
    house = house_of(tmp_path)
    whole = house.load().inventory
    (tmp_path / FILE).write_bytes(damage)
    assert house.load().inventory == whole


def test_a_cache_of_another_edition_is_not_believed(tmp_path: Path) -> None:
    first = Cache(tmp_path / "c", "one")
    first.keep_reading("/a", b"1", b"x")
    first.close()
    assert Cache(tmp_path / "c", "one").shelf("/a").recall("/a", (1,)) is None
    assert Cache(tmp_path / "c", "two").seals("/a") == {}


def test_a_reading_the_cache_garbled_is_read_from_the_file(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    whole = house.load().inventory
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE readings SET reading = x'ff00ff'")
    db.close()
    assert house.load().inventory == whole


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    house.write("home/.sealskill/cache", "a file where the folder should be")
    assert len(house.load(overrides={"skills.allow_bundled": []}).ready) == 5


def test_a_changed_file_is_never_answered_from_the_cache(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    house.load()
    house.write("work/skills/s1/SKILL.md", skill_md("s1", "Now does another thing."))
    found = house.load().named("s1")
    assert found.skill.description == "Now does another thing."  # type: ignore[union-attr]


def test_uses_are_remembered(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c", "one")
    cache.note_use(["pdf"])
    cache.close()
    assert Cache(tmp_path / "c", "one").used().keys() == {"pdf"}
