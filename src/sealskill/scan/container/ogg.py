"""Ogg: every page to the end of the file; the comments of Vorbis, Opus and FLAC are read."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import inner, texts, trailing, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import cut, number

_MAGIC = b"OggS"
_HEADS = 4
"""Pages in which names and comments stand; behind them a text has to be long to be one."""


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at, pages = content.data, 0, 0
    heads: list[bytes] = []
    rest: list[bytes] = []
    while data.startswith(_MAGIC, at):
        segments = cut(data, at + 27, number(data, "<B", at + 26))
        start = at + 27 + len(segments)
        (heads if pages < _HEADS else rest).append(cut(data, start, sum(segments)))
        at, pages = start + sum(segments), pages + 1
    said = b"\n".join(one for one in (words(b"".join(heads)), texts(b"".join(rest))) if one)
    if said:
        yield inner(content, "ogg", "comments", said)
    yield from trailing(content, "ogg", at)


CONTAINER = Container(name="ogg", open=_open, magic=(_MAGIC,))
