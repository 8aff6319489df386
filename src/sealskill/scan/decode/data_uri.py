"""A document inside an address: `data:text/html,%3Cscript...`, `javascript:%66...`. Base64 is found without it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_URI = pattern(r"\b(?:data:(?:text|application|image/svg)[a-z0-9/+.;=-]*,|javascript:|vbscript:)([^\s\"'`>)\\]{12,})")
_BASE64 = b";base64,"


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_URI, document.data):
        start, end = found.span(1)
        if _BASE64 not in document.data[found.start() : start] and b"%" in document.data[start:end]:
            yield Layer(start, end, unquote_to_bytes(document.data[start:end]))


DECODER = Decoder(
    name="data", decode=_decode, anchors=(r"data:(?:text|application|image/svg)", "javascript:", "vbscript:")
)
