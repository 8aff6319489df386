"""A bare zlib stream: what `zlib.compress` makes, most often behind base64."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._packed import unpack
from sealskill.scan.decoder import Container

_MAGICS = (b"x\x01", b"x\x5e", b"x\x9c", b"x\xda")


def _claims(data: bytes) -> bool:
    """A text may begin with these two letters as well: what follows has to unpack."""
    try:
        return bool(zlib.decompressobj().decompress(data[:256], 64))
    except zlib.error:
        return False


def _open(content: Content) -> Iterator[Content | Unread]:
    return unpack(content, "zlib", b"x", zlib.decompressobj)


CONTAINER = Container(name="zlib", open=_open, magic=_MAGICS, check=_claims)
