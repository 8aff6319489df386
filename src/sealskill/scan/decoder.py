"""What a decoder is, and what a container is: the two ways in which text hides in bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.model.value import Value
from sealskill.scan import container, decode, folders
from sealskill.scan.document import Document, Kind

MAX_LAYERS = 6
"""Decodings one inside the other: the deepest real sample has three. Deeper is not read, and said."""
MAX_DECODED = 16 << 20
"""Bytes decoded out of one file, all layers together: a bomb must not fill the memory. More is not read, and said."""


class Layer(msgspec.Struct, frozen=True, gc=False):
    """What a run of bytes of a document means once it is decoded."""

    start: int
    end: int
    data: bytes
    kind: Kind | None = None
    """None lets the bytes say what they are; bytes that are no text go to the containers."""


class Decoder(Value):
    """One way to hide text in text. A file of `decode/` ends in `DECODER = Decoder(...)`."""

    name: str
    """As a place shows it: `base64`."""
    decode: Callable[[Document], Iterator[Layer]]
    anchors: tuple[str, ...]
    """RE2 patterns without which nothing is hidden this way; none: every document is looked at."""


class Container(Value):
    """One binary format. A file of `container/` ends in `CONTAINER = Container(...)`."""

    name: str
    suffixes: tuple[str, ...]
    """For people and for `new`: contents decide, not names."""
    claims: Callable[[bytes], bool]
    """Whether the first bytes are of this format."""
    open: Callable[[Content], Iterator[Content | Unread]]
    """All text and files in it, and an `Unread` for whatever the format does not account for."""


@cache
def decoders() -> tuple[Decoder, ...]:
    """Every decoder. Raises Forgotten."""
    return tuple(one for _, one in folders.objects(decode, "DECODER", Decoder))


@cache
def containers() -> tuple[Container, ...]:
    """Every container. Raises Forgotten."""
    return tuple(one for _, one in folders.objects(container, "CONTAINER", Container))
