"""What stands at a path: nothing that an agent might load is walked past, and each path is spelt as it was given."""

from __future__ import annotations

import os
import tarfile
import zipfile
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.session.ground import good

from sealskill.model.draft import Unreadable
from sealskill.model.settings import Settings
from sealskill.session.examiner import Wanted
from sealskill.session.places import Places


class Shelf:
    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        return None

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        return None


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(base: Path, *paths: str) -> None:
    for name in paths:
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(good(path.parent.name or "top"), encoding="utf-8")


def at(given: str) -> tuple[list[str], list[Unreadable]]:
    settings = Settings(home="/nowhere", state="/nowhere/.sealskill", workspace="/nowhere")
    with ExitStack() as keep:
        found = list(Places(settings, lambda _: Shelf(), keep).at(given))
    wanted = [one.path for one in found if isinstance(one, Wanted)]
    return wanted, [one for one in found if isinstance(one, Unreadable)]


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ("./a", ["./a/skills/x", "./a/skills/y"]),
        ("a", ["a/skills/x", "a/skills/y"]),
        ("a/", ["a/skills/x", "a/skills/y"]),
        (".", ["./a/skills/x", "./a/skills/y"]),
        ("a/skills/x", ["a/skills/x"]),
        ("./a/skills/x/", ["./a/skills/x/"]),
        ("a/skills/x/SKILL.md", ["a/skills/x"]),
    ],
)
def test_a_path_is_the_given_one_joined_with_the_place_under_it(given: str, paths: list[str], here: Path) -> None:
    write(here, "a/skills/x/SKILL.md", "a/skills/y/SKILL.md")
    assert at(given) == (paths, [])


def test_a_given_link_keeps_its_spelling(here: Path) -> None:
    write(here, "real/x/SKILL.md")
    os.symlink("real", here / "link")
    assert at("link") == (["link/x"], [])


def test_skills_in_hidden_folders_are_found_and_other_peoples_packages_are_not(here: Path) -> None:
    write(here, "repo/.claude/skills/x/SKILL.md", "repo/node_modules/y/SKILL.md", "repo/z/SKILL.md")
    assert sorted(at("repo")[0]) == ["repo/.claude/skills/x", "repo/z"]


def test_a_manifest_in_small_letters_is_a_package_too(here: Path) -> None:
    write(here, "a/x/skill.md")
    assert at("a") == (["a/x"], [])


def test_a_broken_manifest_hides_nothing(here: Path) -> None:
    write(here, "a/x/run.sh")
    (here / "a/x/SKILL.md").write_bytes(b"\xff\xfe no manifest")
    (here / "a/y").mkdir()
    os.symlink("/etc/hostname", here / "a/y/SKILL.md")
    assert at("a")[0] == ["a/x", "a/y"]


def test_a_folder_without_manifest_given_by_name_is_one_package(here: Path) -> None:
    write(here, "a/deep/run.sh")
    assert at("a") == (["a"], [])


@pytest.mark.parametrize("given", ["nowhere", "empty"])
def test_nothing_at_a_path_is_said(given: str, here: Path) -> None:
    (here / "empty").mkdir()
    wanted, [lost] = at(given)
    assert (wanted, lost.path) == ([], given)


def test_a_link_out_of_the_tree_is_not_followed_and_said(here: Path) -> None:
    write(here, "other/x/SKILL.md", "a/y/SKILL.md")
    os.symlink("../other/x", here / "a/x")
    wanted, [lost] = at("a")
    assert wanted == ["a/y"]
    assert lost.path == "a/x"


def test_one_file_given_by_name_is_a_package_of_one(here: Path) -> None:
    write(here, "run.sh")
    assert at("./run.sh") == (["./run.sh"], [])


@pytest.mark.parametrize("kind", ["zip", "tgz"])
def test_skills_in_an_archive_stand_below_its_path(kind: str, here: Path) -> None:
    write(here, "in/skills/x/SKILL.md")
    if kind == "zip":
        with zipfile.ZipFile("a.zip", "w") as made:
            made.write("in/skills/x/SKILL.md", "skills/x/SKILL.md")
    else:
        with tarfile.open("a.tgz", "w:gz") as packed:
            packed.add("in/skills", "skills")
    assert at(f"./a.{kind}") == ([f"./a.{kind}/skills/x"], [])


def test_what_an_archive_withholds_is_the_package_s_to_answer_for(here: Path) -> None:
    write(here, "x/SKILL.md")
    os.symlink("/etc/passwd", here / "x/link")
    with tarfile.open("a.tgz", "w:gz") as packed:
        packed.add("x", "x")
    settings = Settings(home="/n", state="/n/s", workspace="/n")
    with ExitStack() as keep:
        [one] = Places(settings, lambda _: Shelf(), keep).at("a.tgz")
        assert isinstance(one, Wanted)
        assert [lost.path for lost in one.subject.unread] == ["link"]
        assert one.subject.root == ""


def test_an_archive_without_a_skill_is_read_where_it_lies(here: Path) -> None:
    write(here, "run.sh")
    with zipfile.ZipFile("a.zip", "w") as made:
        made.write("run.sh")
    assert at("a.zip") == (["a.zip"], [])
    assert not list(here.glob("sealskill-*"))


def test_a_tree_deeper_than_anybody_looks_is_said(here: Path) -> None:
    write(here, "a/1/2/3/4/5/6/7/8/SKILL.md", "a/x/SKILL.md")
    wanted, [lost] = at("a")
    assert wanted == ["a/x"]
    assert "deeper than" in lost.why
