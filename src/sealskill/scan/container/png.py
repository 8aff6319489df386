"""PNG: every chunk is known, every text chunk is read, nothing stands behind the last one."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, trailing, words
from sealskill.scan.decoder import MAX_DECODED, Container
from sealskill.scan.torn import Torn, cut, number

_MAGIC = b"\x89PNG\r\n\x1a\n"
_TEXTS = {b"tEXt", b"zTXt", b"iTXt", b"eXIf"}
# The chunks of the PNG specification, third edition; then those that well-known tools add.
_KNOWN = _TEXTS | set(
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT tIME acTL fcTL fdAT "
    b"oFFs pCAL sCAL gIFg gIFx sTER iDOT vpAg caNv orNT CgBI npTc npLb npOl dSIG".split()
)


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at = content.data, len(_MAGIC)
    while True:
        size = number(data, ">L", at)
        kind, body = cut(data, at + 4, 4), cut(data, at + 8, size)
        at += 12 + size
        if at > len(data):
            raise Torn("a chunk has no sum")
        if kind in _TEXTS:
            yield inner(content, "png", kind.decode(), _text(kind, body))
        elif kind not in _KNOWN:
            yield from _unknown(content, kind.decode("latin-1"), body)
        if kind == b"IEND":
            break
    yield from trailing(content, "png", at)


def _text(kind: bytes, body: bytes) -> bytes:
    """A keyword and its text, unpacked where it is packed."""
    if kind == b"eXIf":
        return words(body)
    keyword, _, rest = body.partition(b"\0")
    if kind == b"tEXt":
        return keyword + b": " + rest.decode("latin-1").encode()
    if kind == b"zTXt":
        return keyword + b": " + _inflated(rest[1:])
    packed, rest = rest[:1] == b"\1", rest[2:]
    language, _, rest = rest.partition(b"\0")
    translated, _, rest = rest.partition(b"\0")
    return b" ".join((keyword, language, translated)).strip() + b": " + (_inflated(rest) if packed else rest)


def _inflated(packed: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(packed, MAX_DECODED)
    except zlib.error as exc:
        raise Torn(f"a packed text: {exc}") from exc


def _unknown(content: Content, kind: str, body: bytes) -> Iterator[Content | Unread]:
    """A chunk of some tool's own: its text is read, and what it means nobody knows."""
    if found := words(body):
        yield inner(content, "png", kind, found)
    if body:
        yield Unread(path=content.path, why=Why.OPAQUE, said=f"a chunk {kind!r} of {len(body)} bytes")


CONTAINER = Container(name="png", open=_open, magic=(_MAGIC,))
