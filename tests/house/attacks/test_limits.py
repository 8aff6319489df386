"""Folders made to keep us busy or to lead us astray. Each cap ends it, and what was left out is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.check.house import House, skill_md, state

from sealskill import Runtime

ROOT = "work/skills"


def capped(house: House, limit: str, value: int) -> Runtime:
    return house.load(overrides={f"skills.limits.{limit}": value})


@pytest.mark.parametrize(
    ("limit", "value", "files"),
    [
        ("max_depth", 2, {f"{ROOT}/a/b/c/d/SKILL.md": skill_md("d")}),
        ("max_candidates_per_root", 2, {f"{ROOT}/{name}/SKILL.md": skill_md(name) for name in "abcde"}),
        ("max_entries_per_root", 3, {f"{ROOT}/{name}/SKILL.md": skill_md(name) for name in "abcde"}),
        ("max_skipped_entries", 2, {f"{ROOT}/node_modules/{name}/SKILL.md": skill_md(name) for name in "abcde"}),
    ],
)
def test_a_root_without_end_is_cut_and_the_cut_is_said(
    limit: str, value: int, files: dict[str, str], tmp_path: Path
) -> None:
    house = House(tmp_path, files)
    assert any(limit in notice for notice in capped(house, limit, value).inventory.notices)
    assert not any(limit in notice for notice in house.load().inventory.notices)


@pytest.mark.parametrize(
    ("limit", "value", "code"),
    [
        ("max_files_per_skill", 2, "package-too-large"),
        ("max_bytes_per_skill", 300, "package-too-large"),
        ("max_skill_file_bytes", 20, "manifest-too-large"),
        ("max_frontmatter_bytes", 20, "frontmatter-too-large"),
    ],
)
def test_a_package_over_a_cap_never_loads(limit: str, value: int, code: str, tmp_path: Path) -> None:
    files = {f"{ROOT}/x/references/{name}.md": "word " * 30 for name in "abc"}
    house = House(tmp_path, {**files, f"{ROOT}/x/SKILL.md": skill_md("x")})
    runtime = capped(house, limit, value)
    assert (state(house.load(), "x"), state(runtime, "x")) == ("ready", "invalid")
    assert code in {problem.code for problem in runtime.problems}


@pytest.mark.parametrize(("limit", "value"), [("max_schema_bytes", 64), ("max_schema_depth", 3)])
def test_a_schema_over_a_cap_never_loads(limit: str, value: int, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a": {"properties": {"b": {"properties": {"c": {"type": "string"}}}}}}}
    manifest = {"name": "x", "description": "Does a thing.", "entry": "run.sh", "schema": schema}
    house = House(tmp_path, {"home/.sealskill/skills/x/skill.json": json.dumps(manifest)})
    house.write("home/.sealskill/skills/x/run.sh", "#!/bin/sh\n").chmod(0o755)
    assert (state(house.load(), "x"), state(capped(house, limit, value), "x")) == ("ready", "invalid")


def test_a_link_out_of_its_root_is_followed_only_where_a_person_allowed_it(tmp_path: Path) -> None:
    house = House(tmp_path, {"elsewhere/x/SKILL.md": skill_md("x"), f"{ROOT}/y/SKILL.md": skill_md("y")})
    (tmp_path / ROOT / "x").symlink_to("../../elsewhere/x")
    runtime = house.load()
    assert [one.skill.name for one in runtime.skills if one.skill.name in "xy"] == ["y"]
    assert ["leads out of its root" in one.why for one in runtime.inventory.unreadable] == [True]
    allowed = {"skills.load.allow_link_targets": [str(tmp_path / "elsewhere")]}
    assert state(house.load(overrides=allowed), "x") == "ready"


def test_a_file_linked_from_outside_stops_the_package(tmp_path: Path) -> None:
    house = House(tmp_path, {"secret.txt": "secret", f"{ROOT}/x/SKILL.md": skill_md("x")})
    (tmp_path / ROOT / "x/notes.md").symlink_to("../../../secret.txt")
    assert state(house.load(), "x") == "invalid"


def test_links_in_a_ring_end(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{ROOT}/a/x/SKILL.md": skill_md("x")})
    for name in ("b", "c", "d"):
        (tmp_path / ROOT / "a" / name).symlink_to("../a")
    assert state(house.load(), "x") == "ready"


def test_a_tool_does_not_load_from_a_root_nobody_allowed(tmp_path: Path) -> None:
    manifest = json.dumps({"name": "x", "description": "Does a thing.", "entry": "run.sh"})
    house = House(tmp_path, {f"{ROOT}/x/skill.json": manifest})
    house.write(f"{ROOT}/x/run.sh", "#!/bin/sh\n").chmod(0o755)
    assert state(house.load(), "x") == "invalid"
    assert state(house.load(overrides={"skills.load.allow_json_in": [str(tmp_path / ROOT)]}), "x") == "ready"


@pytest.mark.parametrize("loose", ["skill.json", "run.sh", "."])
def test_a_tool_that_everybody_may_change_does_not_load(loose: str, tmp_path: Path) -> None:
    manifest = json.dumps({"name": "x", "description": "Does a thing.", "entry": "run.sh"})
    house = House(tmp_path, {"home/.sealskill/skills/x/skill.json": manifest})
    house.write("home/.sealskill/skills/x/run.sh", "#!/bin/sh\n").chmod(0o755)
    folder = tmp_path / "home/.sealskill/skills/x"
    (folder / loose).chmod(0o777)
    assert state(house.load(), "x") == "invalid"


def test_an_ignore_file_hides_nothing_unless_a_person_asked_and_never_in_silence(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{ROOT}/x/SKILL.md": skill_md("x"), f"{ROOT}/.gitignore": "x/\n"})
    assert state(house.load(), "x") == "ready"
    census = house.load(overrides={"skills.load.ignore_files": True}).inventory.census
    assert (census.skipped, census.manifests) == (1, house.load().inventory.census.manifests)
