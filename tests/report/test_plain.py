"""What strangers write must not steer a terminal, hide, or join words."""

from __future__ import annotations

import pytest

from sealskill.report.page import Block, Table
from sealskill.report.plain import cut, draw, harmless, width


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("one\ntwo\r\nthree\tfour", "one two three four"),
        ("over\rwritten", "over written"),
        ("a\u2028b\u0085c", "a b c"),
        ("invoice\u202excod.exe", "invoice\\u202excod.exe"),
        ("\u2066isolated\u2069", "\\u2066isolated\\u2069"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("soft\u00adhyphen", "soft\\xadhyphen"),
        ("tag\U000e0041\U000e007f", "tag\\U000e0041\\U000e007f"),
        ("smuggled\U000e0100", "smuggled\\U000e0100"),
        ("adm\u200din", "adm\\u200din"),
        ("lone \udc80", "lone \\udc80"),
        ("filler\u3164", "filler\\u3164"),
    ],
)
def test_what_steers_or_hides_is_shown(written: str, shown: str) -> None:
    assert harmless(written) == shown
    assert harmless(shown) == shown


@pytest.mark.parametrize(
    "text", ["plain", "naïve", "日本語", "✉️", "👩‍💻", "👍🏽", "می‌خواهم", "क्‍ष", "🇩🇪", "[red]bold[/red]"]
)
def test_writing_of_every_script_is_left_alone(text: str) -> None:
    assert harmless(text) == text


def test_lines_stay_where_lines_are_wanted() -> None:
    assert harmless("a\n\tb\x1b", lines=True) == "a\n\tb\\x1b"


@pytest.mark.parametrize(("text", "cells"), [("abc", 3), ("日本", 4), ("✉️", 2), ("🌐", 2), ("⚡", 2), ("é", 1)])
def test_width_counts_cells(text: str, cells: int) -> None:
    assert width(text) == cells


def test_cut_never_exceeds_its_cells() -> None:
    for cells in range(1, 20):
        assert width(cut("日本語 and more words", cells)) <= cells


def test_a_narrow_screen_cuts_what_may_give_way() -> None:
    table = Table(columns=("A", "B"), rows=(("key", "a long description of many words"),), gives=(1,))
    assert draw((Block(table=table),), 20) == "A    B\nkey  a long descr...\n"


def test_wide_characters_align() -> None:
    table = Table(rows=(("日本", "x"), ("ab", "y"), ("✉️", "z")))
    assert draw((Block(table=table),)) == "日本  x\nab    y\n✉️    z\n"


def test_an_empty_page_is_an_empty_string() -> None:
    assert draw(()) == ""
