"""Base85, Ascii85, base58 and base32, in a text that speaks of them: without a word they look like any other."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator

from sealskill.scan.decode._plausible import plausible
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer, TooMany
from sealskill.scan.document import Document
from sealskill.scan.pattern import Pattern, pattern

_ALPHABET = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_MAX_58 = 512
"""Letters of base58: reading them takes the square of their number."""
_MAX_LETTERS = 1 << 20
"""Letters that are read in one document: each of these readers is written in Python."""


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
    bare = run.rstrip(b"=").upper()
    return base64.b32decode(bare + b"=" * (-len(bare) % 8))


# One for each mark: the letters of base85 are marks as well, and a mark that opens is closed by its own kind.
_QUOTED85 = (
    pattern(r"'[ -&(-~\n]{15,}'", case=True),
    pattern(r"\"[ !#-~\n]{15,}\"", case=True),
    pattern(r"`[ -_a-~\n]{15,}`", case=True),
    pattern(r"<~[!-~\s]{15,}?~>|(?m:^[!-~]{20,}$)", case=True),
)
_NAMES85 = frozenset((r"(?:base|ascii)-?85|\b[ab]85", "<~[!-~]{8}"))
_MARKS = b"\"'`"
_WAYS: tuple[tuple[frozenset[str], Pattern, tuple[Callable[[bytes], bytes], ...]], ...] = (
    *((_NAMES85, shape, (_b85, _a85)) for shape in _QUOTED85),
    (frozenset((r"base-?58|\bb58",)), pattern(r"\b[1-9A-HJ-NP-Za-km-z]{20,}\b", case=True), (_b58,)),
    (frozenset((r"base-?32|\bb32",)), pattern(r"\b[A-Z2-7]{16,}={0,6}|\b[a-z2-7]{16,}={0,6}", case=True), (_b32,)),
)
"""The anchors that name an alphabet, what a run of it looks like, and how it is read."""


def _decode(document: Document) -> Iterator[Layer]:
    left = _MAX_LETTERS
    for anchors, shape, ways in _WAYS:
        for found in runs(shape, document.data) if document.hits & anchors else ():
            left -= found.end() - found.start()
            if left < 0:
                raise TooMany(f"more than {_MAX_LETTERS} letters")
            yield from _layers(found.start(), found.end(), found.group(), ways)


def _layers(start: int, end: int, run: bytes, ways: tuple[Callable[[bytes], bytes], ...]) -> Iterator[Layer]:
    for way in ways:
        try:
            data = way(run[1:-1] if run[0] in _MARKS and run[0] == run[-1] else run)
        except ValueError:
            continue
        if plausible(data):
            yield Layer(start, end, data)


DECODER = Decoder(
    name="bases",
    decode=_decode,
    anchors=tuple(dict.fromkeys(one for anchors, _, _ in _WAYS for one in sorted(anchors))),
)
