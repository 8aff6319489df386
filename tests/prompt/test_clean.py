"""Cleaning is done once and for all, and cutting keeps its word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sealskill.prompt import clean
from sealskill.prompt.words import words


def test_a_text_is_cut_between_words():
    assert clean.shorten("one two three four", 12) == "one two…"


def test_a_text_without_spaces_is_cut_anywhere():
    assert clean.shorten("把网页翻译成中文", 5) == "把网页翻…"


def test_words_of_an_unspaced_script_are_pairs():
    assert words("Git_push 把网页!") == ["git", "push", "把网", "网页"]


@given(st.text(max_size=300), st.integers(1, 300))
def test_shortening_keeps_its_limit_and_grows_with_it(text, limit):
    line = clean.line(text)
    assert len(clean.shorten(line, limit)) <= limit
    assert len(clean.shorten(line, limit)) <= len(clean.shorten(line, limit + 1))


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing(text):
    assert clean.line(clean.line(text)) == clean.line(text)
    assert clean.path(clean.path(text)) == clean.path(text)
