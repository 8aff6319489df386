"""JSON: each string is a saying of its own, whatever stands beside it in the same line."""

from __future__ import annotations

from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _orders, plain
from sealskill.scan.language._sentences import Run
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Where
from sealskill.scan.readers import Reader

_STRING = pattern(r"\"(?:[^\"\\]|\\.)*\"")
_SAYS = pattern(r"[\p{L}\d]")


def sentences(document: Document) -> Prose:
    """The sentences of every string of more than one word, and of whatever stands outside of strings."""
    run, data, at = Run(document), document.data, 0
    for found in _STRING.finditer(data):
        _outside(run, data, at, found.start())
        at = found.end()
        if b" " in data[found.start() : at] or not data[found.start() : at].isascii():
            run.add(data[found.start() + 1 : at - 1], found.start() + 1)
            run.end(Where.PARAGRAPH)
    _outside(run, data, at, len(data))
    return run.prose()


def _outside(run: Run, data: bytes, start: int, end: int) -> None:
    if end - start > 1 and _SAYS.search(data, start, end) and b" " in data[start:end].strip():
        run.lines(start, end, Where.PARAGRAPH)


READER = Reader(kinds=(Kind.JSON,), acts=plain.acts, sentences=sentences, anchors=_orders.ANCHORS)
