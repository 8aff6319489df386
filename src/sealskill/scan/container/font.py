"""Fonts: TrueType, OpenType, collections, WOFF. Every table is counted; names, and pictures in SVG, are read."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import gaps, inner, texts, words
from sealskill.scan.decoder import MAX_DECODED, Container
from sealskill.scan.torn import Torn, cut, number, numbers

_MAX_TABLES = 128
_MAX_FONTS = 64
# The tables of OpenType, then those of Apple, Graphite, and of tools that draw fonts.
_KNOWN = frozenset(
    "cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep gasp CFF CFF2 VORG EBDT EBLC EBSC "
    "CBDT CBLC sbix SVG BASE GDEF GPOS GSUB JSTF MATH DSIG hdmx kern LTSH PCLT VDMX vhea vmtx COLR CPAL "
    "STAT avar cvar fvar gvar HVAR MVAR VVAR MERG meta acnt ankr bdat bhed bloc bsln fdsc feat fmtx fond "
    "gcid just lcar ltag mort morx opbd prop trak xref Zapf Silf Glat Gloc Feat Sill FFTM TTFA PfEd BDF "
    "TSI0 TSI1 TSI2 TSI3 TSI5 VARC IFT IFTX".split()
)
_NAMES = "name meta SVG DSIG TTFA PfEd BDF TSI0 TSI1 TSI2 TSI3 TSI5".split()
_WOFF = b"wOFF"


def _claims(data: bytes) -> bool:
    """A font of so many tables: four bytes of zeros and ones say little by themselves."""
    if data.startswith((_WOFF, b"ttcf", b"OTTO")):
        return True
    return 0 < int.from_bytes(data[4:6], "big") <= _MAX_TABLES and data[12:16].isascii()


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    if data.startswith(_WOFF):
        yield from _woff(content)
        return
    starts, head = [0], 0
    if data.startswith(b"ttcf"):
        count = number(data, ">L", 8)
        if count > _MAX_FONTS:
            raise Torn(f"{count} fonts")
        starts, head = list(numbers(data, f">{count}L", 12)), 12 + 4 * count + (12 if data[4:6] == b"\0\2" else 0)
    ranges = {(0, head)}
    tables: dict[tuple[int, int], str] = {}
    for start in starts:
        count = _count(data, start + 4)
        ranges.add((start, start + 12 + 16 * count))
        for at in range(start + 12, start + 12 + 16 * count, 16):
            offset, size = numbers(data, ">LL", at + 8)
            tables[(offset, offset + size)] = cut(data, at, 4).decode("latin-1").strip()
    for (first, last), name in tables.items():
        yield from _table(content, name, cut(data, first, last - first))
    yield from gaps(content, "font", sorted(ranges | tables.keys()))


def _count(data: bytes, at: int) -> int:
    count = number(data, ">H", at)
    if count > _MAX_TABLES:
        raise Torn(f"{count} tables")
    return count


def _woff(content: Content) -> Iterator[Content | Unread]:
    data, count = content.data, _count(content.data, 12)
    ranges = [(0, 44 + 20 * count)]
    left = MAX_DECODED
    for at in range(44, 44 + 20 * count, 20):
        start, packed, size = numbers(data, ">LLL", at + 4)
        ranges.append((start, start + packed))
        body = cut(data, start, packed)
        table = body if packed == size else _inflated(body, left)
        left -= len(table)
        yield from _table(content, cut(data, at, 4).decode("latin-1").strip(), table)
    for at, name in ((24, "metadata.xml"), (36, "private")):
        start, packed = numbers(data, ">LL", at)
        if packed:
            ranges.append((start, start + packed))
            body = cut(data, start, packed)
            yield inner(content, "font", name, _inflated(body, left) if name != "private" else body)
    yield from gaps(content, "font", sorted(ranges))


def _inflated(packed: bytes, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(packed, max(most, 1))
    except zlib.error as exc:
        raise Torn(f"a packed table: {exc}") from exc


def _table(content: Content, name: str, body: bytes) -> Iterator[Content | Unread]:
    if name == "SVG":
        yield from _pictures(content, body)
    elif said := words(body) if name in _NAMES else texts(body):
        yield inner(content, "font", name.replace("/", ""), said)
    if name not in _KNOWN and body:
        yield Unread(path=content.path, why=Why.OPAQUE, said=f"a table {name!r} of {len(body)} bytes")


def _pictures(content: Content, body: bytes) -> Iterator[Content]:
    """The drawings of a font, each a page of its own."""
    base = number(body, ">L", 2)
    for at in range(min(number(body, ">H", base), 1000)):
        start, size = numbers(body, ">LL", base + 2 + 12 * at + 4)
        drawn = cut(body, base + start, size)
        yield inner(content, "font", f"drawing{at}.svg", drawn)


CONTAINER = Container(name="font", open=_open, magic=(b"\0\1\0\0", b"OTTO", b"true\0", b"ttcf", _WOFF), check=_claims)
