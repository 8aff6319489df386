"""What a person is shown of a change is the change, whole, and showing it changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.hands import TestHands, call

from sealskill.errors import Failed, Refused
from sealskill.model.tool import Tool
from sealskill.tools import apply_patch, edit, exec, read, write
from sealskill.tools._diff import difference


@pytest.fixture
def hands(tmp_path: Path) -> TestHands:
    made = TestHands(tmp_path / "ws")
    (made.workspace / "a.txt").write_text("".join(f"line {n}\n" for n in range(1, 21)))
    return made


def previewed(tool: Tool, hands: TestHands, **arguments: Any) -> str:
    assert tool.preview is not None
    return tool.preview(arguments, hands.files)


def test_each_change_is_shown_with_what_is_around_it(hands: TestHands) -> None:
    edited = previewed(edit.TOOL, hands, path="a.txt", old_text="line 10\n", new_text="ten\n")
    around = " line 7\n line 8\n line 9\n-line 10\n+ten\n line 11\n line 12\n line 13"
    assert edited == f"--- a.txt\n+++ a.txt\n@@ line 10 @@\n{around}"
    written = previewed(write.TOOL, hands, path="n/b.txt", content="x")
    assert written == "--- (no file)\n+++ n/b.txt\n@@ line 1 @@\n+x (no line end)"
    patch = "*** Begin Patch\n*** Delete File: a.txt\n*** Add File: c\n+x\n*** End Patch"
    shown = previewed(apply_patch.TOOL, hands, patch=patch)
    assert shown.count("-line") == 20
    assert shown.endswith("--- (no file)\n+++ c\n@@ line 1 @@\n+x")


def test_what_is_no_text_is_said(hands: TestHands) -> None:
    (hands.workspace / "b").write_bytes(b"\x00\x01")
    assert "no text" in previewed(write.TOOL, hands, path="b", content="x")
    patch = "*** Begin Patch\n*** Delete File: b\n*** End Patch"
    assert "no text" in previewed(apply_patch.TOOL, hands, patch=patch)
    call(apply_patch.TOOL, hands, patch=patch)
    assert not (hands.workspace / "b").exists()


BAD: list[tuple[Tool, dict[str, Any]]] = [
    (write.TOOL, {"path": "AGENTS.md", "content": "x"}), (write.TOOL, {"path": "a.txt", "content": "x", "new": True}),
    (edit.TOOL, {"path": "a.txt", "old_text": "line", "new_text": "x"}), (edit.TOOL, {"path": "../x", "old_text": "a", "new_text": "b"}),
    (apply_patch.TOOL, {"patch": "*** Begin Patch\n*** Delete File: .git/config\n*** End Patch"}),
    (apply_patch.TOOL, {"patch": "*** Begin Patch\n*** Delete File: none\n*** End Patch"}),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments"), BAD)
def test_what_would_fail_fails_before_anybody_is_asked(hands: TestHands, tool: Tool, arguments: dict[str, Any]) -> None:
    with pytest.raises((Failed, Refused)):
        previewed(tool, hands, **arguments)


def test_showing_changes_nothing(hands: TestHands) -> None:
    before = {one: one.read_bytes() for one in hands.workspace.rglob("*")}
    previewed(write.TOOL, hands, path="x/y/z", content="x")
    previewed(edit.TOOL, hands, path="a.txt", old_text="line 1\n", new_text="x\n")
    assert {one: one.read_bytes() for one in hands.workspace.rglob("*")} == before


def test_what_changes_no_file_has_nothing_to_show() -> None:
    assert read.TOOL.preview is None
    assert exec.TOOL.preview is None


TEXTS = st.lists(st.sampled_from("abc"), max_size=30).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(TEXTS, TEXTS)
def test_every_line_that_goes_or_comes_is_in_it(before: str, after: str) -> None:
    body = difference(before, after, "f").split("\n")[3:]
    gone = sorted(before.splitlines())
    for line in body:
        if line[0] == "-":
            gone.remove(line[1:])
        elif line[0] == "+":
            gone.append(line[1:])
    assert sorted(gone) == sorted(after.splitlines())


def test_more_lines_than_are_compared_are_all_there() -> None:
    before, after = ("".join(f"{sign} {n}\n" for n in range(5_000)) for sign in "ab")
    assert len(difference(before, after, "f").split("\n")) == 3 + 10_000
