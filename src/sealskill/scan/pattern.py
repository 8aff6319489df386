"""Patterns over untrusted text. RE2 answers in time linear in the text, whatever the text is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import re2

Span = tuple[int, int]
_NOWHERE: Final = (-1, -1)
_ANYWHERE: Final = re2._re2.RE2.Anchor.UNANCHORED
_FIRST: Final = re2._re2.RE2.Anchor.ANCHOR_START
_WHOLE: Final = re2._re2.RE2.Anchor.ANCHOR_BOTH
# `[^.]{0,80}` is eighty states, and with several such distances open at once every byte makes new ones.
_COUNT = re.compile(r"(?<!\\)\{\d+,\d*\}")
_LONG = 500
"""Characters from which a pattern is an alternation of many things that a text hardly ever holds."""


class Match:
    """Where a pattern stands, and where its groups do."""

    __slots__ = ("_spans", "_text")

    def __init__(self, text: bytes, spans: list[Span]) -> None:
        self._text = text
        self._spans = spans

    def span(self, group: int = 0) -> Span:
        """Start and end; (-1, -1) for a group that is not in it."""
        return self._spans[group]

    def start(self, group: int = 0) -> int:
        """Where it begins."""
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        """Where it ends."""
        return self._spans[group][1]

    def __getitem__(self, group: int) -> Any:
        """The bytes; None for a group that is not in it."""
        start, end = self._spans[group]
        return self._text[start:end] if start >= 0 else None

    def group(self, *groups: int) -> Any:
        """The bytes of a group, or of several."""
        found = tuple(self[group] for group in groups or (0,))
        return found[0] if len(found) == 1 else found

    def groups(self) -> tuple[Any, ...]:
        """The bytes of every group."""
        return tuple(self[group] for group in range(1, len(self._spans)))


class Pattern:
    """A compiled RE2 pattern over bytes.

    It asks the compiled pattern beneath the interface of the library, which goes through a generator, makes two objects
    and asks for the number of groups with each question: with a million questions on a page that is most of the answer.
    """

    __slots__ = ("_ask", "_loosely", "_looser", "_options", "_whole", "pattern")

    def __init__(self, source: bytes, options: Any, looser: bytes = b"") -> None:
        """`looser` stands wherever `source` does and is told faster."""
        self.pattern = source
        self._options = options
        self._looser = looser

    def __getattr__(self, name: str) -> Any:
        """What is compiled, when it is first asked for: most texts need few of the patterns. Raises re2.error."""
        if name == "_loosely":
            self._loosely = re2.compile(self._looser, self._options)._regexp.Match if self._looser else None
        elif name in ("_ask", "_whole"):
            self._whole = re2.compile(self.pattern, self._options)
            self._ask = self._whole._regexp.Match
        return object.__getattribute__(self, name)

    def search(self, text: bytes, start: int = 0, end: int | None = None) -> Match | None:
        """The first place where it stands."""
        return self._found(_ANYWHERE, text, start, end)

    def match(self, text: bytes, start: int = 0, end: int | None = None) -> Match | None:
        """The place where it stands at the very beginning."""
        return self._found(_FIRST, text, start, end)

    def fullmatch(self, text: bytes) -> Match | None:
        """The whole text, where it is all of it."""
        return self._found(_WHOLE, text, 0, None)

    def finditer(self, text: bytes, start: int = 0, end: int | None = None) -> Iterator[Match]:
        """Every place where it stands, one behind the other."""
        last = len(text) if end is None else min(end, len(text))
        if self._loosely is not None and start <= last:
            start = self._loosely(_ANYWHERE, text, start, last)[0][0]
        while 0 <= start <= last:
            spans = self._ask(_ANYWHERE, text, start, last)
            found = spans[0]
            if found == _NOWHERE:
                return
            yield Match(text, spans)
            start = found[1] if found[1] > start else start + 1

    def findall(self, text: bytes) -> list[Any]:
        """The bytes of every place, or of its groups where it has some."""
        return list(self._whole.findall(text))

    def sub(self, made: bytes | Callable[[Match], bytes], text: bytes) -> bytes:
        """The text with something else in every place."""
        return bytes(self._whole.sub(made, text))

    def split(self, text: bytes) -> list[bytes]:
        """What stands between the places."""
        return list(self._whole.split(text))

    def _found(self, anchor: Any, text: bytes, start: int, end: int | None) -> Match | None:
        last = len(text) if end is None else min(end, len(text))
        if not 0 <= start <= last:
            return None
        if self._loosely is not None and (start := self._loosely(anchor, text, start, last)[0][0]) < 0:
            return None  # most sentences say nothing of the kind
        spans = self._ask(anchor, text, start, last)
        return Match(text, spans) if spans[0] != _NOWHERE else None


@cache
def pattern(source: str, *, case: bool = False) -> Pattern:
    """A pattern over UTF-8 bytes; letters match in both cases unless `case`. `.` matches a line end, too.

    RE2 counts a match in bytes, so spans of it are offsets of documents.
    """
    options = re2.Options()
    options.case_sensitive = case
    options.dot_nl = True
    options.log_errors = False
    counts = uncounted(source) if len(source) > _LONG else source
    return Pattern(source.encode(), options, counts.encode() if counts != source else b"")


def uncounted(source: str) -> str:
    """A pattern that stands wherever another does and in some places more: any distance where that one counts it."""
    return _COUNT.sub("*", source)


@cache
def bytewise(source: str) -> Pattern:
    """A pattern over bytes that are no text: `\\xff` is one byte, and letters match in their own case only."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.dot_nl = True
    options.log_errors = False
    return Pattern(source.encode("latin-1"), options)


def words(*alternatives: str) -> str:
    r"""A pattern for any of some phrases, each as a word of its own; one space stands for any run of white space."""
    joined = "|".join(one.replace(" ", r"\s+") for one in alternatives)
    return rf"\b(?:{joined})\b"
