r"""Letters written as escapes of a programming language: `\x63`, `\u0063`, `\143`, `\u{63}`, `U+0063`."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_ONE = r"(?:\\+(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|[0-3][0-7]{2})|\\+U[0-9a-f]{8})"
_RUN = pattern(rf"{_ONE}+|(?:U\+[0-9a-f]{{4,5}}[ ,]{{0,2}}){{3,}}")
_BRACED = pattern(r"u\{0*([0-9a-f]{1,6})\}")
_LEAST = 16
"""Bytes of escapes: four letters. One escape for one odd character is what escapes are for."""


def _decode(document: Document) -> Iterator[Layer]:
    return folded(document, _RUN, _plain, least=_LEAST)


def _plain(run: bytes) -> bytes:
    """What a run of escapes stands for; the run itself where that would not show: colours, classes of characters."""
    if not run.startswith(b"\\"):
        text = "".join(chr(int(one[2:], 16)) for one in run.decode("ascii").replace(",", " ").split())
    else:
        while b"\\\\" in run:
            run = run.replace(b"\\\\", b"\\")
        braced = _BRACED.sub(lambda found: b"U%08x" % min(int(found.group(1), 16), 0x10FFFF), run)
        text = braced.decode("unicode_escape", "replace")
    shown = _characters(text)
    return shown.encode() if _worded(shown) else run


def _worded(text: str) -> bool:
    """Whether a run holds words: quotes, dashes and one letter with an accent are what escapes are for."""
    if not all(one.isprintable() or one in "\n\t" for one in text):
        return False
    return text.isascii() or sum(one.isalpha() for one in text) > 1


def _characters(text: str) -> str:
    """The text with halves of characters put together, and bytes read as UTF-8 where they are that."""
    return _bytes(text).decode("utf-8", "replace")


def _bytes(text: str) -> bytes:
    if text.isascii():
        return text.encode()
    if max(text) < "\u0100":
        data = text.encode("latin-1")
        return data if _valid(data) else text.encode()
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _valid(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


DECODER = Decoder(
    name="escapes",
    decode=_decode,
    anchors=(r"\\x[2-7][0-9a-f]", r"\\u\{?[0-9a-f]{2}", r"\\[01][0-7][0-7]\\[01][0-7]", r"\bu\+00[2-7][0-9a-f]"),
)
