"""Text written from the end: `hs | hs.x/moc.live//:sptth lruc`, and base64 whose padding comes first."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._base64 import read
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_TURNED = (
    r"//:s?ptth\b", r"\blruc\b", r"\btegw\b", r"\bhsab/nib/", r"\bhsab\b", r"\berongi\b", r"\bdrageraid\b",
    r"\bsuoiverp\b",     r"\bsnoitcurtsni\b", r"\bssecorpbus\b", r"\bmetsys\.so\b", r"\bdrowssap\b", r"\bhss\./",
)  # fmt: skip
_LINE = pattern(rf"[^\n\"'`]*(?:{'|'.join(_TURNED)})[^\n\"'`]*")
_BASE64 = r"[^A-Za-z0-9+/=]={1,2}[A-Za-z0-9+/]{20}"
_LETTERS = pattern(r"={1,2}[A-Za-z0-9+/]{20,}", case=True)


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_LINE, document.data):
        turned = found.group().decode("utf-8", "replace")[::-1]
        yield Layer(found.start(), found.end(), turned.encode())
    for found in runs(_LETTERS, document.data):
        data = read(found.group()[::-1])
        if data is not None:
            yield Layer(found.start(), found.end(), data)


DECODER = Decoder(name="reversed", decode=_decode, anchors=(*_TURNED, _BASE64))
