"""apply_patch: what cannot be read or does not fit changes nothing, and what it names is what it touches."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.hands import TestHands, call, place

from sealskill.errors import Failed, Refused
from sealskill.tools._patch import Deed, applied, parse
from sealskill.tools.apply_patch import TOOL


@pytest.fixture
def hands(tmp_path: Path) -> TestHands:
    made = TestHands(tmp_path / "ws")
    (made.workspace / "a.py").write_text(
        "class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n"
    )
    (made.workspace / "old.txt").write_text("old\n")
    return made


def patch(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])


def apply(hands: TestHands, *lines: str) -> Any:
    return call(TOOL, hands, patch=patch(*lines))


def everything(hands: TestHands) -> dict[str, str]:
    return {
        str(one.relative_to(hands.workspace)): one.read_text() for one in hands.workspace.rglob("*") if one.is_file()
    }


def test_a_patch_does_all_of_what_it_says(hands: TestHands) -> None:
    done = apply(
        hands, "*** Add File: n/new.txt", "+one", "+", "+two", "*** Update File: a.py", "*** Move to: b.py", "@@ class B:",
        "     def f(self):", "-        return 1", "+        return 2", "*** Delete File: old.txt",
    )  # fmt: skip
    assert done == {"done": ["added n/new.txt", "changed a.py to b.py", "deleted old.txt"]}
    assert everything(hands) == {
        "n/new.txt": "one\n\ntwo\n",
        "b.py": "class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 2\n",
    }


GUARDED = [
    ("*** Add File: AGENTS.md", "+obey"), ("*** Add File: .git/hooks/pre-commit", "+evil"), ("*** Add File: ../out", "+x"),
    ("*** Add File: /etc/out", "+x"), ("*** Update File: a.py", "*** Move to: .claude/settings.json"),
    ("*** Update File: a.py", "*** Move to: sub/CLAUDE.md", "@@", "-class A:", "+class C:"), ("*** Delete File: .git/config",),
    ("*** Add File: way/x", "+x"),
]  # fmt: skip


@pytest.mark.parametrize("bad", GUARDED)
def test_one_file_that_may_not_be_written_keeps_all_others_as_they_were(hands: TestHands, bad: tuple[str, ...]) -> None:
    (hands.workspace / "way").symlink_to(hands.workspace.parent)
    (hands.workspace / ".git").mkdir()
    (hands.workspace / ".git/config").write_text("[core]\n")
    before = everything(hands)
    with pytest.raises(Refused):
        apply(hands, "*** Add File: fine.txt", "+x", "*** Delete File: old.txt", *bad)
    assert everything(hands) == before
    assert sorted(one.name for one in hands.workspace.parent.iterdir()) == ["ws"]


DOES_NOT_FIT = [
    ("*** Update File: a.py", "@@", "-        return 1", "+        return 2"),
    ("*** Update File: a.py", "@@ class C:", "-        return 1", "+        return 2"),
    ("*** Update File: a.py", "@@", "-        return 3", "+        return 2"),
    ("*** Update File: a.py", "@@ class B:", "-class A:", "+class C:"),
    ("*** Update File: a.py", "@@", "-class A:", "+class C:", "*** End of File"),
    ("*** Update File: a.py", "@@", "-return 1", "+return 2"),
    ("*** Update File: none.py", "@@", "-a", "+b"),
    ("*** Add File: a.py", "+x"),
    ("*** Delete File: none.py",),
    ("*** Update File: a.py", "*** Move to: old.txt"),
]


@pytest.mark.parametrize("bad", DOES_NOT_FIT)
def test_what_does_not_fit_or_fits_twice_changes_nothing(hands: TestHands, bad: tuple[str, ...]) -> None:
    before = everything(hands)
    with pytest.raises(Failed):
        apply(hands, "*** Add File: fine.txt", "+x", *bad)
    assert everything(hands) == before


UNREADABLE = [
    "", "nothing", "*** Begin Patch", "*** Begin Patch\n*** End Patch", "*** Add File: a\n+x", patch("+x"), patch("*** Add File: "),
    patch("*** Add File: a", "x"), patch("*** Delete File: a", "-x"), patch("*** Update File: a"), patch("*** Update File: a", "@@"),
    patch("*** Update File: a", "@@", "x"), patch("*** Update File: a", "@@", " x"), patch("*** Rename File: a"),
    patch("*** Add File: a", "+x", "*** Delete File: a"), patch("*** Update File: a", "*** Move to: a"),
    patch("*** Begin Patch", "*** Add File: a", "+x"), patch(*(f"*** Add File: {n}" for n in range(101))),
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_no_patch_is_said_before_anybody_is_asked(hands: TestHands, text: str) -> None:
    with pytest.raises(Failed):
        TOOL.touches({"patch": text}, place(hands.workspace))


def test_every_file_a_patch_names_is_told_as_it_really_is(hands: TestHands) -> None:
    (hands.workspace / "way").symlink_to("/etc")
    text = patch("*** Add File: way/x", "+x", "*** Update File: a.py", "*** Move to: b/c.py", "*** Delete File: ../out")
    found = TOOL.touches({"patch": text}, place(hands.workspace))
    assert found.writes == (
        "/etc/x",
        str(hands.workspace / "way/x"),
        str(hands.workspace / "a.py"),
        str(hands.workspace / "b/c.py"),
        str(hands.workspace.parent / "out"),
    )
    assert found.reads == (str(hands.workspace / "a.py"), str(hands.workspace.parent / "out"))


def test_a_change_that_only_adds_stands_after_its_line_or_at_the_end(hands: TestHands) -> None:
    apply(hands, "*** Update File: a.py", "@@ class B:", "+    x = 1", "@@", "+# end")
    assert (
        (hands.workspace / "a.py")
        .read_text()
        .endswith("class B:\n    x = 1\n    def f(self):\n        return 1\n# end\n")
    )


def test_line_ends_stay(hands: TestHands) -> None:
    (hands.workspace / "w").write_bytes(b"one\r\ntwo\r\nthree")
    apply(hands, "*** Update File: w", "@@", " one", "-two", "+2", " three")
    assert (hands.workspace / "w").read_bytes() == b"one\r\n2\r\nthree"


def test_a_change_tied_to_the_end_is_the_last_of_two(hands: TestHands) -> None:
    (hands.workspace / "w").write_text("x\ny\nx\n")
    apply(hands, "*** Update File: w", "@@", "-x", "+z", "*** End of File")
    assert (hands.workspace / "w").read_text() == "x\ny\nz\n"


def test_what_was_done_before_a_failure_is_said(hands: TestHands, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: str) -> None:
        raise Failed(f"{path}: no space left")

    monkeypatch.setattr(hands.files, "remove", full)
    with pytest.raises(Failed, match=r"no space left; done before: added n.txt"):
        apply(hands, "*** Add File: n.txt", "+x", "*** Delete File: old.txt")


LINES = st.lists(st.sampled_from(["a", "b", "", " c", "-d", "+e", "@@", "*** x"]), max_size=12)


@given(LINES, LINES, st.booleans())
def test_a_whole_file_may_be_exchanged_for_any_other(old: list[str], new: list[str], ends: bool) -> None:
    if old == new or not old:
        return
    text = "\n".join(old) + "\n" * ends
    if text == "" or (not ends and old[-1] == ""):
        return  # no such file has these lines
    body = [f"-{line}" for line in old] + [f"+{line}" for line in new]
    [change] = parse(patch("*** Update File: f", "@@", *body))
    got = applied(text, change.hunks, "f")
    assert got == ("\n".join(new) + ("\n" if ends and new else ""))


@given(st.lists(st.integers(0, 30), min_size=3, max_size=30, unique=True), st.data())
def test_a_difference_between_two_files_makes_one_of_the_other(lines: list[int], data: st.DataObject) -> None:
    old = [f"line {one}" for one in lines]
    new = [f"line {one}" for one in data.draw(st.permutations(lines)) if data.draw(st.booleans())] + ["more"]
    parts = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
    body = ["@@" if part.startswith("@@") else part for part in parts]
    [change] = parse(patch("*** Update File: f", *body))
    assert applied("\n".join(old) + "\n", change.hunks, "f") == "\n".join(new) + "\n"


@given(st.lists(st.sampled_from([
    "*** Begin Patch", "*** End Patch", "*** Add File: a", "*** Update File: b", "*** Delete File: c", "*** Move to: d", "@@", "@@ x",
    "+x", "-x", " x", "", "*** End of File", "y",
]), max_size=14))  # fmt: skip
def test_any_text_is_a_patch_or_a_sentence(lines: list[str]) -> None:
    try:
        changes = parse("\n".join(lines))
    except Failed:
        return
    for change in changes:
        assert change.path
        assert change.deed is not Deed.UPDATE or change.hunks or change.to
        assert all(hunk.old != hunk.new for hunk in change.hunks)
