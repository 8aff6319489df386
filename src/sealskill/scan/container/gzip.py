"""Gzip."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._packed import unpack
from sealskill.scan.decoder import Container

_MAGIC = b"\x1f\x8b\x08"


def _open(content: Content) -> Iterator[Content | Unread]:
    return unpack(content, "gzip", _MAGIC, lambda: zlib.decompressobj(31))


CONTAINER = Container(name="gzip", open=_open, magic=(_MAGIC,))
