"""Ignore files, where a person asked for them. The patterns are a stranger's."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.read.ground import drafts, md, notices, on_disk, passed, plant, walk

from sealskill.read.folder import Folder
from sealskill.read.ignore import FILES, Ignore, _matches, _part_fits, _pattern

GOOD = md()


def hidden(base: Path, lines: str, path: str) -> bool:
    """Whether one ignore file hides a path; one that ends in `/` is a folder."""
    (base / ".gitignore").write_text(lines)
    with Folder.open(str(base)) as place:
        return Ignore(place, [".gitignore"]).hides(os.path.join(base, path.rstrip("/")), folder=path.endswith("/"))


# (pattern, path, hidden?): what `git check-ignore` says of each, which the next test asks it.
TABLE = [
    ("a", "a", True), ("a", "x/a", True), ("a", "ab", False), ("a", "a/", True),
    ("a/", "a", False), ("a/", "a/", True), ("a/", "x/a/", True), ("/a", "a", True), ("/a", "x/a", False),
    ("a/b", "a/b", True), ("a/b", "x/a/b", False), ("/a/b/", "a/b/", True), ("/a/b/", "a/b", False),
    ("*.md", "x.md", True), ("*.md", "d/x.md", True), ("*.md", ".md", True), ("*.md", "x.md5", False),
    ("d/*.md", "d/x.md", True), ("d/*.md", "d/e/x.md", False), ("*", "x", True), ("?", "x", True), ("?", "xy", False),
    ("a?c", "abc", True), ("a*c*e", "abcde", True), ("a*c*e", "abcd", False),
    ("**/a", "a", True), ("**/a", "x/y/a", True), ("a/**", "a/b", True), ("a/**", "a/b/c", True), ("a/**", "a/", False),
    ("a/**/b", "a/b", True), ("a/**/b", "a/x/b", True), ("a/**/b", "a/x/y/b", True), ("a/**/b", "a/xb", False),
    ("x**y", "xaay", True), ("x**y/z", "xaay/z", True), ("x**y/z", "xa/ay/z", False), ("**", "x", True), ("/**", "x", True),
    ("[ab]", "a", True), ("[ab]", "c", False), ("[!ab]", "c", True), ("[^ab]", "a", False), ("[a-c]x", "bx", True),
    ("[]]", "]", True), ("[!]]", "a", True), ("[a-]", "-", True), ("[\\]]", "]", True), ("[a", "[a", False), ("[", "[", False),
    ("\\*", "*", True), ("\\*", "x", False), ("\\#a", "#a", True), ("#a", "#a", False), ("\\!a", "!a", True),
    ("a ", "a", True), ("a\\ ", "a ", True), ("a\\ ", "a", False), (" a", " a", True), ("a\\", "a", False), ("a\\", "a\\", False),
    ("", "a", False), ("/", "a", False), ("!", "a", False), ("a\n!a", "a", False), ("!a\na", "a", True),
    ("*\n!/keep", "keep", False), ("*\n!/keep", "x/keep", True), ("*.md\n!x.md\n", "x.md", False),
    ("技*", "技能", True), ("é", "é", True), ("A", "a", False), ("a\r\n", "a", True), ("a/./b", "a/b", False),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "path", "expected"), TABLE)
def test_a_pattern_hides_what_git_would_hide(tmp_path: Path, lines: str, path: str, expected: bool) -> None:
    assert hidden(tmp_path, lines, path) is expected


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here to be asked")
def test_git_itself_agrees_with_the_table(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
    unlike = []
    for number, (lines, path, expected) in enumerate(TABLE):
        base = tmp_path / str(number)
        base.mkdir()
        subprocess.run(["git", "init", "-q", "."], cwd=base, env=env, check=True)
        (base / ".gitignore").write_text(lines.replace("\r\n", "\n"))
        (base / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            (base / path).mkdir()
        else:
            (base / path).touch()
        ask = ["git", "check-ignore", "-q", "--no-index", "--", path.rstrip("/")]
        if (subprocess.run(ask, cwd=base, env=env, check=False).returncode == 0) is not expected:
            unlike.append((lines, path, expected))
    assert unlike == []


TREE = {"a/SKILL.md": GOOD, "b/SKILL.md": GOOD, "g/c/SKILL.md": GOOD, "g/d/SKILL.md": GOOD, "g/d/sub/SKILL.md": GOOD}


def states(base: Path, ignore: dict[str, str], **how: bool) -> tuple[list[str], list[str]]:
    seen = walk(plant(base, TREE | ignore), ignore_files=how.get("asked", True))
    assert len(drafts(seen)) + len(passed(seen)) == on_disk(base)
    return (
        [os.path.relpath(one.folder, base) for one in drafts(seen)],
        [os.path.relpath(path, base) for path, state in passed(seen).items() if state == "skipped"],
    )


@pytest.mark.parametrize("name", FILES)
def test_what_an_ignore_file_hides_is_counted_as_skipped(tmp_path: Path, name: str) -> None:
    assert states(tmp_path, {name: "b\ng/d/"}) == (["a", "g/c"], ["b/SKILL.md", "g/d/SKILL.md", "g/d/sub/SKILL.md"])


def test_nobody_who_did_not_ask_is_obeyed_by(tmp_path: Path) -> None:
    assert states(tmp_path, {".gitignore": "*"}, asked=False) == (["a", "b", "g/c", "g/d"], [])


def test_a_deeper_file_may_take_back_what_a_higher_one_hid(tmp_path: Path) -> None:
    assert states(tmp_path, {".gitignore": "[cd]", "g/.ignore": "!c"})[0] == ["a", "b", "g/c"]


def test_a_pattern_counts_from_the_folder_of_its_file(tmp_path: Path) -> None:
    assert states(tmp_path, {"g/.gitignore": "/c\n/a"})[0] == ["a", "b", "g/d"]


def test_a_hidden_manifest_is_skipped_and_its_folder_is_searched_on(tmp_path: Path) -> None:
    assert states(tmp_path, {"g/d/.gitignore": "/SKILL.md"}) == (["a", "b", "g/c", "g/d/sub"], ["g/d/SKILL.md"])


def test_a_later_file_of_one_folder_wins(tmp_path: Path) -> None:
    assert states(tmp_path, {".gitignore": "a", ".ignore": "!a\nb", ".fdignore": "!b"})[0] == ["a", "b", "g/c", "g/d"]


def test_an_ignore_file_that_cannot_be_read_hides_nothing_and_is_said(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, ".gitignore -> /etc/passwd": "", ".ignore/": "", "b/.gitignore": "x" * 70_000})
    seen = walk(tmp_path, ignore_files=True)
    assert len(drafts(seen)) == 1
    assert [text.split()[0].rpartition("/")[2] for text in notices(seen)] == [".gitignore", ".ignore", ".gitignore"]


def test_an_ignore_file_that_is_a_fifo_does_not_hang(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD})
    os.mkfifo(tmp_path / ".gitignore")
    assert len(drafts(walk(tmp_path, ignore_files=True))) == 1


@pytest.mark.parametrize(
    "lines",
    ["*a" * 2_000 + "b", "**/" * 5_000 + "x", "a*" * 20 + "b", "[" * 30_000, "[a-" * 10_000, "\\" * 30_001, "?*" * 15_000,
     "\n".join(["*a*a*a*a*b"] * 900), "\n".join(["x"] * 30_000)],
    ids=range(9),
)  # fmt: skip
def test_a_pattern_made_to_take_for_ever_ends(tmp_path: Path, lines: str) -> None:
    for path in ("a" * 200, "/".join("a" * 100), "ab" * 100 + "/"):
        hidden(tmp_path, lines, path)


def test_too_many_patterns_are_said(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, ".gitignore": "x\n" * 1_500 + "a"})
    seen = walk(tmp_path, ignore_files=True)
    assert (len(drafts(seen)), "only the first 1000 patterns count" in notices(seen)[0]) == (1, True)


LINE = st.text(st.sampled_from("ab*?[]!-\\/# \t^é\n"), max_size=12)


@given(st.lists(LINE, max_size=4), st.text(st.sampled_from("ab/*[]!é "), min_size=1, max_size=12))
def test_any_pattern_and_any_path_end_in_yes_or_no(lines: list[str], path: str) -> None:
    for line in lines:
        pattern = _pattern(line)
        if pattern is not None:
            assert _matches(pattern.parts, path.split("/"), _part_fits) in (True, False)
