"""Definitions of links: what they say shows nowhere unless a text uses them, so they serve as comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from sealskill.scan.language._sentences import Run
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Where

# Label, address, title. What is optional is bounded: nothing may be looked for far beyond each of many definitions.
_DEFINITION = pattern(
    r"(?m)^[ >]{0,12}\[([^\]\n^][^\]\n]{0,200})\]:[ \t]*\n?[ \t]*(<[^>\n]{0,1000}>|[^\s<]\S{0,1000}|<)?"
    r"(?:[ \t]*\n?[ \t]*(\"[^\"]{0,1000}\"|'[^']{0,1000}'|\([^)]{0,1000}\)))?"
)
_LEAST = 3
"""Bytes of a part that says something: `//` does not."""


def read(run: Run, base: int, code: Iterable[tuple[int, int]]) -> None:
    """Every definition that is no part of the text or the code as a comment."""
    data = run.document.data
    if b"]:" not in data:
        return
    known = sorted([*run.places(), *code])
    for found in _DEFINITION.finditer(data, base):
        at = bisect_right(known, (found.start(1), len(data))) - 1
        if at < 0 or known[at][1] <= found.start(1):
            _add(run, [found.span(group) for group in (1, 2, 3)])


def _add(run: Run, parts: list[tuple[int, int]]) -> None:
    for start, end in parts:
        said = run.document.data[start:end].strip(b"\"'()<>")
        if start >= 0 and len(said) >= _LEAST:
            run.add(said, run.document.data.find(said, start, end))
            run.add(b" ", end)
    run.end(Where.COMMENT)
