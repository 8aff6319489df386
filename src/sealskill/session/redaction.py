"""Secrets taken out of whatever leaves a session, by their value and however they are spelled.

What is looked for: every secret of at least eight characters that was handed out, and its spellings: `spellings.py`.
What is not: a secret that a program changed otherwise, cut, compressed, encrypted or took apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from threading import Lock
from typing import Any, TypeVar

import msgspec

from sealskill.session.sought import Sought, Span
from sealskill.session.spellings import LEAST, MOST

_T = TypeVar("_T")
_LESSONS = 8
_AROUND = " \t\r\n"
"""What programs leave out around a secret."""
_NESTED = 100
"""Levels of a value that are looked through. No schema of ours allows half of it."""
_DIGITS = 8_192
"""Bits of a number that is looked through: Python writes no longer one."""


class Redactor:
    """Everything that was handed out in one session. It learns of a secret before the child that gets it starts."""

    def __init__(self, secrets: Mapping[str, str] | None = None) -> None:
        self._known: dict[str, str] = {}
        self._gaps: dict[str, str] = {}
        self._pattern: Sought | None = None
        self._lessons = 0
        self._lock = Lock()
        self.learn(secrets or {})

    def __repr__(self) -> str:
        return f"Redactor({', '.join(dict.fromkeys(self._known.values()))})"

    @property
    def gaps(self) -> dict[str, str]:
        """Names of secrets that are not looked for, or not all of them, and why."""
        return dict(self._gaps)

    def learn(self, secrets: Mapping[str, str]) -> dict[str, str]:
        """Take these out of everything from now on. What comes back are new gaps. Any thread may call it."""
        with self._lock:
            return self._learned(secrets)

    def _learned(self, secrets: Mapping[str, str]) -> dict[str, str]:
        fresh: dict[str, str] = {}
        before, self._gaps = self._gaps, dict(self._gaps)
        for name, value in secrets.items():
            whole = value.strip(_AROUND)
            sought = whole[:MOST]
            if sought in self._known or not sought:
                continue
            if len(whole) > MOST:
                self._gaps[name] = f"only its first {MOST} characters are looked for"
            if len(sought) < LEAST:
                self._gaps[name] = f"it has fewer than {LEAST} characters, as many innocent words have"
            else:
                fresh[sought] = name
        if fresh:
            self._known |= fresh
            self._lessons += 1
            # Each lesson is one more pattern that everything goes through: now and then all of them are made anew.
            anew = self._lessons % _LESSONS == 0
            self._pattern = Sought(self._known) if anew else Sought(fresh, self._pattern)
        return {name: why for name, why in self._gaps.items() if before.get(name) != why}

    def text(self, text: str) -> str:
        """The text without any of them; the very same where none was in it."""
        if self._pattern is None:
            return text
        data = text.encode("utf-8", "surrogatepass")
        clean = self.data(data)
        return text if clean is data else _decoded(clean)

    def data(self, data: bytes) -> bytes:
        """The bytes without any of them; the very same where none was in them."""
        spans = _merged(self._pattern.spans(data)) if self._pattern is not None else []
        return _written(data, spans, 0, len(data)) if spans else data

    def cut(self, data: bytes) -> bytes:
        """The same for bytes that were cut off at their end: half a secret there is left out."""
        return self.stream().feed(data)

    def value(self, value: _T) -> _T:
        """A value of any kind without any of them: text, lists, maps with their keys, and our own values."""
        return self._value(value, 0) if self._pattern is not None else value

    def stream(self) -> Stream:
        """A redactor for bytes that come in pieces."""
        return Stream(self)

    def _value(self, value: Any, depth: int) -> Any:
        if depth > _NESTED:
            return "[nested too deep to be shown]"
        if isinstance(value, (bool, Enum)) or value is None:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, (bytes, bytearray, memoryview)):
            return self.data(bytes(value))
        if isinstance(value, int) and value.bit_length() > _DIGITS:
            return "[number too long to be shown]"
        if isinstance(value, (int, float)):
            return self._told(value)
        return self._inside(value, depth + 1)

    def _inside(self, value: Any, depth: int) -> Any:
        if isinstance(value, Mapping):
            return {self._value(key, depth): self._value(inner, depth) for key, inner in value.items()}
        if isinstance(value, (list, tuple, set, frozenset)):
            found = [self._value(inner, depth) for inner in value]
            return type(value)(found) if type(value) in (list, tuple, set, frozenset) else found
        if isinstance(value, msgspec.Struct):
            fields = {name: self._value(getattr(value, name), depth) for name in value.__struct_fields__}
            return msgspec.structs.replace(value, **fields)
        return self._told(value)

    def _told(self, value: Any) -> Any:
        written = str(value)
        said = self.text(written)
        return value if said is written else said

    def _compiled(self) -> Sought | None:
        return self._pattern


class Stream:
    """Bytes that come in pieces, and go on without secrets, also where one lies across two pieces.

    What might be the beginning of a secret is held back until more is known, and nothing else.
    """

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._held = b""
        self._covered = 0
        """Bytes of what is held that belong to a secret which was told already."""
        self._said = b""

    def feed(self, data: bytes) -> bytes:
        """What can be told now."""
        compiled = self._redactor._compiled()
        self._held += data
        return self._told(compiled, compiled.open_from(self._held) if compiled is not None else len(self._held))

    def close(self) -> bytes:
        """The rest. Nothing comes after it."""
        return self._told(self._redactor._compiled(), len(self._held))

    def _told(self, compiled: Sought | None, upto: int) -> bytes:
        if not upto:
            return b""
        found = compiled.spans(self._held) if compiled is not None else []
        before = [(0, self._covered, self._said)] if self._said else []
        spans = _merged([*before, *found])
        told = _written(self._held, spans, 0, upto, skip=bool(before))
        across = next(((start, end, label) for start, end, label in spans if start < upto <= end), None)
        self._covered, self._said = (across[1] - upto, across[2]) if across is not None else (0, b"")
        self._held = self._held[upto:]
        return told


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Spans that overlap are one, and so are two of one secret that touch: a long one is found in pieces."""
    merged: list[Span] = []
    for start, end, label in spans:
        if merged and (start < merged[-1][1] or (start == merged[-1][1] and label == merged[-1][2])):
            first, last, said = merged[-1]
            merged[-1] = (first, max(last, end), said)
        else:
            merged.append((start, end, label))
    return merged


def _written(data: bytes, spans: list[Span], at: int, upto: int, *, skip: bool = False) -> bytes:
    """The bytes up to a place with a label for each span; of the first span the label was written before if `skip`."""
    told: list[bytes] = []
    for number, (start, end, label) in enumerate(spans):
        if start >= upto:
            break
        told += [data[at:start], b"" if skip and not number else label]
        at = end
    return b"".join([*told, data[at:upto]])


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
