"""Base85, Ascii85, base58 and base32, in a text that speaks of them: without a word they look like any other."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_85 = pattern(r"[\"'`][!-~ \n]{15,}?[\"'`]|<~[!-~\s]{15,}?~>|(?m)^[!-~]{20,}$", case=True)
_58 = pattern(r"\b[1-9A-HJ-NP-Za-km-z]{20,}\b", case=True)
_32 = pattern(r"\b[A-Z2-7]{16,}={0,6}", case=True)
_ALPHABET = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_MAX_58 = 4096
"""Letters of base58: reading them takes the square of their number."""


def _decode(document: Document) -> Iterator[Layer]:
    for shape, ways in ((_85, (_b85, _a85)), (_58, (_b58,)), (_32, (_b32,))):
        for found in shape.finditer(document.data):
            yield from _layers(found.start(), found.end(), found.group(), ways)


def _layers(start: int, end: int, run: bytes, ways: tuple[Callable[[bytes], bytes], ...]) -> Iterator[Layer]:
    for way in ways:
        try:
            data = way(run.strip(b"\"'`"))
        except ValueError:
            continue
        if plausible(data):
            yield Layer(start, end, data)


def _b85(run: bytes) -> bytes:
    return base64.b85decode(run.translate(None, b" \n"))


def _a85(run: bytes) -> bytes:
    return base64.a85decode(run.removeprefix(b"<~").removesuffix(b"~>"))


def _b58(run: bytes) -> bytes:
    number = 0
    for letter in run[:_MAX_58]:
        number = number * 58 + _ALPHABET.index(letter)
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _b32(run: bytes) -> bytes:
    bare = run.rstrip(b"=")
    return base64.b32decode(bare + b"=" * (-len(bare) % 8))


DECODER = Decoder(
    name="bases",
    decode=_decode,
    anchors=(r"base-?(?:85|58|32)", r"\b[ab]85", r"\bb(?:58|32)", r"ascii-?85", r"<~[!-~]{8}"),
)
