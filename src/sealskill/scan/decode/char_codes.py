"""Letters as a list of numbers, in a text that speaks of making letters out of numbers."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_CODE = r"(?:9|10|13|3[2-9]|[4-9]\d|1[01]\d|12[0-6])"
_LIST = pattern(rf"\b{_CODE}(?:[\s,;+|]+{_CODE}\b){{7,}}")
_SEPARATORS = bytes.maketrans(b",;+|", b"    ")


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_LIST, document.data):
        data = bytes(int(one) for one in found.group().translate(_SEPARATORS).split())
        if len(set(data)) > 4 and plausible(data):
            yield Layer(found.start(), found.end(), data)


DECODER = Decoder(
    name="codes",
    decode=_decode,
    anchors=(
        r"fromCharCode|fromCodePoint",
        r"\bchr\b",
        r"\[char",
        r"bytes?\(\[|bytearray|Uint8Array",
        r"\bascii\b|char codes?",
    ),
)
