"""YAML: settings, workflows, services."""

from __future__ import annotations

from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _sheet
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader
from sealskill.scan.values import yaml


def sentences(document: Document) -> Prose:
    """What its values and comments say."""
    return _sheet.sheet(document, yaml.values(document.data))


READER = Reader(kinds=(Kind.YAML,), acts=_sheet.acts, sentences=sentences, anchors=_sheet.ANCHORS)
