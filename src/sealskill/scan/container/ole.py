"""The old files of Office, and the macros of the new ones: macros are unpacked and read, the rest stays opaque."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, texts
from sealskill.scan.decoder import Container
from sealskill.scan.pattern import bytewise

_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MACRO = bytewise(r"\x01.[\xb0-\xbf](?:\x00?Attribut|.Attribut)")
_MAX_MACROS = 200
_MAX_SOURCE = 1 << 20
_CHUNK = 4096


def _open(content: Content) -> Iterator[Content | Unread]:
    sources = []
    for _, found in zip(range(_MAX_MACROS), _MACRO.finditer(content.data), strict=False):
        source = _source(content.data, found.start() + 1)
        if source:
            sources.append(source)
    if sources:
        yield inner(content, "office", "macros.vbs", b"\n".join(sources))
    if said := texts(content.data):
        yield inner(content, "office", "texts", said)
    if not sources or not content.path.endswith("vbaProject.bin"):
        yield Unread(path=content.path, why=Why.OPAQUE, said="a compound file of Office")


def _source(data: bytes, at: int) -> bytes:
    """The text of a module, chunk by chunk, as Office packs it."""
    made = bytearray()
    while at + 2 <= len(data) and len(made) < _MAX_SOURCE:
        head = int.from_bytes(data[at : at + 2], "little")
        if head >> 12 & 7 != 3:
            break
        end = min(at + (head & 0xFFF) + 3, len(data))
        if head & 0x8000:
            _chunk(data[at + 2 : end], made)
        else:
            made += data[at + 2 : end]
        at = end
    return bytes(made).replace(b"\r\n", b"\n")


def _chunk(packed: bytes, made: bytearray) -> None:
    """One chunk: eight pieces at a time, each a byte or a copy of what stands before."""
    first, at = len(made), 0
    while at < len(packed):
        flags, at = packed[at], at + 1
        for bit in range(8):
            if at >= len(packed):
                return
            if not flags >> bit & 1:
                made.append(packed[at])
                at += 1
                continue
            token = int.from_bytes(packed[at : at + 2], "little")
            at += 2
            if not _copied(made, first, token):
                return


def _copied(made: bytearray, first: int, token: int) -> bool:
    """A copy of what stands some bytes before; a token that points before the chunk is none."""
    written = len(made) - first
    bits = max((written - 1).bit_length(), 4) if written > 0 else 4
    offset, length = (token >> (16 - bits)) + 1, (token & (0xFFFF >> bits)) + 3
    if offset > written or written > _CHUNK:
        return False
    for _ in range(length):
        made.append(made[-offset])
    return True


CONTAINER = Container(name="ole", open=_open, magic=(_MAGIC,))
