"""Marshalled Python, read by hand. `marshal.loads` may crash on bytes a stranger made; this reads and runs nothing.

The format carries no version, so the layout of a code object is told by what stands where it should.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Iterator

import msgspec

MAX_DEPTH = 60
"""Objects inside each other: functions in functions, tables in tables."""
MAX_OBJECTS = 200_000
"""Objects of one stream. Each takes a byte at least, so a stream is read in linear time."""
_REF = 0x80
_FIXED = {"N": 0, "F": 0, "T": 0, "S": 0, ".": 0, "0": 0, "i": 4, "I": 8, "g": 8, "y": 16}
_LONG_TEXT = "stuaA"
_SHORT_TEXT = "zZ"
_SEVERAL = "([<>"
_DIGIT = 15
"""Bits of one digit of a long number."""


class BadMarshal(ValueError):
    """The bytes are no marshalled object that anybody could load."""


class Code(msgspec.Struct, frozen=True):
    """One function, class body or module, as it was compiled."""

    name: str
    file: str
    names: tuple[str, ...]
    """Globals and attributes it uses, in the order in which they appear."""
    locals: tuple[str, ...]
    constants: tuple[object, ...]
    code: bytes
    line: int = 0


def loads(data: bytes) -> object:
    """The object that the bytes stand for: numbers, texts, tables, `Code`. Raises BadMarshal."""
    try:
        return _Stream(data).read()
    except (IndexError, struct.error, RecursionError) as exc:
        raise BadMarshal("the stream ends in the middle of an object") from exc


def codes(found: object) -> Iterator[Code]:
    """Every code object in an object, outermost first, each once."""
    return (one for one in _all(found) if isinstance(one, Code))


def _all(found: object) -> Iterator[object]:
    """Every object in an object, each once: a stream may refer to one of them a thousand times."""
    waiting, seen = deque([found]), set[int]()
    while waiting:
        one = waiting.popleft()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += one.constants if isinstance(one, Code) else one if isinstance(one, tuple | list) else ()


MODULE = "def <module>:"
"""What a listing of a compiled program begins with."""


def listing(found: object) -> str:
    """What stands in an object as text: a line for each name and each constant, function by function."""
    lines: dict[str, None] = {}
    for one in _all(found):
        if isinstance(one, Code):
            lines |= {f"def {one.name}:": None, " ".join(one.names): None}
        elif isinstance(one, str | bytes):
            lines[one if isinstance(one, str) else one.decode("utf-8", "replace")] = None
    return "\n".join(line for line in lines if line) + "\n"


class _Stream:
    """Bytes, and how far they were read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.refs: list[object] = []
        self.strings: list[str] = []
        self.depth = 0
        self.objects = 0

    def read(self) -> object:
        """The next object."""
        mark = self.data[self.at]
        self.at += 1
        self.objects += 1
        self.depth += 1
        if self.depth > MAX_DEPTH or self.objects > MAX_OBJECTS:
            raise BadMarshal("too many objects")
        kind, kept = chr(mark & ~_REF), len(self.refs)
        if mark & _REF:
            self.refs.append(None)
        made = self._object(kind)
        if mark & _REF:
            self.refs[kept] = made
        self.depth -= 1
        return made

    def _object(self, kind: str) -> object:
        if kind in _FIXED:
            return self._fixed(kind)
        if kind in _LONG_TEXT or kind in _SHORT_TEXT:
            return self._text(kind)
        if kind in _SEVERAL or kind == ")":
            size = self.data[self.at] if kind == ")" else self.number()
            self.at += kind == ")"
            return tuple(self.read() for _ in range(self._sane(size)))
        if kind == "{":
            return self._table()
        if kind in "rR":
            return self._known(kind)
        if kind == "c":
            return self._code()
        return self._number_of(kind)

    def number(self) -> int:
        """A number of four bytes."""
        (found,) = struct.unpack_from("<i", self.data, self.at)
        self.at += 4
        return int(found)

    def _sane(self, size: int) -> int:
        if not 0 <= size <= len(self.data) - self.at:
            raise BadMarshal("a size that the bytes cannot hold")
        return size

    def _fixed(self, kind: str) -> object:
        size = _FIXED[kind]
        taken = self.data[self.at : self.at + self._sane(size)]
        self.at += size
        if kind in "iI":
            return int.from_bytes(taken, "little", signed=True)
        return {"T": True, "F": False}.get(kind)

    def _text(self, kind: str) -> object:
        size = self.data[self.at] if kind in _SHORT_TEXT else self.number()
        self.at += kind in _SHORT_TEXT
        taken = self.data[self.at : self.at + self._sane(size)]
        self.at += size
        if kind == "s":
            return taken
        said = taken.decode("utf-8", "replace")
        if kind == "t":
            self.strings.append(said)
        return said

    def _table(self) -> object:
        made: list[object] = []
        while self.data[self.at] & ~_REF != ord("0"):
            made += [self.read(), self.read()]
        self.at += 1
        return made

    def _known(self, kind: str) -> object:
        at, several = self.number(), self.strings if kind == "R" else self.refs
        if not 0 <= at < len(several):
            raise BadMarshal("a reference to nothing")
        return several[at]

    def _number_of(self, kind: str) -> object:
        if kind == "l":
            digits = abs(self.number())
            self.at += 2 * self._sane(digits)
            return 1 << (_DIGIT * min(digits, 64))  # how large it is says enough
        if kind in "fx":
            for _ in range(1 + (kind == "x")):
                self.at += 1 + self.data[self.at]
            return 0.0
        if kind == ":":
            return (self.read(), self.read(), self.read())
        raise BadMarshal(f"no object begins with {kind!r}")

    def _code(self) -> Code:
        counts = next((count for count in (6, 5, 4) if self._is_code(self.at + 4 * count)), 0)
        if not counts:
            raise BadMarshal("a code object of no known layout")
        self.at += 4 * counts
        code, constants, names, variables = self.read(), self.read(), self.read(), self.read()
        kinds = self.read()
        if counts == 5 and isinstance(kinds, bytes):  # since 3.11 one table says what each variable is
            file, name, _, line, *_rest = self.read(), self.read(), self.read(), self.number(), self.read(), self.read()
        else:
            _, file, name, line, *_rest = self.read(), self.read(), self.read(), self.number(), self.read()
        return Code(
            name=str(name), file=str(file), names=_strings(names), locals=_strings(variables),
            constants=constants if isinstance(constants, tuple) else (),
            code=code if isinstance(code, bytes) else b"", line=line,
        )  # fmt: skip

    def _is_code(self, at: int) -> bool:
        """Whether the instructions of a function begin at a byte: a run of bytes whose length fits."""
        if at + 5 > len(self.data) or chr(self.data[at] & ~_REF) != "s":
            return False
        return 0 <= int.from_bytes(self.data[at + 1 : at + 5], "little", signed=True) <= len(self.data) - at - 5


def _strings(found: object) -> tuple[str, ...]:
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, tuple) else ()
