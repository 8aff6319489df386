"""Lines of names and values: INI, .desktop, systemd, .npmrc, pip.conf, git's settings, crontabs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sealskill.scan.values.value import Role, Value

# Bounded, all of them.
_SECTION = re.compile(rb"[ \t]{0,40}\[([^\]\n]{1,200})\]")
_ENTRY = re.compile(
    rb"[ \t]{0,40}(?:export[ \t]{1,8})?([\w.@:/\"'$ \[\]-]{1,120}?)[ \t]{0,40}(?:=|:[ \t]|:$)[ \t]{0,40}"
)
_CRON = re.compile(
    rb"[ \t]{0,40}(?:@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|"
    rb"(?:[\d*/,A-Za-z-]{1,40}[ \t]{1,20}){4}[\d*/,A-Za-z-]{1,40})[ \t]{1,20}(?:root[ \t]{1,20})?(?=\S)"
)


def values(data: bytes) -> Iterator[Value]:
    """Every text in it, in order; a line that is indented, or follows a backslash, goes on with the one before."""
    reader = _Lines(data)
    at = 0
    for line in data.split(b"\n"):
        yield from reader.line(at, line)
        at += len(line) + 1
    yield from reader.end()


class _Lines:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.section: tuple[str, ...] = ()
        self.group = 0
        self.keys: tuple[str, ...] = ()
        self.runs: list[tuple[int, bytes]] = []
        self.role = Role.VALUE

    def line(self, at: int, line: bytes) -> Iterator[Value]:
        bare = line.strip()
        joined = bool(self.runs) and self.runs[-1][1].endswith(b"\\")
        if joined or (
            bare and line[:1] in b" \t" and self.runs and not bare.startswith((b"#", b";")) and not _ENTRY.match(line)
        ):
            self._more(at, line, glue=b" " if joined else b"\n")
            return
        yield from self.end()
        if bare.startswith((b"#", b";")):
            yield self._value(Role.COMMENT, at, line)
        elif found := _SECTION.match(line):
            self.group += 1
            self.section = (found[1].decode("utf-8", "replace"),)
        elif bare:
            self._begin(at, line)

    def _begin(self, at: int, line: bytes) -> None:
        cron = _CRON.match(line) if line[:1] in (b"@", b"*") or line[:1].isdigit() else None
        found = cron or _ENTRY.match(line)
        named = "crontab" if cron else found[1].strip(b"\"' ").decode("utf-8", "replace") if found else ""
        self.keys = (*self.section, named) if named else self.section
        self.role = Role.VALUE if found else Role.STRAY
        first = found.end() if found else 0
        if line[first:].strip():
            self.runs = [(at + first, line[first:])]

    def _more(self, at: int, line: bytes, *, glue: bytes) -> None:
        start, piece = self.runs[-1]
        if glue == b" ":
            self.runs[-1] = (start, piece[:-1])
        self.runs += [(start + len(piece), glue), (at, line)]

    def _value(self, role: Role, at: int, line: bytes) -> Value:
        return Value(self.section, self.group, ((at, line),), at + len(line), role)

    def end(self) -> Iterator[Value]:
        if self.runs:
            last, piece = self.runs[-1]
            yield Value(self.keys, self.group, tuple(self.runs), last + len(piece), self.role)
        self.runs = []
