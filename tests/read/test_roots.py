"""Where skills are looked for, in which order, and how far each place is trusted."""

from __future__ import annotations

from pathlib import Path

import msgspec
from tests.read.ground import plant

from sealskill.model.draft import RootLabel
from sealskill.model.settings import LoadSettings, Settings
from sealskill.read import roots


def place(base: Path, **load: object) -> Settings:
    return Settings(
        home=str(base / "home"), state=str(base / "home/.sealskill"), workspace=str(base / "work"),
        load=msgspec.convert(load, LoadSettings),
    )  # fmt: skip


def rows(base: Path, settings: Settings) -> list[tuple[str, str, bool, bool]]:
    return [
        (one.label.value, one.path.removeprefix(f"{base}/"), one.trusted, one.allows_json)
        for one in roots.usual(settings, base / "bundled")
    ]


def test_the_usual_places_stand_in_the_documented_order(tmp_path: Path) -> None:
    settings = place(tmp_path, extra_dirs=[f"{tmp_path}/more"], external_dirs=[f"{tmp_path}/ext", "relative"])
    assert rows(tmp_path, settings) == [
        ("workspace", "work/skills", False, False),
        ("project", "work/.agents/skills", False, False),
        ("personal", "home/.agents/skills", True, False),
        ("managed", "home/.sealskill/skills", True, True),
        ("bundled", "bundled", False, True),
        ("extra", "more", True, False),
        ("external", "ext", True, True),
    ]
    assert [one.rank for one in roots.usual(settings, tmp_path / "bundled")] == list(range(7))


def test_a_workspace_is_trusted_only_when_a_person_trusted_it(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(place(tmp_path), workspace_trusted=True)
    assert [row[2] for row in rows(tmp_path, settings)][:2] == [True, True]


def test_folders_of_other_systems_are_read_when_asked_and_never_trusted(tmp_path: Path) -> None:
    also = [row for row in rows(tmp_path, place(tmp_path, also=["claude", "ongrid"])) if row[0] == "extra"]
    assert also == [
        ("extra", "home/.claude/skills", False, False),
        ("extra", "work/.claude/skills", False, False),
        ("extra", "/etc/ongrid/skills", False, True),
    ]


def test_folders_of_other_systems_that_are_not_read_are_told(tmp_path: Path) -> None:
    plant(tmp_path, {"home/.openclaw/skills/": "", "work/.codex/skills/": ""})
    told = {(system, path.removeprefix(f"{tmp_path}/")) for system, path in roots.elsewhere(place(tmp_path))}
    assert {("openclaw", "home/.openclaw/skills"), ("codex", "work/.codex/skills")} <= told


def test_one_folder_under_two_names_is_one_root(tmp_path: Path) -> None:
    plant(tmp_path, {"real/": "", "link -> real": ""})
    settings = place(tmp_path)
    assert len(roots.named([tmp_path / "real", tmp_path / "link", f"{tmp_path}/real/../real/"], settings)) == 1


def test_a_named_root_is_trusted_and_takes_tools_only_by_a_setting(tmp_path: Path) -> None:
    plant(tmp_path, {"one/": "", "link -> one": ""})
    (plain,) = roots.named([tmp_path / "one"], place(tmp_path))
    settings = place(tmp_path, trusted_roots=[f"{tmp_path}/link"], allow_json_in=[f"{tmp_path}/one"])
    (vouched,) = roots.named([tmp_path / "one"], settings)
    assert (plain.label, plain.trusted, plain.allows_json) == (RootLabel.EXTRA, False, False)
    assert (vouched.trusted, vouched.allows_json, vouched.searched_on) == (True, True, False)
