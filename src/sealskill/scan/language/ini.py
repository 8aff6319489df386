"""Lines of names and values: INI, .desktop files, units of systemd, settings of npm, pip and git."""

from __future__ import annotations

from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _sheet
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader
from sealskill.scan.values import ini


def sentences(document: Document) -> Prose:
    """What its values and comments say."""
    return _sheet.sheet(document, ini.values(document.data))


READER = Reader(kinds=(Kind.INI, Kind.DESKTOP), acts=_sheet.acts, sentences=sentences, anchors=_sheet.ANCHORS)
