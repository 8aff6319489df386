"""Rot13, told by words that attacks need and that mean nothing in any language once they are turned."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_TURNED = (
    r"\buggcf?://", r"\bphey\b", r"\bjtrg\b", r"\bonfu\b", r"\bfhqb\b", r"\bvzcbeg\b", r"\brkrp\(", r"\bfhocebprff\b",
    r"\bvtaber\b", r"\bqvfertneq\b", r"\bcerivbhf\b", r"\bvafgehpgvbaf?\b", r"\bcnffjbeq\b", r"\bpnt /rgp/",
)  # fmt: skip
_LINE = pattern(rf"(?:{'|'.join(_TURNED)})[^\n]*")


def _decode(document: Document) -> Iterator[Layer]:
    data = document.data
    for found in runs(_LINE, data):
        start = data.rfind(b"\n", 0, found.start()) + 1
        turned = codecs.encode(data[start : found.end()].decode("utf-8", "replace"), "rot13")
        yield Layer(start, found.end(), turned.encode())


DECODER = Decoder(name="rot13", decode=_decode, anchors=_TURNED)
