"""What would change in a file, for whoever is asked about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

_COMPARED = 200
"""Lines that are compared with each other: the comparison takes their square and more. Of more, all go and all come."""
_AROUND = 3


def difference(before: str | None, after: str | None, path: str) -> str:
    """A diff from one text to another; None is no file."""
    old, new = _lines(before), _lines(after)
    first, last = _same(old, new), 0
    if first < min(len(old), len(new)):
        last = _same(old[first:][::-1], new[first:][::-1])
    gone, come = old[first : len(old) - last], new[first : len(new) - last]
    body = [
        *(f" {line}" for line in old[max(0, first - _AROUND) : first]),
        *_changes(gone, come),
        *(f" {line}" for line in old[len(old) - last :][:_AROUND]),
    ]
    names = (f"--- {path if before is not None else '(no file)'}", f"+++ {path if after is not None else '(no file)'}")
    return "\n".join([*names, f"@@ line {first + 1} @@", *body])


def _lines(text: str | None) -> list[str]:
    if not text:
        return []
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else [*lines[:-1], f"{lines[-1]} (no line end)"]


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _changes(gone: list[str], come: list[str]) -> Iterator[str]:
    if max(len(gone), len(come)) > _COMPARED:
        yield from (f"-{line}" for line in gone)
        yield from (f"+{line}" for line in come)
        return
    for deed, a, b, c, d in difflib.SequenceMatcher(None, gone, come, autojunk=False).get_opcodes():
        if deed == "equal":
            yield from (f" {line}" for line in gone[a:b])
        else:
            yield from (f"-{line}" for line in gone[a:b])
            yield from (f"+{line}" for line in come[c:d])
