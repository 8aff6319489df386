"""Text without structure: paragraphs, and nothing more."""

from __future__ import annotations

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _orders, _sentences
from sealskill.scan.prose import Prose, Where
from sealskill.scan.readers import Reader


def sentences(document: Document) -> Prose:
    """Every sentence; a blank line ends one, and so does a line that begins with a bullet or a number."""
    run = _sentences.Run(document)
    if document.path.lower().endswith(_TABLES):
        _rows(run)
    else:
        run.lines(0, len(document.data), Where.PARAGRAPH)
    return run.prose()


_TABLES = (".csv", ".tsv")


def _rows(run: _sentences.Run) -> None:
    """Each line of a table is a row: what stands in a cell is data, and no sentence goes on in the next."""
    start, data = 0, run.document.data
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        run.add(data[start:end], start)
        run.end(Where.TABLE)
        start = end + 1


def acts(document: Document) -> tuple[Act, ...]:
    """What its sentences order."""
    return tuple(_orders.acts(document))


READER = Reader(kinds=(Kind.TEXT,), acts=acts, sentences=sentences, anchors=_orders.ANCHORS)
