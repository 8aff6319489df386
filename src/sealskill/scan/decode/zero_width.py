"""Bits in characters without width: two or more of them take turns, in one run or strewn over a text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer, TooMany
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_ANY = r"[\x{200b}-\x{200f}\x{2060}-\x{2064}\x{202c}\x{feff}\x{180e}\x{34f}]"
_RUN = pattern(rf"{_ANY}{{14,}}", case=True)
_ONE = pattern(_ANY, case=True)
_MIN_BITS = 40
"""Five letters."""
_MAX_BITS = 1 << 18
"""All runs of a document together: they are read in each of two dozen ways."""
_MAX_SYMBOLS = 4


def _decode(document: Document) -> Iterator[Layer]:
    data, left = document.data, _MAX_BITS
    for start, end, text in _signs(data):
        if len(text) >= _MIN_BITS:
            left -= len(text)
            if left < 0:
                raise TooMany(f"more than {_MAX_BITS} characters without width")
            for read in _readings(text):
                yield Layer(start, end, read)


def _signs(data: bytes) -> Iterator[tuple[int, int, str]]:
    """The runs; where there are none, all of them together."""
    found = [one.span() for one in runs(_RUN, data)]
    for start, end in found:
        yield start, end, data[start:end].decode("utf-8", "replace")
    strewn = [] if found else [one.span() for one in runs(_ONE, data)]
    if strewn:
        text = b"".join(data[start:end] for start, end in strewn).decode("utf-8", "replace")
        yield strewn[0][0], strewn[-1][1], text


def _readings(text: str) -> set[bytes]:
    """Every text the symbols make as bits: which is nought, which is one, how many go to a letter."""
    symbols = sorted(set(text), key=text.count, reverse=True)[:_MAX_SYMBOLS]
    found = set()
    for nought, one in permutations(symbols, 2):
        others = {ord(sign): None for sign in set(text)}
        bits = text.translate(others | {ord(nought): "0", ord(one): "1"})
        found |= {data for width in (8, 7) if plausible(data := _bytes(bits, width)) and len(data) * 8 >= _MIN_BITS}
    return found


def _bytes(bits: str, width: int) -> bytes:
    if len(bits) < _MIN_BITS // 8 * width:
        return b""
    bits = bits[: len(bits) // width * width]
    if width == 8:
        return int(bits, 2).to_bytes(len(bits) // 8, "big")
    return bytes(int(bits[at : at + width], 2) for at in range(0, len(bits), width))


DECODER = Decoder(
    name="zero-width",
    decode=_decode,
    anchors=(r"\xe2\x80[\x8b-\x8f]", r"\xe2\x81[\xa0-\xa4]", r"[^\x00-\x1f]\xef\xbb\xbf", r"\xe1\xa0\x8e"),
)
