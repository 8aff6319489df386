"""Where a sentence ends, in any script. The text has its white space folded: a line end in it ends a block."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.pattern import pattern

MAX_SENTENCE = 2_000
"""Bytes: longer is no sentence; it is cut at a space and the rest is the next."""
# A full stop ends a sentence before a space only, so that addresses, files and versions survive it. The stops of
# Chinese, Japanese, Hindi, Arabic and Urdu end one anywhere.
# Line ends that were written as `\n` and never became any end one as well.
_END = pattern(
    r"[.!?…]['\")\]*_”’»]*(?:\s|$)|[。！？；｡।॥؟۔]['\")\]”’」』）]*\s?|\n|(?:\\n){2,}[\s#*-]*|\\n\s*(?:#{1,6}|[*-])\s"
)
_ABBREVIATED = pattern(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|fig|dr|mr|ms|bzw|z\.\s?b|p\. ?ex|т\.е|\d{1,3})\.\s*$"
)
_LONGEST_ABBREVIATION = 12


def split(text: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of every sentence between two offsets; together they are the whole."""
    first = start
    for found in _END.finditer(text, start, end):
        at = found.end()
        if not _abbreviated(text, first, at):
            yield from _cut(text, first, at)
            first = at
    if first < end:
        yield from _cut(text, first, end)


def _abbreviated(text: bytes, first: int, at: int) -> bool:
    return bool(_ABBREVIATED.search(text[max(first, at - _LONGEST_ABBREVIATION) : at]))


def _cut(text: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_SENTENCE:
        at = _border(text, start, start + MAX_SENTENCE)
        yield start, at
        start = at
    yield start, end


def _border(text: bytes, start: int, at: int) -> int:
    """The last place up to `at` that cuts no word, or at least no character."""
    space = text.rfind(b" ", start + MAX_SENTENCE // 2, at)
    if space > 0:
        return space + 1
    while text[at] & 0xC0 == 0x80:
        at -= 1
    return at
