"""Bytes as numbers: `63 75 72 6c`, `0x63, 0x75`, `6375726c`, and the same in twos."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

# Bytes below 0x80 and above 0x1f, as text has them: a digest has a dozen of them in a row once in a hundred thousand.
_LETTER = r"(?:[2-7][0-9a-f]|0[9ad])"
_PLAIN = rf"{_LETTER}{{12,}}"
_LISTED = rf"(?:0x{_LETTER}[\s,;]{{0,4}}){{6,}}"
_APART = rf"\b(?:{_LETTER}[ :,-]){{8,}}{_LETTER}\b"
_BYTES = r"(?:89504e47|504b0304|1f8b08|25504446|7f454c46|4d5a9000|cafebabe)[0-9a-f]{64,}"
_BITS = r"\b(?:0[01]{7}[ ,]{0,2}){6,}"
_SHAPE = pattern(f"{_PLAIN}|{_LISTED}|{_APART}|{_BYTES}")
_IN_TWOS = pattern(_BITS)
_SEPARATORS = b" \t\r\n,;:-"


def _decode(document: Document) -> Iterator[Layer]:
    data = document.data
    for found in runs(_SHAPE, data):
        start, end = found.span()
        digits = data[start:end].lower().replace(b"0x", b"").translate(None, _SEPARATORS)
        yield from _layer(start, end, bytes.fromhex(digits[: len(digits) & ~1].decode("ascii")))
    for found in runs(_IN_TWOS, data):
        start, end = found.span()
        bits = data[start:end].translate(None, _SEPARATORS)
        yield from _layer(start, end, int(bits, 2).to_bytes(len(bits) // 8, "big"))


def _layer(start: int, end: int, data: bytes) -> Iterator[Layer]:
    """A number of one digit over and over is no text."""
    if len(set(data[:64])) > 4 and plausible(data):
        yield Layer(start, end, data)


DECODER = Decoder(
    name="hex",
    decode=_decode,
    anchors=(
        rf"{_LETTER}{{12}}",
        rf"0x{_LETTER}[\s,;]{{0,4}}0x{_LETTER}",
        rf"\b(?:{_LETTER}[ :,-]){{8}}",
        r"(?:89504e47|504b0304|1f8b08|25504446|7f454c46|4d5a9000|cafebabe)[0-9a-f]{8}",
        r"\b0[01]{7}[ ,]{0,2}0[01]{7}",
    ),
)
