"""What a person reads, from the side of whoever wants them to approve something else than they see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.approve.ground import question

from sealskill.approve import shown
from sealskill.model.decision import Ruling
from sealskill.model.question import Question

HOSTILE = [
    "\x1b[2J\x1b[1;1Hnothing to see", "safe\rrm -rf /", "a\x08\x08b", "\u202etxt.exe", "\u200bhidden", "раypal", "\x9b31m",
    "line\u2028line", "\ud800", "\x00", "e\u0301", "a\\x1b", "\U000e0041",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "place", ["summary", "reason", "touching", "diff", "tool", "argument", "name", "persona", "requester"]
)
def test_nothing_that_is_shown_steers_a_screen_or_looks_like_something_else(place: str, text: str) -> None:
    for line in shown.lines(hostile(place, text)):
        assert line.isascii()
        assert line.isprintable()


def hostile(place: str, text: str) -> Question:
    match place:
        case "reason":
            return replace(question(), reasons=(text,))
        case "touching":
            return replace(question(), touching=(text,))
        case "argument":
            return question(arguments={"a": text, "b": [text], "c": f"{text}\n{text}", "d": {text: 1}})
        case "name":
            return question(arguments={text: 1})
        case "summary" | "diff":
            return replace(question(), **{place: text})
        case _:
            return replace(question(), bound=replace(question().bound, **{place: text}))


@given(st.text(), st.text())
def test_two_texts_never_look_the_same(one: str, two: str) -> None:
    assert (shown.safe(one) == shown.safe(two)) == (one == two)


@pytest.mark.parametrize("width", [20, 79, 200])
def test_arguments_are_shown_whole_however_long(width: int) -> None:
    long = "".join(str(number) for number in range(5_000))
    pages = shown.pages(question(arguments={"command": long}), width + 1, 24)
    assert len(pages) > 1
    assert all(len(line) <= width for page in pages for line in page)
    assert all(len(page) <= 20 for page in pages)
    joined = "".join(line[1:] if line.startswith(">") else line for page in pages for line in page)
    assert long in joined


def test_a_text_of_several_lines_cannot_pass_for_what_we_say() -> None:
    text = "x\n  takes     nobody\n>\n  arguments\n    none"
    lines = [line for page in shown.pages(question(arguments={"content": text}), 80, 24) for line in page]
    below = lines[lines.index("  arguments") + 2 :]
    assert below == [f"    | {line}" for line in text.split("\n")]
    assert lines.count("  arguments") == 1


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (80, 2), (2, 80), (-5, -5)])
def test_a_screen_that_says_it_is_tiny_still_shows_everything(size: tuple[int, int]) -> None:
    asked = question(arguments={"command": "x" * 500})
    text = "".join(line.removeprefix(">") for page in shown.pages(asked, *size) for line in page)
    assert text.count("x") == 500 + "".join(shown.lines(question(arguments={}))).count("x")


def test_who_asks_for_what_and_why_is_there() -> None:
    asked = replace(
        question(Ruling.DUAL_SIGN, counting=("sha256:3",)), id="chg_1", reasons=("it is dangerous",), diff="- a\n+ b",
        touching=("writes /work/a",),
    )  # fmt: skip
    assert list(shown.lines(asked)) == [
        "sealskill asks: may this be done?",
        "",
        "  what      call write: write /work/a",
        "  class     mutating",
        "  asked by  ann",
        "  session   s1",
        "  persona   default",
        "  seal      sha256:1",
        "  takes     two people, neither of them ann",
        "  number    chg_1",
        "  counting  sha256:3",
        "  because   it is dangerous",
        "  touching  writes /work/a",
        "  arguments",
        '    path: "/work/a"',
        '    content: "b"',
        "  changes",
        "    - a",
        "    + b",
    ]
