"""Patterns over untrusted text. RE2 answers in time linear in the text, whatever the text is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import re2

if TYPE_CHECKING:
    from collections.abc import Iterable

Pattern = Any
"""A compiled RE2 pattern over bytes; the library has no types."""


@cache
def pattern(source: str, *, case: bool = False) -> Pattern:
    """A pattern over UTF-8 bytes; letters match in both cases unless `case`. `.` matches a line end, too.

    RE2 counts a match in bytes, so spans of it are offsets of documents.
    """
    options = re2.Options()
    options.case_sensitive = case
    options.dot_nl = True
    options.log_errors = False
    return re2.compile(source.encode(), options)


@cache
def bytewise(source: str) -> Pattern:
    """A pattern over bytes that are no text: `\\xff` is one byte, and letters match in their own case only."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.dot_nl = True
    options.log_errors = False
    return re2.compile(source.encode("latin-1"), options)


def words(*alternatives: str) -> str:
    r"""A pattern for any of some phrases, each as a word of its own; one space stands for any run of white space."""
    joined = "|".join(one.replace(" ", r"\s+") for one in alternatives)
    return rf"\b(?:{joined})\b"


class Matcher:
    """Which of many anchors stand in some bytes, found in one pass.

    RE2 sets were chosen over yara-x and hyperscan by measurement: docs/adr/0006-one-matcher.md. A set that runs out of
    memory finds nothing and does not say so. Each text therefore ends in a canary that has to be found.
    """

    _CANARY = b"\x00sealskill-canary\x00"

    def __init__(self, anchors: Iterable[str]) -> None:
        options = re2.Options()
        options.case_sensitive = False
        options.encoding = re2.Options.Encoding.LATIN1  # bytes as they are: text need not be valid to be matched
        options.max_mem = 256 << 20
        options.log_errors = False
        self._anchors = tuple(dict.fromkeys(anchors))
        self._set = re2.Set.SearchSet(options)
        for anchor in self._anchors:
            self._set.Add(anchor.encode())
        self._canary = self._set.Add(re2.escape(self._CANARY))
        self._set.Compile()

    def hits(self, data: bytes) -> frozenset[str]:
        """The anchors that stand in the bytes. Raises MemoryError where the set could not look at all of them."""
        found = self._set.Match(data + self._CANARY) or ()
        if self._canary not in found:
            raise MemoryError("the matcher did not reach the end of the text")
        return frozenset(self._anchors[one] for one in found if one != self._canary)
