"""Letters written as URLs write odd characters: `%63%75%72%6c`. Nobody needs to encode a letter or a digit."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_LETTER = r"%(?:25)*(?:[46][1-9a-f]|[57][0-9a]|3[0-9])"
_RUN = pattern(rf"(?:%(?:25)*[0-9a-f]{{2}})*{_LETTER}(?:%(?:25)*[0-9a-f]{{2}})*")
_LEAST = 12
_TIMES = 4
"""Encodings of the sign itself: `%2563`."""


def _decode(document: Document) -> Iterator[Layer]:
    return folded(document, _RUN, _plain, least=_LEAST)


def _plain(run: bytes) -> bytes:
    data = run
    for _ in range(_TIMES):
        data = unquote_to_bytes(data)
    text = data.decode("utf-8", "replace")
    return data if text.replace("\n", "").isprintable() and "\ufffd" not in text else run


DECODER = Decoder(name="percent", decode=_decode, anchors=(_LETTER,))
