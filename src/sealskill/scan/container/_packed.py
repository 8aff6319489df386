"""One packed stream after the other, up to a cap, and what stands behind them."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import Protocol

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, trailing
from sealskill.scan.decoder import MAX_DECODED
from sealskill.scan.torn import Torn

_MAX_STREAMS = 64
"""Streams one behind the other: `gzip` itself makes one."""


class Unpacker(Protocol):
    """What the modules of the standard library have in common."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""

    @property
    def unused_data(self) -> bytes:
        """What stands behind its end."""

    def decompress(self, data: bytes, size: int, /) -> bytes:
        """The next bytes, no more than so many."""


def unpack(content: Content, kind: str, magic: bytes, make: Callable[[], Unpacker]) -> Iterator[Content | Unread]:
    """What was packed, as one file; streams that follow are joined to the first, as every tool does."""
    parts: list[bytes] = []
    rest, left = content.data, MAX_DECODED
    for _ in range(_MAX_STREAMS):
        unpacker = make()
        parts.append(_some(unpacker, rest, left))
        left -= len(parts[-1])
        if not unpacker.eof:
            said = f"more than {MAX_DECODED} bytes, or its end is missing"
            yield Unread(path=content.path, why=Why.TRUNCATED, said=said)
            rest = b""
            break
        rest = unpacker.unused_data
        if left <= 0 or not rest.startswith(magic):
            break
    yield inner(content, kind, _name(content.path), b"".join(parts))
    yield from trailing(content, kind, len(content.data) - len(rest))


def _some(unpacker: Unpacker, data: bytes, size: int) -> bytes:
    try:
        return unpacker.decompress(data, max(size, 1))
    except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError) as exc:
        raise Torn(str(exc)) from exc


def _name(path: str) -> str:
    """`notes.txt.gz` holds `notes.txt`."""
    name = path.rpartition("/")[2]
    stem, _, suffix = name.rpartition(".")
    return {"tgz": f"{stem}.tar", "tbz2": f"{stem}.tar", "txz": f"{stem}.tar"}.get(suffix.lower(), stem or name)
