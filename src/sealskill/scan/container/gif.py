"""GIF: every block to the trailer; comments and plain text are read."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import inner, trailing, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut, number

_IMAGE, _EXTENSION, _TRAILER = 0x2C, 0x21, 0x3B
_CONTROL = 0xF9
"""Timing: no text."""


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    at = 13 + _colours(number(data, "<B", 10))
    while True:
        block = number(data, "<B", at)
        if block == _TRAILER:
            break
        if block == _IMAGE:
            _, at = _blocks(data, at + 11 + _colours(number(data, "<B", at + 9)))
        elif block == _EXTENSION:
            label = number(data, "<B", at + 1)
            said, at = _blocks(data, at + 2)
            if label != _CONTROL and (found := words(said)):
                yield inner(content, "gif", f"extension {label:x}", found)
        else:
            raise Torn(f"a block {block} at {at}")
    yield from trailing(content, "gif", at + 1)


def _colours(packed: int) -> int:
    """The size of a table of colours."""
    return 3 << ((packed & 7) + 1) if packed & 0x80 else 0


def _blocks(data: bytes, at: int) -> tuple[bytes, int]:
    """Sub-blocks joined, and where they end."""
    parts = []
    while size := number(data, "<B", at):
        parts.append(cut(data, at + 1, size))
        at += 1 + size
    return b"".join(parts), at + 1


CONTAINER = Container(name="gif", open=_open, magic=(b"GIF87a", b"GIF89a"))
