"""read, list_dir and write: what they say they touch, what they give, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.hands import TestHands, call, place

from sealskill.errors import Failed, Refused
from sealskill.tools import list_dir, read, write
from sealskill.tools._text import part


@pytest.fixture
def hands(tmp_path: Path) -> TestHands:
    return TestHands(tmp_path / "ws")


def test_a_path_is_told_as_it_really_is(tmp_path: Path, hands: TestHands) -> None:
    (hands.workspace / "way").symlink_to("/etc")
    where = place(hands.workspace)
    assert read.TOOL.touches({"path": "way/passwd"}, where).reads == ("/etc/passwd",)
    assert write.TOOL.touches({"path": "way/new/x"}, where).writes == ("/etc/new/x", f"{hands.workspace}/way/new/x")
    assert list_dir.TOOL.touches({}, where).reads == (str(hands.workspace),)
    assert read.TOOL.touches({"path": "~/x"}, where).reads == (str(tmp_path / "x"),)


@pytest.mark.parametrize("path", ["a\0b", "\udc80", " ", "loop/x"])
def test_a_path_that_cannot_be_made_out_is_unclear_and_never_nothing(hands: TestHands, path: str) -> None:
    for number in range(2_000):
        (hands.workspace / f"way{number}").symlink_to(f"way{number + 1}")
    (hands.workspace / "loop").symlink_to("way0")
    for tool, arguments in ((read.TOOL, {"path": path}), (write.TOOL, {"path": path, "content": ""})):
        found = tool.touches(arguments, place(hands.workspace))
        assert found.unclear
        assert found.reads == found.writes == ()
    with pytest.raises((Refused, Failed)):
        call(read.TOOL, hands, path=path)


def test_steps_up_are_told_by_where_they_lead_and_are_never_taken(hands: TestHands, tmp_path: Path) -> None:
    (hands.workspace / "way").symlink_to("/etc")
    for path, leads in (("../x", str(tmp_path / "x")), ("way/../x", "/x"), ("a/../b", str(hands.workspace / "b"))):
        for tool, arguments in ((read.TOOL, {"path": path}), (write.TOOL, {"path": path, "content": ""})):
            found = tool.touches(arguments, place(hands.workspace))
            assert (*found.reads, *found.writes) == (leads,)
            with pytest.raises(Refused):
                call(tool, hands, **arguments)


def test_what_was_written_is_read(hands: TestHands) -> None:
    assert call(write.TOOL, hands, path="a/b.txt", content="één\ntwo\n") == {"path": "a/b.txt", "bytes": 10}
    got = call(read.TOOL, hands, path="a/b.txt")
    assert got == {
        "path": "a/b.txt", "text": "één\ntwo", "first_line": 1, "last_line": 2, "lines": 2, "truncated": False,
    }  # fmt: skip


def test_new_never_replaces(hands: TestHands) -> None:
    call(write.TOOL, hands, path="a", content="1", new=True)
    with pytest.raises(Failed):
        call(write.TOOL, hands, path="a", content="2", new=True)
    assert call(read.TOOL, hands, path="a")["text"] == "1"


def test_half_a_character_is_not_written(hands: TestHands) -> None:
    with pytest.raises(Failed, match="character 1"):
        call(write.TOOL, hands, path="a", content="x\ud800")
    assert list(hands.workspace.iterdir()) == []


def test_a_long_file_is_read_in_parts_and_says_so(hands: TestHands) -> None:
    (hands.workspace / "log").write_text("".join(f"line {n}\n" for n in range(1, 5001)))
    first = call(read.TOOL, hands, path="log")
    assert (first["last_line"], first["truncated"], first["next_offset"]) == (2000, True, 2001)
    last = call(read.TOOL, hands, path="log", offset=4999)
    assert (last["text"], last["truncated"]) == ("line 4999\nline 5000", False)
    with pytest.raises(Failed, match="it has 5000"):
        call(read.TOOL, hands, path="log", offset=5001)


def test_a_line_without_end_is_cut_and_says_so(hands: TestHands) -> None:
    (hands.workspace / "min.js").write_text("é" * 100_000 + "\nx\n")
    got = call(read.TOOL, hands, path="min.js")
    assert len(got["text"].encode()) <= read.CAP
    assert got["truncated"]
    assert "cut" in got["note"]
    assert got["next_offset"] == 2


def test_what_is_no_text_is_said_and_not_shown(hands: TestHands) -> None:
    (hands.workspace / "x.png").write_bytes(b"\x89PNG\0\0")
    with pytest.raises(Failed, match="no text"):
        call(read.TOOL, hands, path="x.png")
    (hands.workspace / "u").write_bytes("grüß".encode("utf-16"))
    assert call(read.TOOL, hands, path="u")["text"] == "grüß"
    (hands.workspace / "l").write_bytes(b"gr\xfc\xdf")
    assert call(read.TOOL, hands, path="l")["text"] == "gr\ufffd\ufffd"


def test_an_empty_file_has_no_lines(hands: TestHands) -> None:
    (hands.workspace / "e").write_bytes(b"")
    assert call(read.TOOL, hands, path="e") == {
        "path": "e", "text": "", "first_line": 1, "last_line": 0, "lines": 0, "truncated": False,
    }  # fmt: skip


@given(st.text(alphabet="ab\nü", max_size=200), st.integers(1, 5), st.integers(3, 40))
def test_the_parts_of_a_text_are_the_text(text: str, most: int, cap: int) -> None:
    told, at = [], 1
    for _ in range(300):
        got = part(text, at, most, cap)
        assert len(got["text"].encode()) <= cap
        told += [got["text"]] if got["last_line"] >= got["first_line"] else []
        if "note" in got:
            return
        if "next_offset" not in got:
            break
        at = got["next_offset"]
    assert "\n".join(told) == text.removesuffix("\n")


def test_a_name_of_any_bytes_is_told_in_characters(hands: TestHands) -> None:
    (hands.workspace / "x\udcff").write_text("x")
    [entry] = call(list_dir.TOOL, hands)["entries"]
    assert entry["name"].encode()


def test_a_listing_is_cut_and_says_so(hands: TestHands) -> None:
    for n in range(7):
        (hands.workspace / f"f{n}").write_text("x" * n)
    got = call(list_dir.TOOL, hands, limit=3, offset=2)
    assert [one["name"] for one in got["entries"]] == ["f1", "f2", "f3"]
    assert (got["total"], got["truncated"], got["next_offset"]) == (7, True, 5)
    assert call(list_dir.TOOL, hands)["truncated"] is False
