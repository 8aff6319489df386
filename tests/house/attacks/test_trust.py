"""Packages that want to be believed more than they should be."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.check.house import House, live, skill_md

from sealskill import Runtime
from sealskill.errors import CannotSeal
from sealskill.model.skill import TrustLevel

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


def test_a_folder_of_another_system_is_a_strangers(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.claude/skills/x/SKILL.md": skill_md("x")})
    assert level(house.load(overrides={"skills.load.also": ["claude"]})) is TrustLevel.COMMUNITY


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


def test_a_cache_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{MINE}/SKILL.md": skill_md("x")})
    cache = tmp_path / "home/.sealskill/cache"
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    house.load().snapshot()
    assert list(cache.iterdir()) == []
