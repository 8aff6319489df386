"""JSON, and notebooks as far as they are JSON: what stands in their cells are documents of their own."""

from __future__ import annotations

from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _sheet, plain
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader
from sealskill.scan.values import json
from sealskill.scan.values.value import Value, is_page

_JSON = pattern(r"\A(?:\s|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*(?:[{\[\"]|[\d.-]+\s*\z|(?:true|false|null)\s*\z)")
_CELLS = frozenset(("source", "input", "text"))


def sentences(document: Document) -> Prose:
    """What its texts and comments say; all of it as plain text where it only calls itself JSON."""
    if not _JSON.search(document.data):
        return plain.sentences(document)
    skip = _in_cell if document.kind is Kind.NOTEBOOK else is_page
    return _sheet.sheet(document, json.values(document.data), skip=skip)


def _in_cell(value: Value) -> bool:
    """Whether it is a part of a cell, which is read as what it is."""
    return is_page(value) or ("cells" in value.keys and not _CELLS.isdisjoint(value.keys))


READER = Reader(kinds=(Kind.JSON, Kind.NOTEBOOK), acts=_sheet.acts, sentences=sentences, anchors=_sheet.ANCHORS)
