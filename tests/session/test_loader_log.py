"""The four lines that the format of `skill.json` promises, word for word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tests.check.house import House

from sealskill.runtime import Runtime

GOOD = {"name": "disk_cleaner", "description": "Free up disk.", "entry": "run.sh", "class": "mutating"}


def package(house: House, folder: str, manifest: str | Mapping[str, object]) -> None:
    text = manifest if isinstance(manifest, str) else json.dumps(manifest)
    house.write(f"ext/{folder}/skill.json", text)
    house.write(f"ext/{folder}/run.sh", "#!/bin/sh\necho '{}'\n").chmod(0o755)


def load(house: House, dirs: str) -> Runtime:
    return house.load(environ={"SEALSKILL_EXTERNAL_DIRS": dirs})


def test_the_four_lines_are_those_of_the_format(tmp_path: Path) -> None:
    house = House(tmp_path)
    package(house, "a-disk-cleaner", GOOD)
    package(house, "b-broken-one", GOOD)
    package(house, "c-typo", "{,}")
    package(house, "d-bad-path", {**GOOD, "name": "bad_path", "entry": "/tmp/escape.sh"})
    runtime = load(house, f"{house.base / 'ext'}:relative/dir,{house.base / 'missing'}")
    ext = house.base / "ext"
    assert runtime.inventory.log == (
        'skill loader: skip non-absolute dir "relative/dir"',
        f'skill loader: registered subprocess skill "disk_cleaner" from {ext}/a-disk-cleaner/skill.json',
        f'skill loader: skill "disk_cleaner" already registered, skipping {ext}/b-broken-one/skill.json',
        f"skill loader: parse {ext}/c-typo/skill.json: invalid character ',' looking for beginning of object key",
        f'skill loader: build "bad_path": entry /tmp/escape.sh escapes allowlist root {ext}',
    )
    assert runtime.registered == 1


def test_the_first_root_registers_and_the_second_is_told(tmp_path: Path) -> None:
    house = House(tmp_path)
    package(house, "one/clean", GOOD)
    package(house, "two/clean", GOOD)
    log = load(house, f"{house.base}/ext/two;{house.base}/ext/one").inventory.log
    assert "registered" in log[0]
    assert "ext/two/clean" in log[0]
    assert log[1].endswith(f"already registered, skipping {house.base}/ext/one/clean/skill.json")


def test_an_empty_place_is_quiet_and_registers_nothing(tmp_path: Path) -> None:
    runtime = load(House(tmp_path), str(tmp_path / "nothing"))
    assert (runtime.inventory.log, runtime.registered) == ((), 0)
