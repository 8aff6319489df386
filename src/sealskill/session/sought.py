"""The patterns that find every spelling of every secret in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import re2

from sealskill.scan.pattern import Pattern
from sealskill.session import spellings

_PLACES, _MEMORY = 10_000, 64 << 20
"""Characters that one pattern may have, and the bytes it may take."""
_UNSAID = re.compile(r"[^A-Za-z0-9_.-]")

Span = tuple[int, int, bytes]
"""Where a secret begins, where it ends, and what is written instead."""


class Sought:
    """The patterns of all secrets, as they are known at one moment."""

    def __init__(self, fresh: Mapping[str, str], before: Sought | None = None) -> None:
        rows = [(row, name) for value, name in fresh.items() for row in spellings.rows(value)]
        self._parts: list[_Part] = [*(before._parts if before else ()), *map(_Part, _parted(rows))]
        lengths = [spellings.longest(row) for row, _ in rows]
        self._longest: int = max(lengths if before is None else [before._longest, *lengths])
        names = dict.fromkeys([*(before._labels if before else ()), *fresh.values()])
        self._labels: dict[str, bytes] = {name: self._label(name) for name in names}

    def __repr__(self) -> str:
        return "Sought()"  # the pattern is the secret

    def spans(self, data: bytes) -> list[Span]:
        """Every place where a secret begins, with its longest end and what is written instead."""
        found = [span for part in self._parts for span in part.spans(data)]
        return [(start, end, self._labels[name]) for start, end, name in sorted(found, key=_first_and_longest)]

    def open_from(self, data: bytes) -> int:
        """Where something begins that may become a secret with what comes next; the end where nothing does."""
        first = max(len(data) - self._longest, 0)
        found = [match.start() for part in self._parts if (match := part.begun.search(data, first))]
        return min(found, default=len(data))

    def _label(self, name: str) -> bytes:
        """What is written instead: the name, unless that would be saying it."""
        label = f"[secret {_UNSAID.sub('_', name)}]".encode()
        said = (one for one in (label, b"[secret]", b"***") if not any(part.whole.search(one) for part in self._parts))
        return next(said, b"")


class _Part:
    """As many rows as one pattern takes."""

    def __init__(self, rows: list[tuple[spellings.Row, str]]) -> None:
        by_name: dict[str, list[bytes]] = {}
        for row, name in rows:
            by_name.setdefault(name, []).append(spellings.whole(row))
        self._names = tuple(by_name)
        self.whole = Pattern(b"|".join(b"(" + b"|".join(some) + b")" for some in by_name.values()), _options())
        self.begun = Pattern(b"|".join(dict.fromkeys(spellings.begun(row) for row, _ in rows)), _options())

    def spans(self, data: bytes) -> Iterator[tuple[int, int, str]]:
        """Every place where a row begins, its longest end, and whose it is."""
        at = 0
        while found := self.whole.search(data, at):
            start, end = found.span()
            yield start, end, next(name for group, name in enumerate(self._names, 1) if found.start(group) >= 0)
            at = start + 1


def _parted(rows: list[tuple[spellings.Row, str]]) -> Iterator[list[tuple[spellings.Row, str]]]:
    """The rows in parts of a size that one automaton takes without beginning anew all the time."""
    part: list[tuple[spellings.Row, str]] = []
    size = 0
    for row, name in rows:
        if part and size + len(row) > _PLACES:
            yield part
            part, size = [], 0
        part.append((row, name))
        size += len(row)
    yield part


def _first_and_longest(span: tuple[int, int, str]) -> tuple[int, int]:
    return span[0], -span[1]


def _options() -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.longest_match = True
    options.log_errors = False
    options.max_mem = _MEMORY
    return options
