"""What a sentence has somebody do, as acts: the same acts that programs do."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.act import Act
from sealskill.scan.prose import Sentence

ANCHORS: tuple[str, ...] = ("://",)


def acts(sentence: Sentence) -> Iterator[Act]:
    """The acts a sentence orders."""
    yield from ()
