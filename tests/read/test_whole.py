"""A package read whole: every byte once, its seal from those bytes, and nothing that was not read passes for read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.model.settings import Limits
from sealskill.read import whole
from sealskill.read.whole import Subject, Whole


def subject(folder: Path, **limits: Any) -> Subject:
    return whole.of_folder(str(folder), Limits(**limits))


def package(base: Path, files: dict[str, str]) -> Path:
    folder = base / "x"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


PLAIN = {"SKILL.md": "---\nname: x\n---\n", "scripts/run.sh": "echo 1\n"}


def contents(read: Whole) -> dict[str, bytes]:
    return {one.path: one.data for one in read.contents if isinstance(one, Content)}


def unread(read: Whole) -> dict[str, Why]:
    return {one.path: one.why for one in read.contents if isinstance(one, Unread)}


def test_every_file_is_there_also_what_is_never_sealed(tmp_path: Path) -> None:
    loose = {".git/config": "[core]\n", "scripts/__pycache__/run.pyc": "x", ".DS_Store": "y"}
    bare = whole.read(subject(package(tmp_path, PLAIN)))
    full = whole.read(subject(package(tmp_path, loose)))
    assert set(contents(full)) == {*PLAIN, *loose}
    assert full.seal == bare.seal
    assert bare.loose == ""
    assert full.loose not in ("", None)


def test_what_is_never_sealed_has_a_digest_of_its_own(tmp_path: Path) -> None:
    first = whole.read(subject(package(tmp_path, {**PLAIN, ".git/config": "[core]\n"})))
    second = whole.read(subject(package(tmp_path, {".git/config": "[evil]\n"})))
    assert first.loose != second.loose


def test_a_link_out_of_the_package_is_not_followed_and_leaves_its_mark(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("key")
    folder = package(tmp_path, PLAIN)
    os.symlink("../secret", folder / "notes.md")
    os.symlink("nowhere", folder / "gone.md")
    read = whole.read(subject(folder))
    assert unread(read) == {"notes.md": Why.LINK, "gone.md": Why.LINK}
    assert b"key" not in contents(read).values()


def test_a_link_within_the_package_is_read_under_both_names(tmp_path: Path) -> None:
    folder = package(tmp_path, {**PLAIN, "data.txt": "rm -rf /\n"})
    os.symlink("../data.txt", folder / "scripts" / "clean.sh")
    assert contents(whole.read(subject(folder)))["scripts/clean.sh"] == b"rm -rf /\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no fifos here")
def test_a_fifo_is_not_waited_for_and_leaves_no_seal(tmp_path: Path) -> None:
    folder = package(tmp_path, PLAIN)
    os.mkfifo(folder / "pipe")
    read = whole.read(subject(folder))
    assert unread(read) == {"pipe": Why.UNREADABLE}
    assert read.seal is None


def test_a_file_that_changed_since_it_was_listed_leaves_no_seal(tmp_path: Path) -> None:
    folder = package(tmp_path, PLAIN)
    listed = subject(folder)
    (folder / "scripts/run.sh").write_text("echo 2\n")
    read = whole.read(listed)
    assert unread(read) == {"scripts/run.sh": Why.UNREADABLE}
    assert read.seal is None


def test_a_manifest_that_is_not_the_one_that_was_parsed_leaves_no_seal(tmp_path: Path) -> None:
    listed = msgspec.structs.replace(subject(package(tmp_path, PLAIN)), manifest_digests={"SKILL.md": "0" * 64})
    read = whole.read(listed)
    assert unread(read) == {"SKILL.md": Why.UNREADABLE}
    assert read.seal is None


def test_a_package_over_a_cap_says_what_was_left_out(tmp_path: Path) -> None:
    read = whole.read(subject(package(tmp_path, PLAIN), max_files_per_skill=1))
    assert Why.TRUNCATED in unread(read).values()
    assert read.seal is None


def test_more_unsealed_files_than_anybody_lists_are_said(tmp_path: Path) -> None:
    folder = package(tmp_path, {**PLAIN, **{f".git/objects/{n}": "x" for n in range(5)}})
    read = whole.read(subject(folder, max_skipped_entries=3))
    assert Why.TRUNCATED in unread(read).values()
    assert read.loose is None


def test_a_folder_that_is_gone_was_not_read(tmp_path: Path) -> None:
    listed = msgspec.structs.replace(subject(package(tmp_path, PLAIN)), folder=str(tmp_path / "gone"))
    read = whole.read(listed)
    assert (read.seal, read.loose) == (None, None)
    assert list(unread(read).values()) == [Why.UNREADABLE]


@pytest.mark.skipif(os.name != "posix", reason="names are text there")
def test_a_name_that_is_no_text_is_shown_as_escapes(tmp_path: Path) -> None:
    folder = package(tmp_path, PLAIN)
    try:
        os.close(os.open(os.fsencode(folder) + b"/bad\xff.md", os.O_CREAT | os.O_WRONLY))
    except OSError:
        pytest.skip("this file system takes no such name")
    assert r"bad\xff.md" in contents(whole.read(subject(folder)))
