"""Text without structure, and programs in languages we have no grammar for: paragraphs, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _orders, _sentences
from sealskill.scan.prose import Sentence, Where
from sealskill.scan.readers import Reader


def sentences(document: Document) -> tuple[Sentence, ...]:
    """Every sentence; a blank line ends one."""
    return tuple(_all(document))


def _all(document: Document) -> Iterator[Sentence]:
    for start, end in _sentences.paragraphs(document.data):
        yield from _sentences.sentences(_sentences.Run.plain(document, start, end), Where.PARAGRAPH)


def acts(document: Document) -> tuple[Act, ...]:
    """What its sentences order."""
    return tuple(act for sentence in document.sentences for act in _orders.acts(sentence))


READER = Reader(kinds=(Kind.TEXT, Kind.CODE, Kind.INI), acts=acts, sentences=sentences, anchors=_orders.ANCHORS)
