"""The memory: a folder a person named, and nothing but it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tools.hands import TestHands, call, place

from sealskill.errors import Failed, Refused
from sealskill.tools import _memory, memory_get, memory_search


@pytest.fixture
def hands(tmp_path: Path) -> TestHands:
    memory = tmp_path / "state/memory"
    for name, text in {
        "trips.md": "# Trips\n\nLisbon in May: the hotel at the river.\n\nOslo was cold.",
        "people/ana.md": "Ana likes the river\nand trains.", "people/.hidden/x.md": "river", "image.png": "river",
    }.items():  # fmt: skip
        (memory / name).parent.mkdir(parents=True, exist_ok=True)
        (memory / name).write_text(text)
    (tmp_path / "secret.md").write_text("river river")
    (memory / "way.md").symlink_to(tmp_path / "secret.md")
    (memory / "out").symlink_to(tmp_path)
    return TestHands(tmp_path / "ws", settings={"folder": str(memory)}, granted={str(memory): "read"})


OUT = [
    "../secret.md",
    "{base}/secret.md",
    "~/secret.md",
    "way.md",
    "out/secret.md",
    "people/../../../secret.md",
    "a\0.md",
    "image.png",
    "..",
]


@pytest.mark.parametrize("path", OUT)
def test_no_path_leads_out_of_the_memory(hands: TestHands, tmp_path: Path, path: str) -> None:
    with pytest.raises((Refused, Failed)):
        call(memory_get.TOOL, hands, path=path.format(base=tmp_path))


def test_a_search_follows_no_link_and_opens_nothing_hidden(hands: TestHands) -> None:
    found = call(memory_search.TOOL, hands, query="river")["passages"]
    assert [(one["path"], one["line"]) for one in found] == [("people/ana.md", 1), ("trips.md", 3)]


def test_distinct_words_count_and_repeating_them_does_not(hands: TestHands, tmp_path: Path) -> None:
    (tmp_path / "state/memory/spam.md").write_text("river " * 500)
    found = call(memory_search.TOOL, hands, query="hotel river lisbon", limit=1)["passages"]
    assert [one["path"] for one in found] == ["trips.md"]


def test_a_note_is_read_from_a_line_on(hands: TestHands) -> None:
    got = call(memory_get.TOOL, hands, path="people/ana.md", offset=2)
    assert (got["text"], got["lines"]) == ("and trains.", 2)


def test_a_search_ends_whatever_the_folder_holds(
    hands: TestHands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / "state/memory" / "/".join("d" * 12)
    deep.mkdir(parents=True)
    (deep / "x.md").write_text("zebra")
    assert call(memory_search.TOOL, hands, query="zebra")["passages"] == []
    monkeypatch.setattr(_memory, "MOST_FILES", 1)
    assert len(call(memory_search.TOOL, hands, query="river lisbon oslo ana")["passages"]) <= 2


def test_without_a_folder_it_says_what_to_set(tmp_path: Path) -> None:
    with pytest.raises(Failed) as caught:
        call(memory_search.TOOL, TestHands(tmp_path / "ws"), query="x")
    assert "tools.memory.folder" in caught.value.advice


def test_a_call_touches_nothing_that_its_arguments_could_choose(tmp_path: Path) -> None:
    assert not memory_get.TOOL.touches({"path": "a.md"}, place(tmp_path)).reads
    with pytest.raises(Refused):
        memory_get.TOOL.touches({"path": "../a.md"}, place(tmp_path))
