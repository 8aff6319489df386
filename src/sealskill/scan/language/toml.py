"""TOML: settings of Python, Rust and others."""

from __future__ import annotations

from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _sheet
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader
from sealskill.scan.values import toml


def sentences(document: Document) -> Prose:
    """What its values and comments say."""
    return _sheet.sheet(document, toml.values(document.data))


READER = Reader(kinds=(Kind.TOML,), acts=_sheet.acts, sentences=sentences, anchors=_sheet.ANCHORS)
