"""Bits in characters without width: two or more of them take turns, in one run or strewn over a text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_ANY = r"[\x{200b}-\x{200f}\x{2060}-\x{2064}\x{202c}\x{feff}\x{180e}\x{34f}]"
_RUN = pattern(rf"{_ANY}{{14,}}", case=True)
_ONE = pattern(_ANY, case=True)
_MIN_BITS = 40
"""Five letters."""
_MAX_BITS = 1 << 17
_MAX_SYMBOLS = 4
_SHOWN = 0.9


def _decode(document: Document) -> Iterator[Layer]:
    data = document.data
    found = [one.span() for one in _RUN.finditer(data)]
    for start, end in found:
        yield from _read(start, end, data[start:end].decode("utf-8", "replace"))
    if not found:
        strewn = [one.span() for one in _ONE.finditer(data)]
        if len(strewn) >= _MIN_BITS:
            text = b"".join(data[start:end] for start, end in strewn).decode("utf-8", "replace")
            yield from _read(strewn[0][0], strewn[-1][1], text)


def _read(start: int, end: int, text: str) -> Iterator[Layer]:
    """Every way to read the symbols as bits that makes a text: which is nought, which is one, how many to a letter."""
    symbols = sorted(set(text), key=text.count, reverse=True)[:_MAX_SYMBOLS]
    tried = set()
    for nought, one in permutations(symbols, 2):
        bits = "".join("0" if sign == nought else "1" for sign in text[:_MAX_BITS] if sign in (nought, one))
        for width in (8, 7):
            data = _bytes(bits, width)
            if data and data not in tried:
                tried.add(data)
                yield Layer(start, end, data)


def _bytes(bits: str, width: int) -> bytes:
    if len(bits) < _MIN_BITS // 8 * width:
        return b""
    values = [int(bits[at : at + width], 2) for at in range(0, len(bits) - width + 1, width)]
    shown = sum(0x20 <= one < 0x7F or one in (9, 10, 13) for one in values)
    return bytes(values) if shown >= len(values) * _SHOWN else b""


DECODER = Decoder(
    name="zero-width",
    decode=_decode,
    anchors=(r"\xe2\x80[\x8b-\x8f]", r"\xe2\x81[\xa0-\xa4]", r"[^\x00-\x1f]\xef\xbb\xbf", r"\xe1\xa0\x8e"),
)
