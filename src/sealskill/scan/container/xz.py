"""Xz, and the older lzma."""

from __future__ import annotations

import lzma
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._packed import unpack
from sealskill.scan.decoder import Container

_XZ = b"\xfd7zXZ\0"
_LZMA = b"\x5d\0\0"
_MAX_MEMORY = 96 << 20
"""What unpacking may use: `xz -9` asks for 65 MB."""


def _claims(data: bytes) -> bool:
    """A stream of old lzma has no magic: its size is unknown, or one that fits into this world."""
    return data.startswith(_XZ) or (len(data) > 13 and (data[5:13] == b"\xff" * 8 or data[10:13] == b"\0\0\0"))


def _open(content: Content) -> Iterator[Content | Unread]:
    magic = _XZ if content.data.startswith(_XZ) else _LZMA
    return unpack(content, "xz", magic, lambda: lzma.LZMADecompressor(lzma.FORMAT_AUTO, memlimit=_MAX_MEMORY))


CONTAINER = Container(name="xz", open=_open, magic=(_XZ, _LZMA), check=_claims)
