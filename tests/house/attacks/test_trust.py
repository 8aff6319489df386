"""Packages that want to be believed more than they should be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.check.house import House, live, skill_md, state

from sealskill import Runtime
from sealskill.errors import BadLock, CannotSeal
from sealskill.model.skill import Blocked, TrustLevel

MINE = "home/.agents/skills/x"
MANAGED = "home/.sealskill/skills/x"
RECORD = ".clawhub/origin.json"


def downloaded(base: Path, record: str = '{"slug": "x"}') -> House:
    """A package with a record of origin in the person's own folder, and one load that saw it."""
    house = House(base, {f"{MINE}/SKILL.md": skill_md("x"), f"{MINE}/{RECORD}": record})
    assert level(house.load()) is TrustLevel.COMMUNITY
    return house


def level(runtime: Runtime, name: str = "x") -> TrustLevel:
    return live(runtime, name).trust.level


def test_deleting_the_record_changes_nothing(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.rmtree(tmp_path / MINE / ".clawhub")
    assert level(house.load()) is TrustLevel.COMMUNITY


def test_deleting_the_record_and_editing_changes_nothing(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.rmtree(tmp_path / MINE / ".clawhub")
    house.write(f"{MINE}/SKILL.md", skill_md("x", body="Edited."))
    assert level(house.load()) is TrustLevel.COMMUNITY


@pytest.mark.parametrize("stripped", [True, False])
def test_moving_to_a_trusted_root_changes_nothing(stripped: bool, tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    if stripped:
        shutil.rmtree(tmp_path / MINE / ".clawhub")
    (tmp_path / MANAGED).parent.mkdir(parents=True)
    (tmp_path / MINE).rename(tmp_path / MANAGED)
    assert level(house.load()) is TrustLevel.COMMUNITY


@pytest.mark.parametrize(
    "record", ["", "{", "[]", '{"trust": "builtin"}', '{"signature": "verified", "level": "local"}']
)
def test_a_record_can_only_lower_trust(record: str, tmp_path: Path) -> None:
    assert level(downloaded(tmp_path, record).load()) is TrustLevel.COMMUNITY


def test_an_origin_in_a_lock_file_of_another_tool_counts(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{MINE}/SKILL.md": skill_md("x")})
    assert level(house.load()) is TrustLevel.LOCAL
    house.write("home/.agents/.skill-lock.json", '{"skills": {"x": {"source": "owner/repository"}}}')
    assert level(house.load()) is TrustLevel.COMMUNITY


def test_a_cloned_repository_is_a_strangers(tmp_path: Path) -> None:
    files = {"work/skills/x/SKILL.md": skill_md("x"), "work/.agents/skills/y/SKILL.md": skill_md("y")}
    runtime = House(tmp_path, files).load()
    assert {level(runtime, name) for name in ("x", "y")} == {TrustLevel.COMMUNITY}


def test_a_folder_of_another_system_is_a_strangers(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.claude/skills/x/SKILL.md": skill_md("x")})
    assert level(house.load(overrides={"skills.load.also": ["claude"]})) is TrustLevel.COMMUNITY


def test_trust_of_a_workspace_ends_with_an_edit_of_its_settings(tmp_path: Path) -> None:
    house = House(
        tmp_path, {"work/skills/x/SKILL.md": skill_md("x"), "work/sealskill.yaml": "skills: {disabled: [y]}\n"}
    )
    house.load().workspaces.trust(house.work)
    assert level(house.load()) is TrustLevel.LOCAL
    house.write("work/sealskill.yaml", "skills: {load: {extra_dirs: [/]}}\n")
    assert level(house.load()) is TrustLevel.COMMUNITY
    assert house.load().settings.load.extra_dirs == ()


def test_a_stranger_never_stands_in_front_of_a_trusted_skill(tmp_path: Path) -> None:
    mine = {f"{MINE}/SKILL.md": skill_md("x"), "work/skills/x/SKILL.md": skill_md("x", "Another.")}
    runtime = House(tmp_path, mine).load()
    assert level(runtime) is TrustLevel.LOCAL
    assert [one.skill.description for one in runtime.inventory.shadowed] == ["Another."]


def test_a_name_that_only_looks_the_same_is_the_same(tmp_path: Path) -> None:
    mine = {f"{MINE}/SKILL.md": skill_md("x"), "work/skills/y/SKILL.md": skill_md("X", "Another.")}
    assert [one.skill.description for one in House(tmp_path, mine).load().inventory.shadowed] == ["Another."]


def test_a_claimed_key_of_another_skill_blocks_the_claimer(tmp_path: Path) -> None:
    claim = 'metadata: {"openclaw": {"skillKey": "x"}}'
    files = {f"{MINE}/SKILL.md": skill_md("x"), "work/skills/y/SKILL.md": skill_md("y", "Another.", claim)}
    runtime = House(tmp_path, files).load()
    thief = live(runtime, "y")
    assert isinstance(thief, Blocked)
    assert (thief.cause, state(runtime, "x")) == ("identity", "ready")


def test_nothing_calls_itself_signed(tmp_path: Path) -> None:
    files = {f"{MINE}/SKILL.md": skill_md("x"), f"{MINE}/SKILL.md.minisig": "trusted comment", f"{MINE}/.signed": ""}
    assert level(House(tmp_path, files).load()) is TrustLevel.LOCAL


def test_a_changed_sealed_copy_is_refused(tmp_path: Path) -> None:
    snapshot = House(tmp_path, {f"{MINE}/SKILL.md": skill_md("x")}).load().snapshot()
    kept = snapshot.sealed_copy(snapshot.named("x")) / "SKILL.md"
    kept.chmod(0o600)
    kept.write_text(skill_md("x", body="Something else."))
    with pytest.raises(CannotSeal, match="was changed"):
        snapshot.text("x")


def test_a_file_that_changes_between_listing_and_sealing_leaves_the_skill_out(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{MINE}/SKILL.md": skill_md("x"), f"{MINE}/scripts/run.sh": "true\n"})
    runtime = house.load()
    house.write(f"{MINE}/scripts/run.sh", "evil\n")
    snapshot = runtime.snapshot()
    assert "x" not in {one.skill.name for one in snapshot.ready}
    assert "changed since it was listed" in " ".join(snapshot.notices)


@pytest.mark.parametrize("torn", ["", "{", '{"version": 2}', '{"version": 1, "workspaces": [], "adoptions": []}'])
def test_a_torn_lock_is_an_error_and_never_an_empty_one(torn: str, tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    house.lock.write_text(torn)
    with pytest.raises(BadLock):
        house.load()


def test_a_cache_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{MINE}/SKILL.md": skill_md("x")})
    cache = tmp_path / "home/.sealskill/cache"
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    house.load().snapshot()
    assert list(cache.iterdir()) == []
