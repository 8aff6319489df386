"""PowerShell: scripts, and the commands of Windows that texts show."""

from __future__ import annotations

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _comments
from sealskill.scan.language._commands import anchors
from sealskill.scan.language._powershell_lexer import parse
from sealskill.scan.language._powershell_run import PowerRun
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader


def acts(document: Document) -> tuple[Act, ...]:
    """What its commands do, in order."""
    return PowerRun(document).read(parse(document.data))


def sentences(document: Document) -> Prose:
    """Its comments, and what it shows."""
    return _comments.prose(document, _comments.POWERSHELL)


READER = Reader(
    kinds=(Kind.POWERSHELL,), acts=acts, sentences=sentences,
    anchors=(*anchors.ACTING, *anchors.WINDOWS, *anchors.POWERSHELL, *anchors.PLACES, anchors.WRITING),
)  # fmt: skip
