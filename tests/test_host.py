"""What this machine has, asked afresh and without being fooled."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sealskill import host
from sealskill.model.host import Host


def program(folder: Path, name: str, mode: int = 0o755) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("#!/bin/sh\n")
    (folder / name).chmod(mode)
    return folder / name


def find(name: str, *folders: Path | str, system: str = "linux", **environ: str) -> str | None:
    return host.find(name, {"PATH": os.pathsep.join(map(str, folders)), **environ}, system)


def test_a_folder_with_the_right_name_and_bit_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "git").mkdir(mode=0o755)
    assert find("git", tmp_path) is None


def test_a_file_nobody_may_execute_is_no_program(tmp_path: Path) -> None:
    program(tmp_path, "git", 0o644)
    assert find("git", tmp_path) is None


@pytest.mark.parametrize("name", ["bin/git", "/bin/sh", "../git", "./git", "bin\\git", "", "git\0", ".", ".."])
def test_a_name_that_is_no_plain_name_is_never_found(name: str, tmp_path: Path) -> None:
    program(tmp_path / "bin", "git")
    assert find(name, tmp_path, tmp_path / "bin") is None


def test_a_relative_or_empty_folder_of_the_path_is_not_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "git")
    monkeypatch.chdir(tmp_path)
    assert find("git", "", ".", "bin") is None


def test_a_link_that_leads_nowhere_is_no_program_and_one_to_a_program_is(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to("gone")
    (tmp_path / "linked").symlink_to(program(tmp_path / "opt", "real"))
    assert find("dangling", tmp_path) is None
    assert find("linked", tmp_path) == str(tmp_path / "linked")


def test_the_first_folder_with_a_usable_program_wins(tmp_path: Path) -> None:
    program(tmp_path / "a", "git", 0o644)
    program(tmp_path / "b", "git")
    program(tmp_path / "c", "git")
    assert find("git", tmp_path / "a", tmp_path / "b", tmp_path / "c") == str(tmp_path / "b" / "git")


def test_a_miss_is_not_remembered(tmp_path: Path) -> None:
    assert find("fresh", tmp_path) is None
    program(tmp_path, "fresh")
    assert find("fresh", tmp_path) is not None


def test_nothing_is_found_without_a_path() -> None:
    assert host.find("sh", {}, "linux") is None


def test_windows_tries_the_suffixes_it_is_told(tmp_path: Path) -> None:
    program(tmp_path, "git.EXE")
    program(tmp_path, "npm.CMD")
    program(tmp_path, "tool.PL")
    assert find("git", tmp_path, system="win32") == str(tmp_path / "git.EXE")
    assert find("npm", tmp_path, system="win32") == str(tmp_path / "npm.CMD")
    assert find("tool", tmp_path, system="win32") is None
    assert find("tool", tmp_path, system="win32", PATHEXT=".EXE;.PL;") == str(tmp_path / "tool.PL")


def test_windows_takes_a_name_with_its_suffix_as_it_stands_and_none_without(tmp_path: Path) -> None:
    program(tmp_path, "git.exe")
    program(tmp_path, "plain")
    assert find("git.exe", tmp_path, system="win32") == str(tmp_path / "git.exe")
    assert find("plain", tmp_path, system="win32") is None


def test_elsewhere_a_suffix_means_nothing(tmp_path: Path) -> None:
    program(tmp_path, "git.EXE")
    assert find("git", tmp_path, system="darwin", PATHEXT=".EXE") is None


def test_a_probe_asks_for_each_name_once_and_keeps_what_it_was_given(tmp_path: Path) -> None:
    program(tmp_path, "git")
    environ = {"PATH": str(tmp_path), "TOKEN": "x"}
    found = host.probe(["git", "hg"], environ, {"a": 1}, ["host:mine"], system="linux")
    assert found.binaries == {"git": str(tmp_path / "git"), "hg": None}
    assert found == Host(
        os="linux", binaries=found.binaries, environ=environ, config={"a": 1}, tools=frozenset({"host:mine"})
    )
