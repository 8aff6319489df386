"""What JSON and TOML have in common: brackets that open and close, names, and strings between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sealskill.scan.values.value import MAX_KEYS, Role, Runs, Value

_LITERAL = re.compile(rb"(?:true|false|null|nan|inf|none|undefined|[-+]?[0-9][0-9a-z_.:+-]{0,40})\Z", re.IGNORECASE)
_ESCAPE = re.compile(rb"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([\s\S]))")
_HALF = re.compile(rb"\xed[\xa0-\xbf].\Z", re.DOTALL)
_MEANS = {b"n": b"\n", b"t": b"\t", b"r": b"\n", b"b": b"", b"f": b"\n", b"0": b"", b"\n": b""}
_MIN_KEY = 24
"""Bytes from which on a name with spaces in it is a text that somebody put there."""


class Machine:
    """The values of one text, as its tokens come in."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.key: str | None = None
        self.path: tuple[str, ...] = ()
        self.group = 0
        self._groups = 0
        self._listed = False
        self._stack: list[tuple[tuple[str, ...], int, bool]] = []
        self._pending: tuple[int, int, bool, bool] | None = None

    @property
    def depth(self) -> int:
        """Brackets that are open."""
        return len(self._stack)

    def enter(self, path: tuple[str, ...]) -> None:
        """A table begins that no bracket ends."""
        self.path, self.group, self.key = path[:MAX_KEYS], self._next(), None

    def opened(self, *, listed: bool) -> None:
        """A bracket opens: of a list, or of a mapping."""
        self._stack.append((self.path, self.group, self._listed))
        self.path, self.key, self._listed = self._keys(), None, listed
        if not listed:
            self.group = self._next()

    def closed(self) -> None:
        """A bracket closes."""
        if self._stack:
            self.path, self.group, self._listed = self._stack.pop()
        self.key = None

    def text(self, start: int, end: int, *, quoted: bool, raw: bool = False) -> Iterator[Value]:
        """A string, or a word without quotes; words one after the other are one text."""
        if self._pending is not None and not quoted and not self._pending[2]:
            self._pending = (self._pending[0], end, False, False)
            return
        yield from self.flush()
        self._pending = (start, end, quoted, raw)

    def named(self) -> Iterator[Value]:
        """What was just read is the name of what follows."""
        if self._pending is None:
            return
        start, end, _, _ = self._pending
        self._pending = None
        self.key = self.data[start:end].decode("utf-8", "replace")
        if end - start >= _MIN_KEY and b" " in self.data[start:end]:
            yield Value(self._keys(), self.group, unescaped(self.data, start, end), end, Role.KEY)

    def flush(self) -> Iterator[Value]:
        """What was just read is a value."""
        if self._pending is None:
            return
        start, end, quoted, raw = self._pending
        self._pending = None
        if end > start and (quoted or not _LITERAL.match(self.data, start, end)):
            runs = ((start, self.data[start:end]),) if raw else unescaped(self.data, start, end)
            role = Role.VALUE if quoted or self.key is not None or self._listed else Role.STRAY
            yield Value(self._keys(), self.group, runs, end, role, self._listed)

    def comment(self, start: int, end: int) -> Value:
        """A comment."""
        return Value(self.path, self.group, ((start, self.data[start:end]),), end, Role.COMMENT)

    def _keys(self) -> tuple[str, ...]:
        if self.key is None or len(self.path) >= MAX_KEYS:
            return self.path
        return (*self.path, self.key)

    def _next(self) -> int:
        self._groups += 1
        return self._groups


def unescaped(data: bytes, start: int, end: int) -> Runs:
    """What a string means, in pieces that stand in the document as they are, or for an escape."""
    if data.find(b"\\", start, end) < 0:
        return ((start, data[start:end]),)
    runs: list[tuple[int, bytes]] = []
    at = start
    for found in _ESCAPE.finditer(data, start, end):
        if found.start() > at:
            runs.append((at, data[at : found.start()]))
        runs.append((found.start(), _meaning(found)))
        at = found.end()
    if at < end:
        runs.append((at, data[at:end]))
    return _paired(runs)


def _meaning(found: re.Match[bytes]) -> bytes:
    digits = found[1] or found[2] or found[3] or found[4]
    if digits is None:
        return _MEANS.get(found[5], found[5])
    number = int(digits, 16)
    # Half of a pair is kept in a form that says so until the other half is there.
    return chr(number).encode("utf-8", "surrogatepass") if number < 0x110000 else b""


def _paired(runs: list[tuple[int, bytes]]) -> Runs:
    """Two halves of one character, each with an escape of its own, made one."""
    made: list[tuple[int, bytes]] = []
    for at, piece in runs:
        if made and _HALF.match(piece) and _HALF.match(made[-1][1]):
            whole = (made[-1][1] + piece).decode("utf-8", "surrogatepass")
            made[-1] = (made[-1][0], whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode())
        else:
            made.append((at, piece))
    return tuple(made)
