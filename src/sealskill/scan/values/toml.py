"""TOML. What is broken is read as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealskill.scan.pattern import pattern
from sealskill.scan.values._machine import Machine
from sealskill.scan.values.value import MAX_KEYS, Value

_STRINGS = (
    r'"""((?:[^"\\]|\\.|"[^"]|""[^"])*)(?:"""|"{0,2}\\?\z)|' + r"'''((?:[^']|'[^']|''[^'])*)(?:'''|'{0,2}\z)|"
    r"\"((?:[^\"\\\n]|\\.)*)(?:\"|\\?\z|\n)|'([^'\n]*)(?:'|\z|\n)"
)
_TOKEN = pattern(rf"{_STRINGS}|(#[^\n]*)|[{{}}\[\],=]|\n[ \t\n]*|([^\s\"'{{}}\[\],=#]+)")
_HEADER = pattern(r"\[\[?([^\]\n]+)\]\]?[ \t]*(?:#[^\n]*)?(?:\n|\z)")
_RAW = (2, 4)
"""Groups of strings in which a backslash is a backslash."""
_MARKS = b"{}[],="


def values(data: bytes) -> Iterator[Value]:
    """Every text in it, in order."""
    machine = Machine(data)
    at = _header(machine, 0)
    while found := _TOKEN.search(data, at):
        start, at = found.span()
        if data[start] == 0x0A:
            if machine.depth == 0:
                yield from machine.flush()
                machine.key = None
                at = _header(machine, at)
        else:
            yield from _take(machine, found, start, at)
    yield from machine.flush()


def _header(machine: Machine, at: int) -> int:
    """Where a line goes on: behind it where it names a table."""
    found = _HEADER.match(machine.data, at) if machine.data.startswith(b"[", at) else None
    if not found:
        return at
    named = found.group(1).decode("utf-8", "replace")
    machine.enter(tuple(one.strip(" \"'") for one in named.split(".", MAX_KEYS)))
    return int(found.end())


def _take(machine: Machine, found: Any, start: int, end: int) -> Iterator[Value]:
    first = machine.data[start]
    if first in b"\"'":
        group = next(group for group in (1, 2, 3, 4) if found.start(group) >= 0)
        yield from machine.text(*found.span(group), quoted=True, raw=group in _RAW)
    elif first == 0x23:  # #
        yield machine.comment(start, end)
    elif first in _MARKS:
        yield from _mark(machine, first)
    else:
        yield from machine.text(start, end, quoted=False)


def _mark(machine: Machine, mark: int) -> Iterator[Value]:
    if mark == 0x3D:  # =
        yield from machine.named()
        return
    yield from machine.flush()
    if mark in b"{[":
        machine.opened(listed=mark == 0x5B)
    elif mark in b"}]":
        machine.closed()
    else:
        machine.key = None
