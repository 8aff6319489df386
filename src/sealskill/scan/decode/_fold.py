"""A document with some of its characters written as what they stand for; everything else stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Layer, TooMany
from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import Pattern

_WHOLE = 1 << 20
"""Bytes up to which a document is folded whole, so that what stands around a word keeps its meaning."""
_PROGRAMS = frozenset(
    (Kind.MARKDOWN, Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX)
)

_Edit = tuple[int, int, bytes]
_Window = tuple[int, int, list[_Edit]]


def folded(
    document: Document, shape: Pattern, change: Callable[[bytes], bytes], *, least: int = 1
) -> Iterator[Layer]:  # fmt: skip
    """The document with each match changed; of a large one the lines that hold matches.

    Nothing where fewer than `least` bytes change. Raises TooMany after what it found until then.
    """
    edits: list[_Edit] = []
    over = _gather(document.data, shape, change, edits)
    if edits and sum(end - start for start, end, _ in edits) >= least:
        kind = document.kind if document.kind in _PROGRAMS else None
        for window in _windows(document.data, edits):
            yield _layer(document.data, window, kind)
    if over:
        raise over


def _gather(data: bytes, shape: Pattern, change: Callable[[bytes], bytes], edits: list[_Edit]) -> TooMany | None:
    """Add what changes; the answer is why not everything was looked at."""
    try:
        for found in runs(shape, data):
            start, end = found.span()
            if (new := change(data[start:end])) != data[start:end]:
                edits.append((start, end, new))
    except TooMany as exc:
        return exc
    return None


def _windows(data: bytes, edits: list[_Edit]) -> Iterator[_Window]:
    """All of a small document; else the lines of each edit, those that touch together."""
    if len(data) <= _WHOLE:
        yield 0, len(data), edits
        return
    first, last = 0, -1
    held: list[_Edit] = []
    for edit in edits:
        if held and edit[0] > last:
            yield first, last, held
            held = []
        if not held:
            first = data.rfind(b"\n", 0, edit[0]) + 1
        held.append(edit)
        stop = data.find(b"\n", max(edit[1], last))
        last = stop + 1 if stop >= 0 else len(data)
    yield first, last, held


def _layer(data: bytes, window: _Window, kind: Kind | None) -> Layer:
    start, end, edits = window
    parts: list[bytes] = []
    segments, size, at = [(0, start)], 0, start
    for first, last, new in edits:
        parts += (data[at:first], new)
        size += first - at + len(new)
        segments.append((size, last))
        at = last
    parts.append(data[at:end])
    return Layer(start, end, b"".join(parts), kind, tuple(segments))
