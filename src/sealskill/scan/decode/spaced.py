"""Words with their letters apart: `i g n o r e   a l l`, `c.u.r.l`."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_RUN = pattern(r"\b[a-z](?:[ _.*|-]{1,2}[a-z]){4,}\b(?:[ _.*|/-]{1,8}[a-z](?:[ _.*|-]{1,2}[a-z])+\b)*")
_WORDS = pattern(r"[ _.*|/-]{3,}|  +")
_BETWEEN = b" _.*|-"


def _decode(document: Document) -> Iterator[Layer]:
    return folded(document, _RUN, _plain)


def _plain(run: bytes) -> bytes:
    return b" ".join(one.translate(None, _BETWEEN) for one in _WORDS.split(run))


DECODER = Decoder(
    name="spaced",
    decode=_decode,
    anchors=tuple(rf"\b[a-z](?:{mark}[a-z]){{5}}\b" for mark in (" ", r"\.", "-", "_", r"\*", r"\|")),
)
