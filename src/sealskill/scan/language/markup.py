"""HTML, SVG and XML: what a page says, what it says only to those who read its source, what it hides and runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _commanded, _orders, _sheet
from sealskill.scan.language._raw import Raw
from sealskill.scan.language._sentences import Run
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Where
from sealskill.scan.readers import Reader
from sealskill.scan.values import plist

# Programs and styles are no text of the page: the programs are documents of their own.
_MUTE = pattern(r"<(?:script\b[^>]*>.*?(?:</script\s*>|\z)|style\b[^>]*>.*?(?:</style\s*>|\z))")
_DECLARED = pattern(r"<!\[CDATA\[(.*?)(?:\]\]>|\z)|<!DOCTYPE[^>\[]*\[(.*?)(?:\]\s*>|\z)|<\?(.*?)(?:\?>|\z)")


def sentences(document: Document) -> Prose:
    """Its text, its comments and attributes, what is hidden, and what is declared."""
    page = _Page(document)
    page.read()
    return page.run.prose()


class _Page:
    """What one page says so far."""

    def __init__(self, document: Document) -> None:
        self.run = Run(document)
        self.data = document.data
        self.asides: list[tuple[Where, bytes, int]] = []
        self.raw = Raw(self.run, self._end, self._aside)

    def read(self) -> None:
        at = 0
        for mute in _MUTE.finditer(self.data):
            self._text(at, mute.start())
            at = mute.end()
        self._text(at, len(self.data))
        self._end()

    def _text(self, start: int, end: int) -> None:
        at = start
        for found in _DECLARED.finditer(self.data, start, end):
            self.raw.read(at, found.start(), inline=False)
            self._declared(found)
            at = found.end()
        self.raw.read(at, end, inline=False)

    def _declared(self, found: object) -> None:
        spans = [found.span(group) for group in (1, 2, 3)]  # type: ignore[attr-defined]  # RE2 has no types
        where, (start, end) = next(
            (where, span)
            for where, span in zip((Where.PARAGRAPH, Where.HIDDEN, Where.COMMENT), spans, strict=True)
            if span[0] >= 0
        )
        self.run.lines(start, end, where)

    def _end(self) -> None:
        self.run.end(Where.HIDDEN if self.raw.hidden else Where.PARAGRAPH)
        for where, text, at in self.asides:
            self.run.add(text, at)
            self.run.end(where)
        self.asides.clear()

    def _aside(self, where: Where, text: bytes, at: int) -> None:
        self.asides.append((where, text, at))


def acts(document: Document) -> tuple[Act, ...]:
    """What its sentences order, and what a property list has started."""
    return tuple(chain(_orders.acts(document), _started(document)))


def _started(document: Document) -> Iterator[Act]:
    if document.kind is Kind.XML and b"<plist" in document.data:
        yield from _commanded.acts(document, plist.values(document.data))


READER = Reader(
    kinds=(Kind.HTML, Kind.SVG, Kind.XML), acts=acts, sentences=sentences, anchors=_sheet.ANCHORS
)  # fmt: skip
