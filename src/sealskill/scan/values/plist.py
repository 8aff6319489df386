"""Property lists, as macOS starts programs by them."""

from __future__ import annotations

import html
from collections.abc import Iterator

from sealskill.scan.pattern import pattern
from sealskill.scan.values._machine import Machine
from sealskill.scan.values.value import Role, Value

_TOKEN = pattern(r"<(/?)(dict|array|key|string|true)\b[^>]*>([^<]*)")


def values(data: bytes) -> Iterator[Value]:
    """Every text in it, in order; nothing where it is no property list."""
    if b"<plist" not in data:
        return
    machine = Machine(data)
    for found in _TOKEN.finditer(data):
        name = found.group(2)
        if name in (b"dict", b"array"):
            _bracket(machine, closes=found.start(1) < found.end(1), listed=name == b"array")
        elif found.start(1) == found.end(1):
            yield from _text(machine, name, *found.span(3))


def _bracket(machine: Machine, *, closes: bool, listed: bool) -> None:
    if closes:
        machine.closed()
    else:
        machine.opened(listed=listed)


def _text(machine: Machine, name: bytes, start: int, end: int) -> Iterator[Value]:
    said = html.unescape(machine.data[start:end].decode("utf-8", "replace"))
    if name == b"key":
        machine.key = said.strip()
    elif name == b"true" or said:
        keys = machine.path if machine.key is None else (*machine.path, machine.key)
        text = said if name == b"string" else "true"
        yield Value(
            keys, machine.group, ((start, text.encode("utf-8", "replace")),), end, Role.VALUE, machine.key is None
        )
