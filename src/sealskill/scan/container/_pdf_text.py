"""The words of a page of a PDF: strings in its program, as they are or by what the font calls its glyphs."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence

import msgspec

from sealskill.scan.pattern import bytewise

_SHOWN = bytewise(
    r"\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))*)\)|<([0-9A-Fa-f\s]{2,})>|"
    r"\b(T\*|Td|TD|Tm|ET)\b|(-\d{3,})"
)
_ESCAPE = bytewise(r"\\(?:([0-7]{1,3})|(.))")
_MEANS = {b"n": b"\n", b"r": b"\n", b"t": b" ", b"b": b"", b"f": b"\n", b"\n": b"", b"\r": b""}
_SINGLE = bytewise(r"<([0-9A-Fa-f]{2,8})>\s*<([0-9A-Fa-f]{4,64})>")
_RANGE = bytewise(r"<([0-9A-Fa-f]{2,8})>\s*<([0-9A-Fa-f]{2,8})>\s*<([0-9A-Fa-f]{4,64})>")
_PART = bytewise(r"begin(bf(?:char|range))(.*?)endbf")
_DIFFERS = bytewise(r"/Differences[\x00\t\n\f\r ]*\[([^\]]*)\]")
_GLYPH = bytewise(r"(\d{1,3})|/([A-Za-z0-9._]+)")
_MAX_RANGE = 1 << 16
_LEAST = 0.6
"""The share of letters from which on what came out is text."""
_NAMED = dict(
    zip(
        "space period comma colon semicolon hyphen endash emdash slash quotesingle quoteright quoteleft "
        "quotedbl exclam question parenleft parenright bracketleft bracketright underscore at numbersign "
        "dollar percent ampersand asterisk plus equal less greater bar backslash asciitilde grave braceleft "
        "braceright zero one two three four five six seven eight nine fi fl ff ffi ffl".split(),
        [*" .,:;--—/''`\"!?()[]_@#$%&*+=<>|\\~`{}0123456789", "fi", "fl", "ff", "ffi", "ffl"],
        strict=True,
    )
)


class Table(msgspec.Struct, gc=False):
    """The characters that the glyphs of a font stand for, and how many bytes a glyph takes."""

    glyphs: dict[int, str]
    width: int


def tables(body: bytes, said: bytes) -> Iterator[Table]:
    """Every table in an object: of a font that says what its glyphs mean, or calls them by other names."""
    if b"beginbf" in body:
        yield _mapped(body)
    for found in _DIFFERS.finditer(said):
        glyphs = _differing(found.group(1))
        if any(text != chr(at) for at, text in glyphs.items()):
            yield Table({**{at: chr(at) for at in range(32, 127)}, **glyphs}, 1)


def _mapped(body: bytes) -> Table:
    made, width = dict[int, str](), 2
    for part in _PART.finditer(body):
        if part.group(1) == b"bfchar":
            for one in _SINGLE.finditer(part.group(2)):
                made[int(one.group(1), 16)] = _text(one.group(2))
                width = max(len(one.group(1)) // 2, 1)
        else:
            for one in _RANGE.finditer(part.group(2)):
                _range(made, int(one.group(1), 16), int(one.group(2), 16), _text(one.group(3)))
                width = max(len(one.group(1)) // 2, 1)
    return Table(made, width)


def _range(made: dict[int, str], first: int, last: int, text: str) -> None:
    if text and 0 <= last - first < _MAX_RANGE and len(made) < 2 * _MAX_RANGE:
        for glyph in range(first, last + 1):
            made[glyph] = text[:-1] + chr(min(ord(text[-1]) + glyph - first, 0x10FFFF))


def _text(digits: bytes) -> str:
    return codecs.decode(digits[: len(digits) // 4 * 4], "hex").decode("utf-16-be", "replace")


def _differing(names: bytes) -> dict[int, str]:
    made, at = dict[int, str](), 0
    for one in _GLYPH.finditer(names):
        if one.group(1):
            at = int(one.group(1))
            continue
        name = one.group(2).decode("latin-1").partition(".")[0]
        hexadecimal = name[3:7] if name.startswith("uni") and len(name) >= 7 else ""
        text = name if len(name) == 1 else _NAMED.get(name, "")
        if hexadecimal and all(digit in "0123456789ABCDEFabcdef" for digit in hexadecimal):
            text = chr(int(hexadecimal, 16))
        if text:
            made[at] = text
        at += 1
    return made


def page(body: bytes, fonts: Sequence[Table]) -> bytes:
    """What a program shows; each table of a font gives a text of its own, and so do the bytes as they are."""
    made = [text for font in (None, *fonts) if _is_text(text := _by(body, font))]
    return b"\n\n".join(dict.fromkeys(made)).strip()


def _is_text(made: bytes) -> bool:
    text = made.decode("utf-8", "replace")
    return bool(text.strip()) and sum(
        one.isalnum() or one.isspace() or one in ".,:;-/'\"()" for one in text
    ) > _LEAST * len(text)


def _by(body: bytes, font: Table | None) -> bytes:
    return b"".join(_pieces(body, font)).translate(None, bytes((*range(9), 11, *range(14, 32), 127)))


def _pieces(body: bytes, font: Table | None) -> Iterator[bytes]:
    for found in _SHOWN.finditer(body):
        if found.group(1) is not None:
            raw = _unescaped(found.group(1))
            yield _plain(raw) if font is None else _glyphs(raw, font)
        elif found.group(2) is not None:
            yield _hexadecimal(found.group(2), font)
        else:
            yield b"\n" if found.group(3) else b" "


def _hexadecimal(digits: bytes, font: Table | None) -> bytes:
    bare = digits.translate(None, b" \t\n\r\f\v")
    raw = bytes.fromhex((bare + b"0" * (len(bare) % 2)).decode("ascii"))
    return _glyphs(raw, font) if font is not None else raw if raw.isascii() else b""


def _glyphs(raw: bytes, font: Table) -> bytes:
    steps = range(0, len(raw), font.width)
    numbers = (int.from_bytes(raw[at : at + font.width], "big") for at in steps)
    return "".join([font.glyphs.get(one, "") for one in numbers]).encode("utf-8", "replace")


def string(raw: bytes) -> bytes:
    """A string in brackets as what it says."""
    return _plain(_unescaped(raw))


def _plain(raw: bytes) -> bytes:
    if raw.startswith(codecs.BOM_UTF16_BE):
        return raw[2:].decode("utf-16-be", "replace").encode("utf-8", "replace")
    return raw if raw.isascii() else raw.decode("latin-1").encode()


def _unescaped(raw: bytes) -> bytes:
    return _ESCAPE.sub(_meant, raw) if b"\\" in raw else raw


def _meant(found: object) -> bytes:
    octal, other = found.group(1), found.group(2)  # type: ignore[attr-defined]  # RE2 has no types
    return bytes((int(octal, 8) & 0xFF,)) if octal is not None else _MEANS.get(other, other)
