"""Icons and cursors: each image is a PNG of its own, or pixels that are counted."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import gaps, inner
from sealskill.scan.container.bmp import dib
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut, number, numbers

_PNG = b"\x89PNG"
_MAX_IMAGES = 256


def _claims(data: bytes) -> bool:
    """Four bytes say little: the first image has to be where the table says."""
    count = int.from_bytes(data[4:6], "little")
    start = int.from_bytes(data[18:22], "little")
    return 0 < count <= _MAX_IMAGES and 6 + 16 * count <= start < len(data)


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    count = number(data, "<H", 4)
    ranges = [(0, 6 + 16 * count)]
    for at in range(count):
        size, start = numbers(data, "<LL", 6 + 16 * at + 8)
        image = cut(data, start, size)
        ranges.append((start, start + size))
        if image.startswith(_PNG):
            yield inner(content, "ico", f"{at}.png", image)
        else:
            _counted(image)
    yield from gaps(content, "ico", sorted(set(ranges)))


def _counted(image: bytes) -> None:
    """Pixels twice as high as the image: the lower half says what is seen through. Raises Torn."""
    header, pixels = dib(image, 0)
    width, height = numbers(image, "<ll", 4)
    mask = (width + 31) // 32 * 4 * (abs(height) // 2)
    if not header + pixels // 2 <= len(image) <= header + pixels // 2 + mask + 3:
        raise Torn(f"{len(image)} bytes for {pixels // 2} bytes of pixels")


CONTAINER = Container(name="ico", open=_open, magic=(b"\0\0\1\0", b"\0\0\2\0"), check=_claims)
