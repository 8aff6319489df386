"""JSON and its relatives: JSON5, JSON with comments, JSON lines. What is broken is read as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.pattern import pattern
from sealskill.scan.values._machine import Machine
from sealskill.scan.values.value import Value

_TOKEN = pattern(
    r"\"((?:[^\"\\\n]|\\.)*)(?:\"|\n|\\?\z)|'((?:[^'\\\n]|\\.)*)(?:'|\n|\\?\z)|(//[^\n]*|/\*.*?(?:\*/|\z)|#[^\n]*)|"
    r"[{}\[\],:]|([^\s\"'{}\[\],:]+)"
)
_QUOTES = {0x22: 1, 0x27: 2}
_COMMENTS = (b"//", b"/*", b"#")


def values(data: bytes) -> Iterator[Value]:
    """Every text in it, in order."""
    machine = Machine(data)
    for found in _TOKEN.finditer(data):
        start, end = found.span()
        first = data[start]
        if first in _QUOTES:
            yield from machine.text(*found.span(_QUOTES[first]), quoted=True)
        elif end - start > 1 or first not in b"{}[],:":
            yield from _word(machine, start, end)
        else:
            yield from _mark(machine, first)
    yield from machine.flush()


def _word(machine: Machine, start: int, end: int) -> Iterator[Value]:
    if machine.data.startswith(_COMMENTS, start):
        yield machine.comment(start, end)
    else:
        yield from machine.text(start, end, quoted=False)


def _mark(machine: Machine, mark: int) -> Iterator[Value]:
    if mark == 0x3A:  # :
        yield from machine.named()
        return
    yield from machine.flush()
    if mark in b"{[":
        machine.opened(listed=mark == 0x5B)
    elif mark in b"}]":
        machine.closed()
    else:
        machine.key = None
