"""The sealed copy: what was sealed is what is read and run, whatever happens to the folder or to us."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from tests.read.ground import RUN, drafts, md, one_draft, plant, tool, walk

from sealskill.check import spec
from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.model.draft import Draft
from sealskill.model.skill import Skill
from sealskill.read import digest, sealed

FILES: dict[str, str | bytes] = {
    "a/SKILL.md": md(), "a/run*": RUN, "a/d/e/data": "x", "a/.env": "", "a/link -> d/e/data": "", "a/é": "",
    "a/.git/config": "secret", "a/__pycache__/x.pyc": "x", "a/.DS_Store": "x",
}  # fmt: skip


def skill_of(one: Draft) -> Skill:
    found = spec.check(one)
    assert isinstance(found, Skill), found
    return found


@pytest.fixture
def skill(tmp_path: Path) -> Skill:
    return skill_of(one_draft(plant(tmp_path / "root", FILES)))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sealed.store_for(tmp_path / "state")


def listed(folder: Path) -> set[str]:
    return {os.path.relpath(os.path.join(place, name), folder) for place, _, files in os.walk(folder) for name in files}


def test_a_copy_holds_what_is_sealed_and_may_only_be_read(skill: Skill, store: Path) -> None:
    kept = sealed.keep(skill, digest.seal(skill), store)
    assert listed(kept) == {"SKILL.md", "run", "d/e/data", ".env", "link", "é"}
    modes = {path: (kept / path).stat().st_mode & 0o7777 for path in ("SKILL.md", "run", "d/e/data", "d/e", "d", ".")}
    assert modes == {"SKILL.md": 0o400, "run": 0o500, "d/e/data": 0o400, "d/e": 0o500, "d": 0o500, ".": 0o500}
    assert os.readlink(kept / "link") == "d/e/data"
    assert store.stat().st_mode & 0o7777 == 0o700


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_the_modes_do_not_depend_on_the_umask(skill: Skill, store: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        kept = sealed.keep(skill, digest.seal(skill), store)
    finally:
        os.umask(before)
    assert ((kept / "run").stat().st_mode & 0o777, (kept / "d").stat().st_mode & 0o777) == (0o500, 0o500)
    assert sealed.keep(skill, digest.seal(skill), store) == kept


def test_a_copy_shares_no_bytes_with_the_folder(skill: Skill, store: Path) -> None:
    kept = sealed.keep(skill, digest.seal(skill), store)
    assert {(kept / path).lstat().st_nlink for path in listed(kept)} == {1}
    Path(skill.folder, "d/e/data").write_text("changed")
    assert (kept / "d/e/data").read_text() == "x"


def test_the_copy_of_an_outside_executable_stands_in_the_copy(tmp_path: Path, store: Path) -> None:
    plant(tmp_path / "r", {"t/skill.json": tool(entry=f"{tmp_path}/r/bin/go"), "bin/go*": RUN})
    one = skill_of(drafts(walk(tmp_path / "r", external=True))[0])
    kept = sealed.keep(one, digest.seal(one), store)
    assert (kept / one.manifest.tools[0].entry).read_text() == RUN
    assert sealed.keep(one, digest.seal(one), store) == kept


def write_into(kept: Path, name: str, text: str) -> None:
    kept.chmod(0o700)
    (kept / name).parent.mkdir(exist_ok=True)
    (kept / name).unlink(missing_ok=True)
    (kept / name).write_text(text)
    (kept / name).chmod(0o400)
    kept.chmod(0o500)


def writable(act: Callable[[Path], object]) -> Callable[[Path], None]:
    def tamper(kept: Path) -> None:
        kept.chmod(0o700)
        act(kept)

    return tamper


def relink(kept: Path) -> None:
    (kept / "link").unlink()
    (kept / "link").symlink_to("/etc/passwd")


def empty(kept: Path) -> None:
    shutil.rmtree(kept)
    kept.mkdir()


def file_instead(kept: Path) -> None:
    shutil.rmtree(kept)
    kept.write_text("")


TAMPERED: dict[str, Callable[[Path], object]] = {
    "a byte": lambda kept: write_into(kept, "SKILL.md", md(body="Do evil")),
    "a file": lambda kept: write_into(kept, "more", ""),
    "compiled code that a seal does not cover": lambda kept: write_into(kept, "__pycache__/run.pyc", "evil"),
    "a history": lambda kept: write_into(kept, ".git/config", "evil"),
    "a dropping": lambda kept: write_into(kept, ".DS_Store", ""),
    "an execute bit": lambda kept: (kept / "d/e/data").chmod(0o500),
    "a link": writable(relink),
    "a file less": writable(lambda kept: (kept / ".env").unlink()),
    "everything": writable(empty),
    "a file in place of the folder": writable(file_instead),
}


@pytest.mark.parametrize("tamper", TAMPERED.values(), ids=TAMPERED)
def test_a_copy_that_was_changed_is_refused(skill: Skill, store: Path, tamper: Callable[[Path], object]) -> None:
    seal = digest.seal(skill)
    kept = sealed.keep(skill, seal, store)
    tamper(kept)
    with pytest.raises(CannotSeal) as refused:
        sealed.keep(skill, seal, store)
    assert str(kept) in refused.value.advice


def test_a_folder_that_is_no_longer_what_was_sealed_is_not_copied(skill: Skill, store: Path) -> None:
    seal = digest.seal(skill)
    Path(skill.folder, "d/e/data").write_text("y")
    with pytest.raises((CannotSeal, ChangedWhileRead)):
        sealed.keep(skill, seal, store)
    assert list(store.iterdir()) == []


def test_a_seal_that_is_another_ones_is_refused(skill: Skill, store: Path) -> None:
    with pytest.raises(CannotSeal, match="no longer what was sealed"):
        sealed.keep(skill, "sha256:" + "0" * 64, store)
    assert list(store.iterdir()) == []


def test_a_package_larger_than_todays_limits_keeps_its_copy(tmp_path: Path, store: Path) -> None:
    """The default cap is 5,000 files; a person raised it for this one."""
    plant(tmp_path / "r", {"a/SKILL.md": md()} | {f"a/{n}": "" for n in range(5_200)})
    one = skill_of(one_draft(tmp_path / "r", limits={"max_files_per_skill": 6_000}))
    kept = sealed.keep(one, digest.seal(one), store)
    assert sealed.keep(one, digest.seal(one), store) == kept


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720, 0o702])
def test_a_store_that_others_may_write_to_is_refused(tmp_path: Path, mode: int) -> None:
    store = sealed.store_for(tmp_path)
    store.chmod(mode)
    with pytest.raises(CannotSeal, match="others may write"):
        sealed.store_for(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_store_of_somebody_else_is_refused(tmp_path: Path) -> None:
    os.chown(sealed.store_for(tmp_path), 65534, 65534)
    with pytest.raises(CannotSeal, match="somebody else"):
        sealed.store_for(tmp_path)


def test_a_store_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotSeal, match="cannot be made"):
        sealed.store_for(tmp_path / "file")


COPY = """
import sys, msgspec
from pathlib import Path
from sealskill.model.skill import Skill
from sealskill.read import sealed
skill = msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=Skill)
print("ready", flush=True)
print(sealed.keep(skill, sys.argv[2], Path(sys.argv[3])), flush=True)
"""


def copying(skill: Skill, store: Path) -> subprocess.Popen[str]:
    note = store.parent / "skill"
    note.write_bytes(msgspec.msgpack.encode(skill))
    asked = [sys.executable, "-c", COPY, str(note), digest.seal(skill), str(store)]
    return subprocess.Popen(asked, stdout=subprocess.PIPE, text=True)


def test_a_copier_killed_in_the_middle_leaves_nothing_that_is_believed(tmp_path: Path, store: Path) -> None:
    plant(tmp_path / "r", {"a/SKILL.md": md()} | {f"a/{n}": "x" * 2_000 for n in range(3_000)})
    one = skill_of(one_draft(tmp_path / "r"))
    name = digest.seal(one).replace(":", "-")
    with copying(one, store) as process:
        while not any(store.iterdir()) and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    assert [path.name for path in store.iterdir() if not path.name.startswith(".new-")] in ([], [name])
    kept = sealed.keep(one, digest.seal(one), store)
    assert len(listed(kept)) == 3_001


def test_two_copiers_at_once_leave_one_good_copy(tmp_path: Path, store: Path) -> None:
    plant(tmp_path / "r", {"a/SKILL.md": md()} | {f"a/{n}": "x" for n in range(500)})
    one = skill_of(one_draft(tmp_path / "r"))
    processes = [copying(one, store) for _ in range(3)]
    said = {process.communicate(timeout=60)[0].splitlines()[-1] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert said == {str(path) for path in store.iterdir()}
