"""What a sentence has somebody do, as acts: the same acts that programs do."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.act import Act
from sealskill.scan.document import Document

ANCHORS: tuple[str, ...] = ("://",)


def acts(document: Document) -> Iterator[Act]:
    """The acts that the sentences of a document order."""
    yield from ()
