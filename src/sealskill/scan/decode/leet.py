"""Words of orders with digits for letters: `1gn0r3 pr3v10us`. Only words an attack needs: versions have digits."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_LEET = {"a": "4", "e": "3", "i": "1", "l": "1", "o": "0", "s": "5", "t": "7", "g": "9", "b": "8", "z": "2"}
_WORDS = (
    "ignore disregard override bypass forget previous prior instruction instructions system prompt password passwords "
    "secret secrets token credential credentials execute download jailbreak disable delete exfiltrate wallet"
).split()
_BACK = bytes.maketrans(b"4310579826", b"aeiostgbzg")


def _shape(word: str) -> str:
    """The word in any costume, with at least one."""
    return "|".join(
        "".join(_either(one) for one in word[:at])
        + f"[{_LEET[letter]}]"
        + "".join(_either(one) for one in word[at + 1 :])
        for at, letter in enumerate(word)
        if letter in _LEET
    )


def _either(letter: str) -> str:
    return f"[{letter}{_LEET[letter]}]" if letter in _LEET else letter


_ANY = "|".join(_shape(word) for word in _WORDS)
_WORD = pattern(rf"(?:^|[^0-9a-z])(?:{_ANY})(?:[^0-9a-z]|$)")
_NEAR = pattern(r"[a-z0-9]*(?:[0-9][a-z]|[a-z][0-9])[a-z0-9]*")


def _decode(document: Document) -> Iterator[Layer]:
    if _WORD.search(document.data):
        yield from folded(document, _NEAR, lambda word: word.lower().translate(_BACK))


DECODER = Decoder(name="leet", decode=_decode, anchors=tuple(_shape(word) for word in _WORDS))
