"""RIFF: WebP images, WAV sounds, AVI films. Every chunk is known, and what says something is read."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, trailing, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut, number

_FORMS = (b"WEBP", b"WAVE", b"AVI ", b"ACON", b"RMID", b"sfbk")
_PIXELS = frozenset(
    b"VP8  VP8L ALPH ANIM ANMF VP8X data fmt  fact ICCP idx1 JUNK PAD  movi avih strh strf indx".split()
)
_BARE = _PIXELS | frozenset((b"VP8 ", b"fmt ", b"PAD ", b"cue ", b"smpl", b"inst", b"peak", b"PEAK", b"FLLR", b"acid"))
_SAID = frozenset(
    (b"EXIF", b"XMP ", b"LIST", b"id3 ", b"ID3 ", b"bext", b"iXML", b"_PMX", b"cart", b"note", b"labl", b"DISP")
)


def _claims(data: bytes) -> bool:
    return data[8:12] in _FORMS


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    end = 8 + number(data, "<L", 4)
    if end > len(data):
        raise Torn(f"{end} bytes announced")
    at = 12
    while at + 8 <= end:
        kind, size = cut(data, at, 4), number(data, "<L", at + 4)
        body = cut(data, at + 8, size)
        if kind not in _BARE:
            yield from _said(content, kind, body)
        at += 8 + size + (size & 1)
    yield from trailing(content, "riff", min(max(at, end), end + (end & 1), len(data)))


def _said(content: Content, kind: bytes, body: bytes) -> Iterator[Content | Unread]:
    name = kind.decode("latin-1").strip()
    if kind == b"LIST" and body[:4] == b"movi":
        return
    if found := words(body):
        yield inner(content, "riff", name, found)
    if kind not in _SAID and body:
        yield Unread(path=content.path, why=Why.OPAQUE, said=f"a chunk {name!r} of {len(body)} bytes")


CONTAINER = Container(name="riff", open=_open, magic=(b"RIFF",), check=_claims)
