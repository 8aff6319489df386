"""Words in which letters of two alphabets stand side by side, written in the one they are read in.

Russian is Russian and stays so: only words that mix, and that are Latin words once they are folded, deceive.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._confusables import LOOKALIKES
from sealskill.scan.decode._fold import folded
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_OTHER = (
    r"[\p{Greek}\p{Cyrillic}\p{Armenian}\p{Cherokee}\x{0131}\x{0251}\x{0261}\x{0269}\x{1d00}-\x{1d26}\x{2160}-\x{217f}]"
)
_CYRILLIC = r"[\p{Cyrillic}\p{Armenian}\p{Cherokee}]"
_WORD = pattern(rf"(?:[a-z0-9_]|{_OTHER})*{_OTHER}(?:[a-z0-9_]|{_OTHER})*")
# A Greek letter at the end or the beginning of a word is mathematics: `sinα`, `σ_x`.
_TWO = rf"[a-z][0-9_]*{_OTHER}+[0-9_]*[a-z]|[a-z]{_CYRILLIC}|{_CYRILLIC}[a-z]"
_MIXED = pattern(rf"(?:[a-z0-9_]|{_OTHER})*(?:{_TWO})(?:[a-z0-9_]|{_OTHER})*")


def _decode(document: Document) -> Iterator[Layer]:
    if any(_latin(found.group()) for found in runs(_MIXED, document.data)):
        yield from folded(document, _WORD, _plain)


def _plain(word: bytes) -> bytes:
    return _latin(word) or word


def _latin(word: bytes) -> bytes:
    """The word in Latin letters; nothing where that is not what it looks like: `λx`, `10µm`."""
    text = word.decode("utf-8", "replace").translate(LOOKALIKES)
    return text.encode() if text.isascii() and len(text) > 2 else b""


DECODER = Decoder(
    name="lookalikes",
    decode=_decode,
    anchors=(
        r"[a-z](?:[\xcd-\xd6][\x80-\xbf]|\xc4\xb1|\xc9[\x80-\xbf]|\xe1[\x8e\x8f\xb4][\x80-\xbf]|\xe2\x85[\x80-\xbf])",
        r"(?:[\xcd-\xd6][\x80-\xbf]|\xc4\xb1|\xc9[\x80-\xbf]|\xe1[\x8e\x8f\xb4][\x80-\xbf]|\xe2\x85[\x80-\xbf])[a-z]",
    ),
)
