"""What `uuencode` makes."""

from __future__ import annotations

import binascii
from collections.abc import Iterator

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_BEGIN = r"begin [0-7]{3} "
_BLOCK = pattern(r"(?m)^begin [0-7]{3} [^\n]*\n((?:[ -`]{2,}\n)+)", case=True)


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_BLOCK, document.data):
        try:
            data = b"".join(binascii.a2b_uu(line) for line in found.group(1).splitlines())
        except binascii.Error:
            continue
        if plausible(data):
            yield Layer(found.start(), found.end(), data)


DECODER = Decoder(name="uuencode", decode=_decode, anchors=(_BEGIN,))
