"""TIFF: directories, values and strips are counted; every text is read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import gaps, inner, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut, number, numbers

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
_FORMS = {1: "B", 3: "H", 4: "L", 13: "L"}
_TEXT = frozenset((1, 2, 7))
_DIRECTORIES = frozenset((330, 34665, 34853, 40965))
"""Tags that lead to further directories: smaller images, Exif, GPS."""
_PIXELS = {273: 279, 324: 325, 513: 514}
"""Where pixels begin, and the tag that says how many bytes they take."""
_MAX_DIRECTORIES = 256
_MAX_ENTRIES = 4096


class _Directory(msgspec.Struct):
    """What one directory says: numbers by tag, and runs of bytes that it accounts for."""

    values: dict[int, tuple[int, ...]] = {}
    ranges: list[tuple[int, int]] = []
    texts: list[bytes] = []
    following: int = 0


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    order = "<" if data.startswith(b"II") else ">"
    left, seen = [number(data, f"{order}L", 4)], set[int]()
    ranges, texts = [(0, 8)], list[bytes]()
    while left:
        at = left.pop()
        if at in seen or at == 0:
            continue
        if len(seen) >= _MAX_DIRECTORIES:
            raise Torn("more directories than any image has")
        seen.add(at)
        found = _directory(data, order, at)
        ranges += [*found.ranges, *_pixels(found, len(data))]
        texts += found.texts
        left += [found.following, *(one for tag in _DIRECTORIES for one in found.values.get(tag, ()))]
    if texts:
        yield inner(content, "tiff", "tags", b"\n".join(texts))
    yield from gaps(content, "tiff", _merged(ranges))


def _directory(data: bytes, order: str, at: int) -> _Directory:
    count = number(data, f"{order}H", at)
    if count > _MAX_ENTRIES:
        raise Torn(f"{count} entries")
    found = _Directory(ranges=[(at, at + 6 + 12 * count)], following=number(data, f"{order}L", at + 2 + 12 * count))
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, length = numbers(data, f"{order}HHL", entry)
        size = _SIZES.get(kind, 0) * length
        start = entry + 8 if size <= 4 else number(data, f"{order}L", entry + 8)
        body = cut(data, start, size)
        if size > 4:
            found.ranges.append((start, start + size))
        if kind in _TEXT and (said := words(body)):
            found.texts.append(said)
        if kind in _FORMS and tag in _NUMBERED:
            found.values[tag] = numbers(data, f"{order}{length}{_FORMS[kind]}", start)
    return found


_NUMBERED = _DIRECTORIES | _PIXELS.keys() | frozenset(_PIXELS.values())


def _pixels(found: _Directory, end: int) -> Iterator[tuple[int, int]]:
    for starts, sizes in _PIXELS.items():
        for start, size in zip(found.values.get(starts, ()), found.values.get(sizes, ()), strict=False):
            if start + size > end:
                raise Torn(f"{size} bytes of pixels at {start}")
            yield start, start + size


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs in order; values may be shared, which is no defect here."""
    made: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(made[-1][1], end))
        else:
            made.append((start, end))
    return made


CONTAINER = Container(name="tiff", open=_open, magic=(b"II*\0", b"MM\0*"))
