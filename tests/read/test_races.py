"""Somebody swaps files between two of our steps."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.read.ground import RUN, Forgetful, drafts, md, one_draft, plant, tool, unreadable, walk

from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.read import digest
from sealskill.read.folder import Folder, TooLarge

GOOD, EVIL = md("good"), md("evil")


class Swapping(Forgetful):
    """A shelf that is asked between the listing of a folder and the reading of its manifest, and acts then."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act = act
        self.kept: list[str] = []

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        self.act()
        return None

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        self.kept.append(path)


def replace_file(base: Path) -> None:
    (base / "new").write_text(EVIL)
    (base / "new").rename(base / "a/SKILL.md")


def rewrite_file(base: Path) -> None:
    (base / "a/SKILL.md").write_text(EVIL)


def rewrite_with_old_times(base: Path) -> None:
    state = (base / "a/SKILL.md").stat()
    (base / "a/SKILL.md").write_text(EVIL)
    os.utime(base / "a/SKILL.md", ns=(state.st_atime_ns, state.st_mtime_ns))


def link_instead(base: Path) -> None:
    (base / "a/SKILL.md").unlink()
    (base / "a/SKILL.md").symlink_to("/etc/passwd")


def fifo_instead(base: Path) -> None:
    (base / "a/SKILL.md").unlink()
    os.mkfifo(base / "a/SKILL.md")


def nothing_instead(base: Path) -> None:
    (base / "a/SKILL.md").unlink()


def folder_instead(base: Path) -> None:
    (base / "a/SKILL.md").unlink()
    (base / "a/SKILL.md").mkdir()


SWAPS = [
    replace_file,
    rewrite_file,
    rewrite_with_old_times,
    link_instead,
    fifo_instead,
    nothing_instead,
    folder_instead,
]


@pytest.mark.parametrize("swap", SWAPS)
def test_a_manifest_that_is_not_the_one_that_was_listed_is_never_parsed(
    tmp_path: Path, swap: Callable[[Path], None]
) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, "b/x": ""})
    time.sleep(0.01)  # the clock of a file system may tick slowly
    shelf = Swapping(lambda: swap(tmp_path))
    seen = walk(tmp_path, shelf=shelf)
    assert drafts(seen) == []
    assert [os.path.basename(one.path) for one in unreadable(seen)] == ["SKILL.md"]
    assert shelf.kept == []


def test_a_folder_swapped_for_a_link_during_the_walk_is_not_entered(tmp_path: Path) -> None:
    """The walk holds the folder it listed; what now goes by that name elsewhere is not looked at."""
    plant(tmp_path, {"r/a/SKILL.md": GOOD, "evil/SKILL.md": EVIL, "evil/x": ""})

    def swap() -> None:
        if not (tmp_path / "r/a").is_symlink():
            shutil.move(tmp_path / "r/a", tmp_path / "moved")
            (tmp_path / "r/a").symlink_to(tmp_path / "evil")

    (one,) = drafts(walk(tmp_path / "r", shelf=Swapping(swap)))
    assert one.manifest is not None
    assert one.manifest.name == "good"
    with pytest.raises((CannotSeal, ChangedWhileRead)):
        digest.seal(one)


def test_a_file_that_grows_is_never_read_past_what_was_listed(tmp_path: Path) -> None:
    plant(tmp_path, {"f": "x" * 100})
    with Folder.open(str(tmp_path)) as place, pytest.raises(TooLarge):
        place.read("f", 99)


@pytest.mark.parametrize("name", ["SKILL.md", "data", "d/deep"])
@pytest.mark.parametrize("swap", ["write", "replace", "link", "fifo", "remove", "folder"])
def test_a_package_that_changed_since_it_was_listed_has_no_seal(tmp_path: Path, name: str, swap: str) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": GOOD, "a/data": "x", "a/d/deep": "y"}))
    digest.seal(one)
    path = tmp_path / "a" / name
    if swap == "write":
        path.write_text(path.read_text() + " ")
    elif swap == "replace":
        (tmp_path / "new").write_text(path.read_text())
        (tmp_path / "new").rename(path)
    else:
        path.unlink()
    if swap == "link":
        path.symlink_to("/etc/passwd")
    elif swap == "fifo":
        os.mkfifo(path)
    elif swap == "folder":
        path.mkdir()
    with pytest.raises((CannotSeal, ChangedWhileRead)):
        digest.seal(one)


def test_an_outside_entry_swapped_for_a_fifo_does_not_hang_the_seal(tmp_path: Path) -> None:
    plant(tmp_path, {"t/skill.json": tool(entry=f"{tmp_path}/bin/go"), "bin/go*": RUN})
    (one,) = drafts(walk(tmp_path, external=True))
    (tmp_path / "bin/go").unlink()
    os.mkfifo(tmp_path / "bin/go")
    with pytest.raises(CannotSeal):
        digest.seal(one)


def test_a_folder_of_a_package_swapped_for_a_link_is_not_followed_when_sealing(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": GOOD, "a/d/x": "y"}))
    (tmp_path / "a/d").rename(tmp_path / "d")
    (tmp_path / "a/d").symlink_to("../d")
    with pytest.raises(CannotSeal):
        digest.seal(one)


class Remembering(Forgetful):
    """A shelf that keeps what it is given."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, tuple[int, ...]], bytes] = {}

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        return self.kept.get((path, key))

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        self.kept[path, key] = reading


def aged(path: Path) -> None:
    os.utime(path, ns=(1, 1))
    time.sleep(2.1)  # the change of the times is itself a change, and settles in two seconds


def test_a_settled_manifest_is_kept_with_the_digest_of_its_bytes_and_a_fresh_one_is_not(tmp_path: Path) -> None:
    shelf = Remembering()
    plant(tmp_path, {"a/SKILL.md": GOOD})
    first = one_draft(tmp_path, shelf=shelf)
    assert shelf.kept == {}
    aged(tmp_path / "a/SKILL.md")
    assert one_draft(tmp_path, shelf=shelf).manifest == first.manifest
    assert len(shelf.kept) == 1
    again = one_draft(tmp_path, shelf=shelf)
    assert (again.manifest, again.manifest_digests, again.problems) == (
        first.manifest, first.manifest_digests, first.problems,
    )  # fmt: skip
    rewrite_with_old_times(tmp_path)
    assert one_draft(tmp_path, shelf=shelf).name == "evil"


@pytest.mark.parametrize("kept", [b"", b"\xff", b"\x80", b"\x83\xa6digest\x01"])
def test_a_torn_shelf_costs_a_reading_and_nothing_else(tmp_path: Path, kept: bytes) -> None:
    class Torn(Forgetful):
        def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
            return kept

    assert one_draft(plant(tmp_path, {"a/SKILL.md": GOOD}), shelf=Torn()).name == "good"
