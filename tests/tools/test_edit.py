"""edit: exactly what was named, exactly once, and only in the file that was seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.hands import TestHands, call, place

from sealskill.errors import Failed, Refused
from sealskill.tools.edit import TOOL, places


@pytest.fixture
def hands(tmp_path: Path) -> TestHands:
    made = TestHands(tmp_path / "ws")
    (made.workspace / "a.py").write_bytes(b"def f():\n    return 1\n\ndef g():\n    return 1\n")
    return made


def edit(hands: TestHands, old: str, new: str, path: str = "a.py", **more: Any) -> Any:
    return call(TOOL, hands, path=path, old_text=old, new_text=new, **more)


def test_a_text_that_stands_twice_changes_nothing_and_names_its_lines(hands: TestHands) -> None:
    with pytest.raises(Failed, match="lines 2, 5"):
        edit(hands, "return 1", "return 2")
    assert b"return 2" not in (hands.workspace / "a.py").read_bytes()


def test_places_that_overlap_are_more_than_one(hands: TestHands) -> None:
    (hands.workspace / "b").write_text("aaa")
    with pytest.raises(Failed, match="more than once"):
        edit(hands, "aa", "b", path="b")


def test_a_text_that_is_not_there_says_what_is_near(hands: TestHands) -> None:
    with pytest.raises(Failed, match="line 2 is its first line but for blanks"):
        edit(hands, "  return 1\n\ndef h", "x")
    with pytest.raises(Failed, match=r"does not stand in a\.py$"):
        edit(hands, "nowhere", "x")


def test_one_place_is_changed_and_all_only_where_that_was_asked(hands: TestHands) -> None:
    assert edit(hands, "g():\n    return 1", "g():\n    return 2") == {"path": "a.py", "replaced": 1, "line": 4}
    assert edit(hands, "return", "yield", all=True)["replaced"] == 2
    assert (hands.workspace / "a.py").read_text() == "def f():\n    yield 1\n\ndef g():\n    yield 2\n"


def test_line_ends_and_marks_of_the_file_stay(hands: TestHands) -> None:
    (hands.workspace / "w").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\nthree\r\n")
    edit(hands, "one\ntwo", "1\n2", path="w")
    assert (hands.workspace / "w").read_bytes() == b"\xef\xbb\xbf1\r\n2\r\nthree\r\n"
    (hands.workspace / "m").write_bytes(b"one\r\ntwo\nthree")
    edit(hands, "two\n", "2\n", path="m")
    assert (hands.workspace / "m").read_bytes() == b"one\r\n2\nthree"


def test_what_is_no_text_or_no_change_is_refused(hands: TestHands) -> None:
    (hands.workspace / "l").write_bytes(b"gr\xfc\xdf")
    (hands.workspace / "z").write_bytes(b"a\0b")
    for path, old, new in (("l", "gr", "x"), ("z", "a", "x"), ("a.py", "def f", "def f"), ("a.py", "def f", "\ud800")):
        before = (hands.workspace / path).read_bytes()
        with pytest.raises(Failed):
            edit(hands, old, new, path=path)
        assert (hands.workspace / path).read_bytes() == before


def test_a_file_that_changed_after_it_was_seen_is_left_alone(hands: TestHands, monkeypatch: pytest.MonkeyPatch) -> None:
    real = hands.files.read

    def read_then_somebody_writes(path: str, cap: int) -> bytes:
        data = real(path, cap)
        (hands.workspace / path).write_text("somebody else's work")
        return data

    monkeypatch.setattr(hands.files, "read", read_then_somebody_writes)
    with pytest.raises(Failed, match="changed meanwhile"):
        edit(hands, "def f", "def h")
    assert (hands.workspace / "a.py").read_text() == "somebody else's work"


def test_a_link_is_not_edited_through(hands: TestHands) -> None:
    (hands.workspace / "way").symlink_to("a.py")
    with pytest.raises(Refused):
        edit(hands, "def f", "def h", path="way")
    touched = TOOL.touches({"path": "way"}, place(hands.workspace))
    assert touched.reads == (str(hands.workspace / "a.py"),)
    assert touched.writes == (str(hands.workspace / "a.py"), str(hands.workspace / "way"))


@given(st.text(alphabet="ab\n", max_size=40), st.text(alphabet="ab\n", min_size=1, max_size=4))
def test_every_place_is_found(text: str, part: str) -> None:
    wanted = [at for at in range(len(text)) if text.startswith(part, at)]
    assert places(text, part) == wanted[:5]
