"""Safetensors and NumPy arrays: a head that says what there is, and numbers. Objects in an array are a pickle."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import gaps, inner, texts
from sealskill.scan.decoder import Container
from sealskill.scan.pattern import bytewise
from sealskill.scan.torn import Torn, cut, number

_NUMPY = b"\x93NUMPY"
_MAX_HEAD = 16 << 20
_ENDS = bytewise(r"\"data_offsets\"\s*:\s*\[\s*\d{1,15}\s*,\s*(\d{1,15})\s*\]")
_OBJECTS = bytewise(r"'descr'\s*:\s*(?:'[^']*O|\[.*'[|]?O')")


def _claims(data: bytes) -> bool:
    if data.startswith(_NUMPY):
        return True
    size = int.from_bytes(data[:8], "little")
    return 0 < size <= min(_MAX_HEAD, len(data) - 8) and data[8:10] in (b'{"', b"{}")


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    if data.startswith(_NUMPY):
        yield from _numpy(content)
        return
    head = cut(data, 8, number(data, "<Q", 0))
    first = 8 + len(head)
    end = first + max((int(one.group(1)) for one in _ENDS.finditer(head)), default=0)
    if end > len(data):
        raise Torn(f"{end} bytes announced")
    yield inner(content, "tensors", "head.json", head)
    yield from _numbers(content, first, end)


def _numpy(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    wide = number(data, "<B", 6) > 1
    size = number(data, "<L" if wide else "<H", 8)
    first = (12 if wide else 10) + size
    head = cut(data, first - size, size)
    yield inner(content, "tensors", "head", head)
    if _OBJECTS.search(head):
        yield inner(content, "tensors", "objects.pkl", data[first:])
    else:
        yield from _numbers(content, first, len(data))


def _numbers(content: Content, first: int, end: int) -> Iterator[Content | Unread]:
    """Numbers have no text in them; runs of bytes that are text all the same are read."""
    if said := texts(content.data[first:end]):
        yield inner(content, "tensors", "numbers", said)
    yield from gaps(content, "tensors", ((0, end),))


CONTAINER = Container(name="tensors", open=_open, check=_claims)
