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
MAX_PIECES = 4000
"""Layers and members of one file, all together: each costs a look of the matcher. More is not read, and said."""


class Layer(msgspec.Struct, frozen=True, gc=False):
    """What a run of bytes of a document means once it is decoded."""

    start: int
    end: int
    data: bytes
    kind: Kind | None = None
    """None lets the bytes say what they are; bytes that are no text go to the containers."""
    segments: tuple[tuple[int, int], ...] = ()
    """(offset in `data`, offset in the document) of each run that stands the same in both, where any does."""


class TooMany(Exception):
    """A decoder gave up half-way: there was more to look at than any honest text holds."""


class Decoder(Value):
    """One way to hide text in text. A file of `decode/` ends in `DECODER = Decoder(...)`."""

    name: str
    """As a place shows it: `base64`."""
    decode: Callable[[Document], Iterator[Layer | Unread]]
    """What is hidden in a document. May raise TooMany: the layers before it count."""
    anchors: tuple[str, ...]
    """RE2 patterns without which nothing is hidden this way; none: every document is looked at."""


class Container(Value):
    """One binary format. A file of `container/` ends in `CONTAINER = Container(...)`. Contents decide, not names."""

    name: str
    """As a place shows it: `zip`."""
    open: Callable[[Content], Iterator[Content | Unread]]
    """All text and files in it, and an `Unread` for whatever the format does not account for."""
    magic: tuple[bytes, ...] = ()
    """What bytes of this format begin with; none: `check` alone decides."""
    check: Callable[[bytes], bool] | None = None
    """What else has to hold: a short magic begins many a text as well."""

    def claims(self, data: bytes) -> bool:
        """Whether bytes are of this format."""
        return (not self.magic or data.startswith(self.magic)) and (self.check is None or self.check(data))


@cache
def decoders() -> tuple[Decoder, ...]:
    """Every decoder. Raises Forgotten."""
    return tuple(one for _, one in folders.objects(decode, "DECODER", Decoder))


@cache
def containers() -> tuple[Container, ...]:
    """Every container. Raises Forgotten."""
    return tuple(one for _, one in folders.objects(container, "CONTAINER", Container))


def claiming(data: bytes) -> tuple[Container, ...]:
    """Every container that takes these bytes for its own: a file may be of two formats at once."""
    magic, rest = _gates()
    if not data.startswith(magic) and not any(one.claims(data) for one in rest):
        return ()
    return tuple(one for one in containers() if one.claims(data))


def starts(data: bytes) -> bool:
    """Whether bytes begin as a binary format does: a cheap first look."""
    return data.startswith(_gates()[0])


@cache
def _gates() -> tuple[tuple[bytes, ...], tuple[Container, ...]]:
    """All magics at once, as most files are text and none of them; and the containers that have none."""
    magics = tuple(magic for one in containers() for magic in one.magic)
    return magics, tuple(one for one in containers() if not one.magic)
