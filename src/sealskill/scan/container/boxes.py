"""Boxes in boxes, as AVIF, HEIC and MP4 are made of: every box to the end of the file, and what text stands in them."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import gaps, inner, texts, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut, number

_KNOWN = frozenset(
    b"ftyp meta mdat moov free skip wide pdin moof mfra sidx ssix styp emsg prft idat jp2h jp2c jxlc jxlp jbrd".split()
)
_PIXELS = frozenset((b"mdat", b"idat", b"jxlc", b"jxlp", b"jp2c", b"moof", b"sidx"))
"""Boxes of packed data: only a long text in them is one. The texts of Exif and XMP stand here as well."""


def _claims(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and int.from_bytes(data[:4], "big") < 256


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at = content.data, 0
    while at + 8 <= len(data):
        size, kind, head = number(data, ">L", at), cut(data, at + 4, 4), 8
        if size == 1:
            size, head = number(data, ">Q", at + 8), 16
        size = len(data) - at if size == 0 else size
        if size < head or at + size > len(data):
            break
        body = cut(data, at + head, size - head)
        yield from _box(content, kind, body)
        at += size
    if at == 0:
        raise Torn("no box ends where it says")
    yield from gaps(content, "boxes", ((0, at),))


def _box(content: Content, kind: bytes, body: bytes) -> Iterator[Content | Unread]:
    name = kind.decode("latin-1")
    said = texts(body) if kind in _PIXELS else words(body)
    if said:
        yield inner(content, "boxes", name.strip(), said)
    if kind not in _KNOWN and body:
        yield Unread(path=content.path, why=Why.OPAQUE, said=f"a box {name!r} of {len(body)} bytes")


CONTAINER = Container(name="boxes", open=_open, check=_claims)
