"""Letters as mail writes odd ones: `=63=75=72=6C`."""

from __future__ import annotations

import quopri
from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_RUN = pattern(r"(?:=[2-7][0-9A-F]|=\n){4,}", case=True)


def _decode(document: Document) -> Iterator[Layer]:
    return folded(document, _RUN, _plain, least=18)


def _plain(run: bytes) -> bytes:
    data = quopri.decodestring(run)
    return data if plausible(data) else run


DECODER = Decoder(name="quoted-printable", decode=_decode, anchors=(r"=[4-7][0-9a-f]=[2-7][0-9a-f]=[2-7]",))
