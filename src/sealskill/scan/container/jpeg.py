"""JPEG: every segment to the end of the image; comments, Exif, XMP and captions are read."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import inner, trailing, words
from sealskill.scan.decoder import Container
from sealskill.scan.pattern import bytewise
from sealskill.scan.torn import Torn, cut, number

_START, _END, _SCAN, _COMMENT = 0xD8, 0xD9, 0xDA, 0xFE
_ALONE = {0x01, *range(0xD0, 0xD8)}
"""Markers without a length."""
_PIXELS = bytewise(r"\xff[^\x00\xd0-\xd7\xff]")
"""The end of pixels: in them a byte that looks like a marker is followed by a zero, or is a restart."""


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at = content.data, 2
    while True:
        marker, at = _marker(data, at)
        if marker == _END:
            break
        if marker in _ALONE:
            continue
        size = number(data, ">H", at)
        body = cut(data, at + 2, size - 2)
        at += size
        if marker == _COMMENT or 0xE0 <= marker <= 0xEF:
            yield from _said(content, marker, body)
        elif marker == _SCAN:
            at = _scan(data, at)
    yield from _behind(content, at)


def _marker(data: bytes, at: int) -> tuple[int, int]:
    if cut(data, at, 1) != b"\xff":
        raise Torn(f"no marker at {at}")
    while cut(data, at, 1) == b"\xff":
        at += 1
    return data[at], at + 1


def _scan(data: bytes, at: int) -> int:
    """Where the pixels that begin here end. Raises Torn where they do not."""
    found = _PIXELS.search(data, at)
    if not found:
        raise Torn("the pixels do not end")
    return int(found.start())


def _said(content: Content, marker: int, body: bytes) -> Iterator[Content]:
    name = "comment" if marker == _COMMENT else f"APP{marker - 0xE0}"
    if marker == _COMMENT:
        yield inner(content, "jpeg", name, body)
    elif found := words(body):
        yield inner(content, "jpeg", name, found)


def _behind(content: Content, at: int) -> Iterator[Content | Unread]:
    """Cameras put further images behind the first, and say so in its segments; anything else is trailing."""
    if content.data.startswith(b"\xff\xd8\xff", at) and b"MPF\0" in content.data[:at]:
        yield from _open(inner(content, "jpeg", f"image at {at}", content.data[at:]))
    else:
        yield from trailing(content, "jpeg", at)


CONTAINER = Container(name="jpeg", open=_open, magic=(b"\xff\xd8\xff",))
