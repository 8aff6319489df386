"""Trust follows bytes and origin. Each attack is told whole: a house, one load, and who is believed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.check.house import House, live, names, said, skill_md, state

from sealskill import Runtime
from sealskill.check import trust
from sealskill.errors import BadLock, UsageError
from sealskill.model.draft import Root, RootLabel
from sealskill.model.skill import Origin, TrustLevel

ROOT = Root(path="/r", label=RootLabel.PERSONAL, trusted=True)
SEAL = "sha256:" + "a" * 64
MINE, THEIRS, MANAGED = "home/.agents/skills", "work/skills", "home/.sealskill/skills"
RECORD = ".clawhub/origin.json"
LOCAL, COMMUNITY, BUILTIN = TrustLevel.LOCAL, TrustLevel.COMMUNITY, TrustLevel.BUILTIN


def level(runtime: Runtime, name: str = "pdf") -> TrustLevel:
    return live(runtime, name).trust.level


# The judgement itself.


@pytest.mark.parametrize(
    ("trusted", "record", "seal", "expected"),
    [
        (True, "", None, LOCAL),
        (True, "", SEAL, BUILTIN),
        (True, "clawhub", None, COMMUNITY),
        (True, "clawhub", SEAL, BUILTIN),
        (False, "", None, COMMUNITY),
        (False, "", SEAL, BUILTIN),
        (False, "clawhub", "sha256:" + "b" * 64, COMMUNITY),
        (True, "", "", LOCAL),
    ],
)
def test_only_a_shipped_seal_raises_trust_and_a_record_only_lowers_it(
    trusted: bool, record: str, seal: str | None, expected: TrustLevel
) -> None:
    root = Root(path="/r", label=RootLabel.PERSONAL, trusted=trusted)
    assert trust.judge(root, Origin(source=record), seal, frozenset({SEAL})).level is expected


def test_an_empty_list_of_seals_makes_nothing_builtin() -> None:
    assert trust.judge(ROOT, Origin(), SEAL, frozenset()).level is LOCAL


def test_the_reason_names_the_record_or_the_root() -> None:
    said_so = trust.judge(
        ROOT, Origin(source="clawhub", record="/r/pdf/.clawhub/origin.json", ref="pdf"), None, frozenset()
    )
    assert said_so.why == "/r/pdf/.clawhub/origin.json says it came from pdf"


# A stranger's package in the person's own folder.


def downloaded(base: Path) -> House:
    files = {f"{MINE}/pdf/SKILL.md": skill_md("pdf"), f"{MINE}/pdf/{RECORD}": '{"slug": "pdf"}'}
    house = House(base, files)
    assert level(house.load()) is COMMUNITY
    return house


def test_record_deleted(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.rmtree(tmp_path / MINE / "pdf/.clawhub")
    assert level(house.load()) is COMMUNITY


def test_record_deleted_and_one_byte_changed_in_place(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.rmtree(tmp_path / MINE / "pdf/.clawhub")
    house.write(f"{MINE}/pdf/SKILL.md", skill_md("pdf", body="Do It."))
    assert level(house.load()) is COMMUNITY


@pytest.mark.parametrize("name", ["pdf", "pdf-2"])
def test_record_deleted_and_moved_to_another_root(name: str, tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.rmtree(tmp_path / MINE / "pdf/.clawhub")
    (tmp_path / MANAGED).mkdir(parents=True)
    shutil.move(tmp_path / MINE / "pdf", tmp_path / MANAGED / name)
    assert level(house.load()) is COMMUNITY


def test_record_deleted_and_copied_beside_the_original(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.copytree(tmp_path / MINE / "pdf", tmp_path / MANAGED / "pdf", ignore=shutil.ignore_patterns(".clawhub"))
    runtime = house.load()
    assert level(runtime) is COMMUNITY
    assert [one.trust.level for one in runtime.inventory.shadowed] == [COMMUNITY]


def move(house: House) -> None:
    (house.base / MANAGED).mkdir(parents=True, exist_ok=True)
    shutil.move(house.base / MINE / "pdf", house.base / MANAGED / "pdf")


@pytest.mark.parametrize("body", ["Do iT.", "Do something longer."], ids=["same size", "another size"])
@pytest.mark.parametrize("first", ["edit", "delete"])
def test_edited_in_place_record_deleted_and_moved_with_a_look_after_each(first: str, body: str, tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    for step in ("edit", "delete") if first == "edit" else ("delete", "edit"):
        if step == "edit":
            house.write(f"{MINE}/pdf/SKILL.md", skill_md("pdf", body=body))
        else:
            shutil.rmtree(tmp_path / MINE / "pdf/.clawhub")
        assert level(house.load()) is COMMUNITY
    move(house)
    assert level(house.load()) is COMMUNITY


def test_record_deleted_moved_and_then_edited(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    shutil.rmtree(tmp_path / MINE / "pdf/.clawhub")
    move(house)
    assert level(house.load()) is COMMUNITY
    house.write(f"{MANAGED}/pdf/SKILL.md", skill_md("pdf", body="Do something longer."))
    assert level(house.load()) is COMMUNITY


def test_an_earlier_version_that_is_put_back_elsewhere_is_still_known(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    house.write(f"{MINE}/pdf/SKILL.md", skill_md("pdf", body="Newer."))
    assert level(house.load()) is COMMUNITY
    house.write(f"{MANAGED}/old/SKILL.md", skill_md("pdf"))
    assert [one.trust.level for one in house.load().inventory.shadowed] == [COMMUNITY]


def test_a_package_that_did_not_change_is_remembered_once(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    before = house.lock.read_bytes()
    house.load()
    assert house.lock.read_bytes() == before


def test_a_package_of_the_persons_own_that_is_moved_stays_theirs(tmp_path: Path) -> None:
    house = downloaded(tmp_path)
    house.write(f"{MANAGED}/mine/SKILL.md", skill_md("mine"))
    assert level(house.load(), "mine") is LOCAL


# A repository that was cloned.

SECRET = '{"source": "exec", "command": ["touch", "ran"]}'


def cloned(base: Path, settings: str = "", **files: str) -> House:
    given = {f"{THEIRS}/pdf/SKILL.md": skill_md("pdf", "Theirs."), **files}
    return House(base, {**given, "work/sealskill.yaml": settings} if settings else given)


def test_cloned_repository(tmp_path: Path) -> None:
    assert level(cloned(tmp_path).load()) is COMMUNITY


@pytest.mark.parametrize("place", ["work/.sealskill/lock.json", "work/lock.json", f"{THEIRS}/pdf/lock.json"])
def test_a_lock_that_a_repository_brings_is_nobodys_word(place: str, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.load().workspaces.trust(house.work)
    forged = house.lock.read_text()
    house.lock.unlink()
    cloned(tmp_path)
    house.write(place, forged)
    assert level(house.load()) is COMMUNITY


def test_a_repository_cannot_lower_or_shadow_what_is_the_persons(tmp_path: Path) -> None:
    lock = json.dumps({"skills": {"pdf": {"source": "evil/pdf"}, "mine": {"source": "evil/mine"}}})
    house = cloned(tmp_path, **{"work/skills-lock.json": lock, f"{MINE}/pdf/SKILL.md": skill_md("pdf", "Mine.")})
    runtime = house.load()
    assert level(runtime) is LOCAL
    assert live(runtime, "pdf").skill.description == "Mine."
    assert names(runtime.inventory.shadowed) == ["pdf"]


def test_a_repository_whose_settings_carry_an_exec_secret_is_not_obeyed_and_told_on(tmp_path: Path) -> None:
    needs = 'metadata: {"openclaw": {"requires": {"env": ["TOKEN"]}, "primaryEnv": "TOKEN"}}'
    house = cloned(tmp_path, f"skills: {{entries: {{pdf: {{api_key: {SECRET}}}}}}}\n")
    house.write(f"{THEIRS}/pdf/SKILL.md", skill_md("pdf", "Theirs.", needs))
    runtime = house.load()
    assert said(live(runtime, "pdf"), "env") == ["needs TOKEN"]
    assert [notice for notice in runtime.inventory.notices if "api_key" in notice and "ignored" in notice]
    assert not list(tmp_path.rglob("ran"))


def test_a_repository_cannot_trust_itself_or_add_a_root(tmp_path: Path) -> None:
    load = f"skills: {{load: {{trusted_roots: ['{tmp_path}/work/skills'], extra_dirs: ['{tmp_path}/work/more']}}}}\n"
    house = cloned(tmp_path, load, **{"work/more/more/SKILL.md": skill_md("more")})
    runtime = house.load()
    assert level(runtime) is COMMUNITY
    assert names(runtime.skills) == ["audit-report", "pdf", "skill-author", "skill-review"]


# A workspace the person trusts.


def test_a_trusted_workspace_is_local_until_its_settings_are_edited_or_trust_is_revoked(tmp_path: Path) -> None:
    house = cloned(tmp_path, "skills: {pinned: [pdf]}\n")
    runtime = house.load()
    runtime.workspaces.trust(house.work)
    assert level(house.load()) is LOCAL
    house.write("work/sealskill.yaml", "skills: {pinned: [pdf, x]}\n")
    assert level(house.load()) is COMMUNITY
    assert [one.current for one in runtime.workspaces.all()] == [False]
    runtime.workspaces.trust(house.work)
    assert level(house.load()) is LOCAL
    assert runtime.workspaces.revoke(house.work)
    assert level(house.load()) is COMMUNITY


@pytest.mark.parametrize("edit", ["appears", "vanishes"])
def test_settings_that_appear_or_vanish_are_an_edit(edit: str, tmp_path: Path) -> None:
    house = cloned(tmp_path, "skills: {pinned: [pdf]}\n" if edit == "vanishes" else "")
    house.load().workspaces.trust(house.work)
    if edit == "appears":
        house.write("work/sealskill.yaml", "skills: {pinned: [pdf]}\n")
    else:
        (house.work / "sealskill.yaml").unlink()
    assert level(house.load()) is COMMUNITY


def test_a_record_of_origin_counts_in_a_trusted_workspace_too(tmp_path: Path) -> None:
    house = cloned(tmp_path, **{f"{THEIRS}/pdf/{RECORD}": "{}"})
    house.load().workspaces.trust(house.work)
    assert level(house.load()) is COMMUNITY


def test_another_folder_of_that_name_is_another_workspace(tmp_path: Path) -> None:
    house = cloned(tmp_path)
    house.load().workspaces.trust(house.work)
    house.work.rename(tmp_path / "old")
    (tmp_path / "old").joinpath("skills").rename(tmp_path / "skills")
    house.work.symlink_to("old")
    (tmp_path / "skills").rename(tmp_path / "old/skills")
    assert level(house.load()) is COMMUNITY


def test_a_file_cannot_be_trusted(tmp_path: Path) -> None:
    runtime = House(tmp_path).load()
    with pytest.raises(UsageError, match="not a folder"):
        runtime.workspaces.trust(House(tmp_path).write("work/notes.md", ""))


# Names and keys, end to end.


def test_a_stranger_that_claims_the_name_stands_behind(tmp_path: Path) -> None:
    house = cloned(tmp_path, **{f"{MINE}/pdf/SKILL.md": skill_md("pdf", "Mine.")})
    assert live(house.load(), "pdf").skill.description == "Mine."


@pytest.mark.parametrize("twin", ["PDF", "ｐｄｆ", "pd\u200bf"])
def test_a_stranger_whose_name_only_looks_the_same_stands_behind(twin: str, tmp_path: Path) -> None:
    files = {f"{THEIRS}/pdf/SKILL.md": skill_md(twin, "Theirs."), f"{MINE}/pdf/SKILL.md": skill_md("pdf", "Mine.")}
    runtime = House(tmp_path, files).load()
    assert [one.skill.description for one in runtime.ready if one.trust.level is not BUILTIN] == ["Mine."]
    assert [one.skill.description for one in runtime.inventory.shadowed] == ["Theirs."]


def test_a_stranger_that_claims_the_key_is_blocked_and_gets_no_secret(tmp_path: Path) -> None:
    claims = 'metadata: {"openclaw": {"skillKey": "pdf", "requires": {"env": ["TOKEN"]}, "primaryEnv": "TOKEN"}}'
    files = {f"{THEIRS}/helper/SKILL.md": skill_md("helper", "x", claims), f"{MINE}/pdf/SKILL.md": skill_md("pdf")}
    runtime = House(tmp_path, files).load(overrides={"skills.entries.pdf.api_key": "hunter2"})
    one = live(runtime, "helper")
    assert said(one, "identity") == [f"the key 'pdf' is also that of {tmp_path / MINE / 'pdf'}"]
    assert said(one, "env") == ["TOKEN is kept for another package; this one is community"]
    assert state(runtime, "pdf") == "ready"


def test_a_newcomer_with_the_key_of_a_skill_that_is_gone_gets_no_secret(tmp_path: Path) -> None:
    claims = 'metadata: {"openclaw": {"skillKey": "pdf", "requires": {"env": ["TOKEN"]}, "primaryEnv": "TOKEN"}}'
    runtime = House(tmp_path, {f"{THEIRS}/helper/SKILL.md": skill_md("helper", "x", claims)}).load(
        overrides={"skills.entries.pdf.api_key": "hunter2"}
    )
    one = live(runtime, "helper")
    assert said(one, "env") == ["TOKEN is kept for another package; this one is community"]
    assert "skills.entries.pdf.seal" in next(check.advice for check in one.checks if not check.ok)


def tool_package(house: House, folder: str, name: str) -> None:
    house.write(
        f"{folder}/skill.json", json.dumps({"name": name, "description": "x", "entry": "run.sh", "class": "safe"})
    )
    house.write(f"{folder}/run.sh", "#!/bin/sh\n").chmod(0o755)


@pytest.mark.parametrize("name", ["exec", "gateway", "read", "find_skill"])
def test_a_package_whose_tool_is_called_like_a_built_in_one_is_blocked(name: str, tmp_path: Path) -> None:
    house = House(tmp_path)
    tool_package(house, f"{MANAGED}/x", name)
    assert said(live(house.load(), name), "identity") == [f"the tool name '{name}' is reserved for a built-in tool"]


def test_of_two_roots_with_one_tool_the_first_is_registered_and_the_second_reported(tmp_path: Path) -> None:
    house = House(tmp_path)
    for root in ("one", "two"):
        tool_package(house, f"{root}/disk", "disk")
    dirs = f"{tmp_path}/one:{tmp_path}/two"
    runtime = house.load(environ={"SEALSKILL_EXTERNAL_DIRS": dirs})
    assert runtime.registered == 1
    assert live(runtime, "disk").skill.folder == str(tmp_path / "one/disk")
    assert runtime.inventory.log[-1] == (
        f'skill loader: skill "disk" already registered, skipping {tmp_path}/two/disk/skill.json'
    )


# The lock, through the front door.


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"version": 7}'])
def test_a_torn_lock_ends_the_load(torn: str, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("home/.sealskill/lock.json", torn)
    with pytest.raises(BadLock):
        house.load()


def test_a_lock_that_everybody_may_write_to_ends_the_load(tmp_path: Path) -> None:
    house = cloned(tmp_path)
    house.load().workspaces.trust(house.work)
    house.lock.chmod(0o666)
    with pytest.raises(BadLock, match="everybody"):
        house.load()
