"""How a secret may be spelled in what a program prints: as it is, for JSON, for an address, in base64 and in hex.

A spelling is a row of places, and each place a few ways to write one character. From a row two patterns are made: one
that finds it whole, and one that finds where it may have begun when the text ended in the middle of it. Both are RE2's,
so what a program prints cannot make them slow.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from functools import cache

from sealskill.model.value import Value

LEAST, MOST = 8, 16_384
"""Characters of a secret that is looked for: a shorter one stands in innocent words, a longer one takes a second."""
_PIECE, _STEP = 96, 72
"""A long secret is looked for in pieces that overlap, so that the pattern of each stays small."""
_LINE = 16
"""Characters of a line that is a secret of its own in a secret of several lines: programs print one line at a time."""
_PASSWORD = re.compile(r"://[^/:@\s]{0,64}:([^/@\s]{8,})@")
"""The password in an address is a secret of its own: programs tell it without the rest."""
_HEAD = 6
"""Places that must agree before what ends a text is held back in full."""
_DEEP, _FLAT = 7, 4
"""Backslashes before a quotation mark and before `u`: JSON within JSON within JSON has that many."""


class Way(Value):
    """One way to write a character: some backslashes, then bytes that are each one of a few."""

    cells: tuple[bytes, ...]
    least: int = 0
    most: int = 0

    @property
    def longest(self) -> int:
        """Bytes it takes at most."""
        return self.most + len(self.cells)

    def whole(self) -> bytes:
        """A pattern for all of it."""
        return self._slashes() + b"".join(map(_class, self.cells))

    def begun(self) -> Iterator[bytes]:
        """Patterns for what may stand of it when the text ends within it."""
        if self.most > 1 or (self.most and self.cells):
            yield rb"\\{1,%d}" % self.most
        for count in range(1, len(self.cells)):
            yield self._slashes() + b"".join(map(_class, self.cells[:count]))

    def _slashes(self) -> bytes:
        return rb"\\{%d,%d}" % (self.least, self.most) if self.most else b""


class Place(Value):
    """One character, every way it may be written, and what may stand between it and the next: as patterns."""

    whole: bytes
    gap: bytes
    cut: tuple[bytes, ...]
    """What may stand of the character when the text ends within it."""
    cut_gap: tuple[bytes, ...]
    longest: int
    """Bytes it takes at most."""


Row = tuple[Place, ...]


def _place(ways: Iterable[Way], gaps: tuple[Way, ...] = ()) -> Place:
    every = tuple(dict.fromkeys(ways))
    most = max(one.longest for one in every) + max((one.longest for one in gaps), default=0)
    gap = _any(one.whole() for one in gaps) + b"?" if gaps else b""
    whole = _any(one.whole() for one in every)
    return Place(whole=whole, gap=gap, cut=_cut(every), cut_gap=_cut(gaps), longest=most)


def rows(value: str) -> Iterator[Row]:
    """Every spelling of a secret, and of its pieces."""
    for piece in dict.fromkeys(_pieces(value)):
        yield tuple(map(_plain, piece))
        data = piece.encode("utf-8", "surrogateescape")
        yield _hex(data)
        for shift in range(3):
            yield _base64(data, shift)


def whole(row: Row) -> bytes:
    """A pattern that finds a row."""
    return b"".join(place.whole + place.gap for place in row[:-1]) + row[-1].whole


def begun(row: Row) -> bytes:
    """A pattern that finds where a row may begin that the end of the text cuts off."""
    pattern = b""
    for place in reversed(row[:_HEAD]):
        follows = _any([*place.cut_gap, place.gap + _any([rb"\z", pattern])]) if pattern else b""
        pattern = _any([*place.cut, place.whole + follows])
    return pattern


def longest(row: Row) -> int:
    """Bytes a row takes at most."""
    return sum(place.longest for place in row)


def _cut(ways: Iterable[Way]) -> tuple[bytes, ...]:
    found = [one for way in ways for one in way.begun()]
    return (_any(found) + rb"\z",) if found else ()


def _any(patterns: Iterable[bytes]) -> bytes:
    every = dict.fromkeys(patterns)
    return b"(?:" + b"|".join(every) + b")" if len(every) > 1 else b"".join(every)


def _class(cell: bytes) -> bytes:
    inside = b"".join(rb"\x%02x" % byte for byte in cell)
    return inside if len(cell) == 1 else b"[" + inside + b"]"


def _pieces(value: str) -> Iterator[str]:
    last = max(len(value) - _PIECE, 0)
    for start in (*range(0, last, _STEP), last):
        yield value[start : start + _PIECE]
    password = _PASSWORD.search(value[:_PIECE])
    if password:
        yield password[1]
    lines = [line.strip() for line in value.splitlines()]
    if len(lines) > 1:
        # The first and the last line of a key in PEM stand in every other such file.
        yield from (piece for line in lines if len(line) >= _LINE and line[:5] != "-----" for piece in _pieces(line))


@cache
def _plain(char: str) -> Place:
    return _place(_ways(char))


def _ways(char: str) -> Iterator[Way]:
    data = char.encode("utf-8", "surrogateescape")
    if char == "\\":
        yield Way(cells=(), least=1, most=2 * _FLAT)
    else:
        yield Way(cells=_cells(data), most=_DEEP if char in "\"'/`$" else 0)
    if char.isascii() and char.isalnum():
        return  # nothing writes these otherwise, unless it writes all of them so: see `_BETWEEN`
    yield Way(cells=tuple(cell for byte in data for cell in (b"%", *_digits(b"%02x" % byte))))
    yield from _escaped(char, data)
    if char in _LETTERED:
        yield Way(cells=(_LETTERED[char],), least=1, most=_FLAT)
    yield from (Way(cells=_cells(name)) for name in _NAMED.get(char, ()))
    if "\udc80" <= char <= "\udcff":  # a byte that is no text: as whoever decoded it may have left it
        yield Way(cells=_cells("\ufffd".encode()))
        yield Way(cells=_cells(char.encode("utf-8", "surrogatepass")))


def _escaped(char: str, data: bytes) -> Iterator[Way]:
    """`\\u0041` and `\\x41`; a character of several of them with the backslashes of one or two levels."""
    units = char.encode("utf-16-be", "surrogatepass")
    pairs = [b"u%02x%02x" % (units[at], units[at + 1]) for at in range(0, len(units), 2)]
    for codes in (pairs, [b"x%02x" % byte for byte in data]):
        if len(codes) == 1:
            yield Way(cells=_digits(codes[0]), least=1, most=_FLAT)
        else:
            for slashes in (b"\\", b"\\\\"):
                yield Way(cells=tuple(cell for code in codes for cell in (*_cells(slashes), *_digits(code))))


def _hex(data: bytes) -> Row:
    return tuple(place for byte in data for place in _pair(byte))


@cache
def _pair(byte: int) -> Row:
    high, low = _digits(b"%02x" % byte)
    return _place([Way(cells=(high,))]), _place([Way(cells=(low,))], _BETWEEN)


def _base64(data: bytes, shift: int) -> Row:
    """The letters that hold nothing but the secret when it begins `shift` bytes behind a third."""
    first, last = (8 * shift + 5) // 6, 8 * (shift + len(data)) // 6
    return tuple(map(_letter, base64.b64encode(bytes(shift) + data)[first:last]))


@cache
def _letter(byte: int) -> Place:
    return _place(_LETTERS.get(byte) or [Way(cells=(bytes([byte]),))], _WRAPS)


def _cells(data: bytes) -> tuple[bytes, ...]:
    return tuple(data[at : at + 1] for at in range(len(data)))


def _digits(code: bytes) -> tuple[bytes, ...]:
    """Hexadecimal digits in either case; what stands before them is no digit above nine."""
    return tuple(cell + cell.upper() if cell in b"abcdef" else cell for cell in _cells(code))


_NAMED = {
    " ": (b"+",), "&": (b"&amp;", b"&#38;"), "<": (b"&lt;", b"&#60;"), ">": (b"&gt;", b"&#62;"),
    '"': (b"&quot;", b"&#34;"), "'": (b"&#39;", b"&#x27;", b"&apos;"), "\n": (b"\r\n", b"\\r\\n", b"\\\\r\\\\n"),
}  # fmt: skip
_LETTERED = {"\n": b"n", "\t": b"t", "\r": b"r", "\b": b"b", "\f": b"f"}


def _either(signs: bytes, code: bytes, slashes: int) -> tuple[Way, ...]:
    """A letter that base64 writes in two ways, and each of them as an address and JSON may have it."""
    digits = _digits(code)
    escaped = Way(cells=(*_cells(b"u00"), *digits), least=1, most=2)
    return Way(cells=(signs,), most=slashes), Way(cells=(b"%", *digits)), escaped


_LETTERS = {ord("+"): _either(b"+-", b"2b", 0), ord("/"): _either(b"/_", b"2f", _DEEP)}
_WRAPS = (Way(cells=(b"\r\n\\",)), Way(cells=(b"\r\\", b"\nn")))
"""Where base64 is broken into lines, as programs print it, or as JSON has it."""
_BETWEEN = (
    Way(cells=(b" :,%-\n",)), Way(cells=(b"x",), least=1, most=2), Way(cells=_cells(b"u00"), least=1, most=2),
)  # fmt: skip
"""What stands between two bytes in hexadecimal: nothing, a sign, or the escape of a language or an address."""
