"""BMP: headers, colours and pixels are counted; there is no place for text."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import gaps
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, number, numbers

_HEADERS = frozenset((12, 40, 52, 56, 64, 108, 124))
_FILE_HEADER = 14
_UNPACKED = frozenset((0, 3, 6))
"""No compression, with or without masks: what the pixels take follows from the size of the image."""


def _claims(data: bytes) -> bool:
    return len(data) > 30 and data[6:10] == b"\0\0\0\0" and int.from_bytes(data[14:18], "little") in _HEADERS


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    pixels = number(data, "<L", 10)
    header, taken = dib(data, _FILE_HEADER)
    first = _FILE_HEADER + header
    if pixels < first or pixels + taken > len(data):
        raise Torn(f"{taken} bytes of pixels at {pixels}")
    yield from gaps(content, "bmp", ((0, first), (pixels, pixels + taken)))


def dib(data: bytes, at: int) -> tuple[int, int]:
    """What the header with its colours takes, and what the pixels take. Raises Torn."""
    size = number(data, "<L", at)
    if size == 12:
        width, height, _, bits = numbers(data, "<HHHH", at + 4)
        return size + (3 << bits if bits <= 8 else 0), _rows(width, height, bits)
    width, height, _, bits, packed, taken = numbers(data, "<llHHLL", at + 4)
    colours = number(data, "<L", at + 32) or (1 << bits if bits <= 8 else 0)
    masks = 12 if size == 40 and packed == 3 else 0
    if colours > 1 << 16:
        raise Torn(f"{colours} colours")
    return size + masks + 4 * colours, _rows(width, abs(height), bits) if packed in _UNPACKED else taken


def _rows(width: int, height: int, bits: int) -> int:
    """Each row is filled up to four bytes."""
    if width < 0 or bits > 64:
        raise Torn(f"an image {width} wide with {bits} bits a pixel")
    return (width * bits + 31) // 32 * 4 * height


CONTAINER = Container(name="bmp", open=_open, magic=(b"BM",), check=_claims)
