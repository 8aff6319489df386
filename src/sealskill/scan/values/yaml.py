"""YAML, by the events of its own parser: no alias is followed, no tag is obeyed. What is broken is read as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import yaml

from sealskill.scan.pattern import pattern
from sealskill.scan.values import ini
from sealskill.scan.values.value import MAX_KEYS, Role, Runs, Value

MAX_PARSED = 1 << 20
"""Bytes up to which the parser is asked: more is no settings file, and is read as lines."""
MAX_DEPTH = 100
"""Lists in lists: the parser takes a square of the time for deep ones."""
_COMMENT = pattern(r"(?:^|[\s])(#[^\n]*(?:\n[ \t]*#[^\n]*)*)")
_MIN_KEY = 24
_BLOCKS = ("|", ">")


def values(data: bytes) -> Iterator[Value]:
    """Every text in it, in order."""
    if len(data) > MAX_PARSED:
        yield from ini.values(data)
        return
    tree = _Tree(data)
    try:
        for event in yaml.parse(data, Loader=yaml.CSafeLoader):
            yield from tree.take(event)
        yield from tree.comments(len(data))
    except (yaml.YAMLError, ValueError, RecursionError):
        at = data.rfind(b"\n", 0, tree.read) + 1
        yield from (_moved(one, at) for one in ini.values(data[at:]))


def _moved(value: Value, by: int) -> Value:
    runs = tuple((at + by, piece) for at, piece in value.runs)
    return Value(value.keys, -1 - value.group, runs, value.end + by, value.role)


class _Tree:
    """The mappings and lists that are open."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.read = 0
        """Bytes that are behind us."""
        self._characters = 0
        self._bytes = 0
        self._ascii = data.isascii()
        self._text = "" if self._ascii else data.decode("utf-8", "replace")
        self._stack: list[tuple[tuple[str, ...], int, bool, bool]] = []
        self._path: tuple[str, ...] = ()
        self._group = self._groups = 0
        self._listed = False
        self._naming = False
        self._key: str | None = None
        self._indent = 0

    def take(self, event: Any) -> Iterator[Value]:
        """The values that one event of the parser makes known."""
        if isinstance(event, yaml.ScalarEvent):
            first, last = cast("yaml.Mark", event.start_mark), cast("yaml.Mark", event.end_mark)
            start, end = self._at(first.index), self._at(last.index)
            yield from self.comments(start)
            self.read = end
            yield from self._scalar(event, start, end)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open(listed=isinstance(event, yaml.SequenceStartEvent))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent) and self._stack:
            self._path, self._group, self._listed, self._naming = self._stack.pop()
            self._key = None
        elif isinstance(event, yaml.AliasEvent):
            self._naming, self._key = not self._listed and not self._naming, None

    def comments(self, end: int) -> Iterator[Value]:
        """The comments between what was read and an offset."""
        if self.data.find(b"#", self.read, end) >= 0:
            for found in _COMMENT.finditer(self.data, self.read, end):
                start, last = found.span(1)
                yield Value(self._path, self._group, ((start, self.data[start:last]),), last, Role.COMMENT)

    def _open(self, *, listed: bool) -> None:
        if len(self._stack) > MAX_DEPTH:
            raise RecursionError
        # Whatever it is, it is the value of the name before it: a name follows next.
        self._stack.append((self._path, self._group, self._listed, not self._listed))
        if self._key is not None and len(self._path) < MAX_KEYS:
            self._path = (*self._path, self._key)
        self._listed, self._naming, self._key = listed, not listed, None
        if not listed:
            self._groups += 1
            self._group = self._groups

    def _scalar(self, event: Any, start: int, end: int) -> Iterator[Value]:
        if self._naming:
            self._naming, self._key = False, event.value
            if len(event.value) >= _MIN_KEY and " " in event.value:
                yield Value(self._path, self._group, ((start, event.value.encode("utf-8", "replace")),), end, Role.KEY)
            return
        keys = (*self._path, self._key) if self._key is not None and len(self._path) < MAX_KEYS else self._path
        self._naming, self._key = not self._listed and bool(self._stack), None
        if event.value:
            role = Role.VALUE if self._stack else Role.STRAY
            yield Value(keys, self._group, self._runs(event, start, end), end, role, self._listed)

    def _runs(self, event: Any, start: int, end: int) -> Runs:
        """The pieces of a scalar: each line of a block stands where it stands in the document."""
        if event.style not in _BLOCKS:
            return ((start, event.value.encode("utf-8", "replace")),)
        runs: list[tuple[int, bytes]] = []
        at = self.data.find(b"\n", start, end) + 1 or end
        for line in self.data[at:end].splitlines(keepends=True):
            bare = line.lstrip(b" ")
            # What is indented within the block stays so: it may be Python.
            self._indent = min(self._indent, len(line) - len(bare)) if runs and bare.strip() else len(line) - len(bare)
            runs.append((at + self._indent, line[self._indent :] or b"\n"))
            at += len(line)
        return tuple(runs)

    def _at(self, characters: int) -> int:
        """The byte a character begins at; asked for in rising order."""
        if self._ascii:
            return characters
        if characters < self._characters:
            self._characters = self._bytes = 0
        self._bytes += len(self._text[self._characters : characters].encode())
        self._characters = characters
        return self._bytes
