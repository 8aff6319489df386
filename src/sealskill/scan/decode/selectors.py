"""Bytes in variation selectors, which change how the character before them looks and may stand in any number."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_RUN = pattern(r"[\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}]{4,}", case=True)


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_RUN, document.data):
        values = [_value(ord(one)) for one in found.group().decode("utf-8", "replace")]
        for data in (bytes(values), _halves(values)):
            if plausible(data):
                yield Layer(found.start(), found.end(), data)


def _value(point: int) -> int:
    """The sixteen first, then the 240 of the second block."""
    return point - 0xFE00 if point < 0xE0100 else point - 0xE0100 + 16


def _halves(values: list[int]) -> bytes:
    """Two selectors for a byte, where only the first sixteen are used."""
    if max(values) > 15:
        return b""
    return bytes(high << 4 | low for high, low in zip(values[::2], values[1::2], strict=False))


DECODER = Decoder(
    name="selectors",
    decode=_decode,
    anchors=(r"\xf3\xa0[\x84-\x87][\x80-\xbf]\xf3\xa0[\x84-\x87]", r"\xef\xb8[\x80-\x8f]\xef\xb8[\x80-\x8f]\xef\xb8"),
)
