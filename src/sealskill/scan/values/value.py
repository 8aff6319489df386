"""One value of a text that is data: what it says, the names that lead to it, and where each piece of it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from sealskill.scan.decoder import Layer
from sealskill.scan.document import Kind

MAX_KEYS = 32
"""Names that lead to a value: deeper ones are left out, or a mapping in a mapping in a mapping would cost a square."""
Runs = tuple[tuple[int, bytes], ...]


class Role(StrEnum):
    """What part a piece of a data file plays."""

    VALUE = "value"
    KEY = "key"
    COMMENT = "comment"
    STRAY = "stray"
    """Words that stand where the format has none: the file is something else, or broken."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """One text of a data file."""

    keys: tuple[str, ...]
    """The names of the mappings it stands in, outermost first; lists leave no trace."""
    group: int
    """The mapping it stands in, by number: what stands in the same one belongs together."""
    runs: Runs
    """What it says: each piece with the offset in the document where it stands."""
    end: int
    role: Role = Role.VALUE
    item: bool = False
    """Whether it stands in a list."""

    @property
    def start(self) -> int:
        """Where it begins in the document."""
        return self.runs[0][0] if self.runs else self.end

    @property
    def data(self) -> bytes:
        """What it says."""
        return b"".join(piece for _, piece in self.runs)

    @property
    def text(self) -> str:
        """What it says, as text."""
        return self.data.decode("utf-8", "replace")


_MIN_PAGE = 80
"""Bytes from which on a text of several lines is a page of its own."""


def is_page(value: Value) -> bool:
    """Whether a value is a text of several lines, with headings, lists and code of its own."""
    lined = any(b"\n" in piece for _, piece in value.runs)
    return lined and sum(len(piece) for _, piece in value.runs) >= _MIN_PAGE


def layer(values: Iterable[Value], kind: Kind, glue: bytes = b"\n\n") -> Iterator[Layer]:
    """Several values as one text of some kind; none where there are no values."""
    parts: list[bytes] = []
    segments: list[tuple[int, int]] = []
    size, first, last = 0, -1, 0
    for value in values:
        first = value.start if first < 0 else first
        last = max(last, value.end)
        for at, piece in (*value.runs, (value.end, glue)):
            segments.append((size, at))
            parts.append(piece)
            size += len(piece)
    if parts:
        yield Layer(first, last, b"".join(parts), kind, tuple(segments))
