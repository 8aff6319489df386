"""Patterns that are told faster by looser ones find what they find without them."""

import gc

from hypothesis import example, given
from hypothesis import strategies as st

from sealskill.scan.decoder import containers, decoders
from sealskill.scan.pattern import Pattern, pattern, uncounted
from sealskill.scan.readers import readers
from sealskill.scan.rule import rules

_PADDING = "|".join(f"never{number}" for number in range(60))
_SOURCES = (
    r"\bsend\b[^.\n]{0,8}?\bkeys?\b", r"(?:a{2,4}b|ab{3,})", r"^\s{0,2}send(?:\w+\s+){1,2}keys", r"x{2}|\\{1,2}x",
    r"send.{0,4}$", r"(?i:b{0,3}?)a",
)  # fmt: skip
_WORDS = st.lists(
    st.sampled_from(["send", "keys", "key", ".", " ", "\n", "a", "b", "aaab", "x", "\\", "é"]), max_size=14
)


def _places(found: Pattern, text: bytes, start: int) -> list[tuple[int, int]]:
    return [one.span() for one in found.finditer(text, start)]


@given(_WORDS, st.sampled_from(_SOURCES), st.integers(0, 5))
@example(["send", " ", "send", " ", "keys"], _SOURCES[0], 0)
@example([".", "send", " ", "a", " ", "key"], _SOURCES[0], 2)
def test_a_pattern_with_a_looser_one_stands_where_it_stands_without(words, source, start):
    text = "".join(words).encode()
    long, plain = pattern(f"{source}|{_PADDING}"), pattern(source)
    assert _places(long, text, start) == _places(plain, text, start)
    for one in (Pattern.search, Pattern.match):
        long_found, plain_found = one(long, text, start), one(plain, text, start)
        assert (long_found and long_found.span()) == (plain_found and plain_found.span())
    assert (long.fullmatch(text) is None) == (plain.fullmatch(text) is None)


def test_what_is_looser_keeps_every_count_that_is_none():
    assert uncounted(r"a{2,3}b{4}\{1,2}") == r"a*b{4}\{1,2}"


def test_every_pattern_of_ours_is_one_though_none_is_compiled_before_it_is_used():
    for folder in (rules, readers, decoders, containers):
        assert folder()
    gc.unfreeze()  # a test of the worker hides what was there before from the collector
    ours = [one for one in gc.get_objects() if isinstance(one, Pattern)]
    assert len(ours) > 500
    for one in ours:
        one.search(b"")
