"""Bzip2."""

from __future__ import annotations

import bz2
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._packed import unpack
from sealskill.scan.decoder import Container

_MAGIC = b"BZh"
_BLOCK = (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90")
"""What begins a block, or ends a stream without any: the letters before it begin words as well."""


def _open(content: Content) -> Iterator[Content | Unread]:
    return unpack(content, "bzip2", _MAGIC, bz2.BZ2Decompressor)


CONTAINER = Container(name="bzip2", open=_open, magic=(_MAGIC,), check=lambda data: data[4:10] in _BLOCK)
