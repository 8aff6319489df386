"""Shell: scripts, and whatever else is written in its words: Makefiles, Dockerfiles, code fences, command lines."""

from __future__ import annotations

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _comments
from sealskill.scan.language._commands import anchors
from sealskill.scan.language._shell_lexer import parse
from sealskill.scan.language._shell_run import Run
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader


def acts(document: Document) -> tuple[Act, ...]:
    """What its commands do, in order."""
    if document.embedding is not None and not anchors.ANY.search(document.data):
        return ()
    return Run(document).read(parse(document.data))


def sentences(document: Document) -> Prose:
    """Its comments, and what it shows."""
    return _comments.prose(document, _comments.SHELL)


READER = Reader(
    kinds=(Kind.SHELL,),
    acts=acts,
    sentences=sentences,
    anchors=(*anchors.ACTING, *anchors.WINDOWS, *anchors.PLACES, anchors.WRITING),
    choosy=True,
)
