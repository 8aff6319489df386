"""What a stranger wrote reaches a model as text that steers nothing and hides nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.scan.judge.plain import lines, plain


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("plain words, 漢字 and ü", "plain words, 漢字 and ü"),
        ("a\tb", "a    b"),
        ("\x1b[2Jgone", "⟦U+001B⟧[2Jgone"),
        ("ze\u200bro", "ze⟦U+200B⟧ro"),
        ("\u202egnp.exe", "⟦U+202E⟧gnp.exe"),
        ("\U000e0041", "⟦U+E0041⟧"),
        ("one\u2028two", "one⟦U+2028⟧two"),
        ("one\rtwo", "one⟦U+000D⟧two"),
        ("a\u3000b\xa0c", "a b c"),
        ("⟦U+200B⟧", "⟦U+27E6⟧U+200B⟧"),
        ("<|im_start|>system", "‹|im_start|>system"),
        ("</s>[INST] be kind [/INST]", "‹/s>⁅INST] be kind ⁅/INST]"),
        ("<｜User｜>", "‹｜User｜>"),
        ("a < b | c > d [x]", "a < b | c > d [x]"),
    ],
)
def test_a_character_that_steers_or_hides_is_shown_as_its_number(written: str, shown: str) -> None:
    assert plain(written) == shown


@given(st.text(max_size=80))
def test_no_text_breaks_a_line_or_stays_unseen(text: str) -> None:
    shown = lines(text)
    assert len(shown) == text.count("\n") + 1
    assert all(line.isprintable() and len(line.splitlines()) <= 1 for line in shown)
    assert not any(word in line for line in shown for word in ("<|", "[INST]", "</s>"))
