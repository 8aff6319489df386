"""A zip, told by its directory, and every byte of it that the directory does not account for."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Iterator

import msgspec

from sealskill.scan.decoder import MAX_DECODED
from sealskill.scan.torn import Torn, cut, number, numbers

_END = b"PK\x05\x06"
_END64 = b"PK\x06\x06"
_CENTRAL = b"PK\x01\x02"
_LOCAL = b"PK\x03\x04"
_END_SIZE, _CENTRAL_SIZE, _LOCAL_SIZE = 22, 46, 30
_MAX_COMMENT = 0xFFFF
_UNKNOWN, _UNKNOWN16 = 0xFFFFFFFF, 0xFFFF
MAX_ENTRIES = 4000
"""Members of one archive: an office file has a few dozen, a wheel a few hundred."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One member, as the directory tells it."""

    name: str
    local_name: str
    """As the bytes before its data tell it: a reader of streams believes these."""
    method: int
    encrypted: bool
    link: bool
    start: int
    """Where its local header begins."""
    data: int
    """Where its packed data begins."""
    end: int
    """Where its packed data, and the sums that may follow it, end."""
    packed: int
    size: int


class Directory(msgspec.Struct, frozen=True, gc=False):
    """The directory of an archive."""

    entries: tuple[Entry, ...]
    comment: bytes
    ranges: tuple[tuple[int, int], ...]
    """Every run of bytes that is accounted for, in order."""


def directory(data: bytes) -> Directory:
    """Read the directory of an archive. Raises Torn."""
    end = data.rfind(_END, max(0, len(data) - _END_SIZE - _MAX_COMMENT))
    if end < 0:
        raise Torn("no directory")
    count, size, start, comment = numbers(data, "<HLLH", end + 10)
    first = end
    if start == _UNKNOWN or count == _UNKNOWN16:
        first = data.rfind(_END64, 0, end)
        count, size, start = numbers(data, "<QQQ", first + 32) if first >= 0 else (count, size, start)
    base = first - size - start
    if base < 0 or count > MAX_ENTRIES:
        raise Torn(f"{count} members, {size} bytes of directory at {start}")
    entries, at = [], first - size
    for _ in range(count):
        entry, at = _entry(data, at, base)
        entries.append(entry)
    whole = (first - size, min(end + _END_SIZE + comment, len(data)))
    ranges = sorted([whole, *((one.start, one.end) for one in entries)])
    return Directory(tuple(entries), cut(data, end + _END_SIZE, whole[1] - end - _END_SIZE), tuple(ranges))


def _entry(data: bytes, at: int, base: int) -> tuple[Entry, int]:
    if cut(data, at, 4) != _CENTRAL:
        raise Torn("the directory ends early")
    flags, method = numbers(data, "<HH", at + 8)
    packed, size, named, extra, comment = numbers(data, "<LLHHH", at + 20)
    mode = number(data, "<L", at + 38) >> 16
    start = number(data, "<L", at + 42)
    name = cut(data, at + _CENTRAL_SIZE, named)
    more = cut(data, at + _CENTRAL_SIZE + named, extra)
    packed, size, start = _wide(more, packed, size, start)
    local, body = _local(data, base + start)
    end = _described(data, body + packed) if flags & 8 else body + packed
    entry = Entry(
        name=_text(name, flags), local_name=_text(local, flags), method=method, encrypted=bool(flags & 1),
        link=mode & 0o170000 == 0o120000, start=base + start, data=body, end=end, packed=packed, size=size,
    )  # fmt: skip
    return entry, at + _CENTRAL_SIZE + named + extra + comment


def _local(data: bytes, at: int) -> tuple[bytes, int]:
    """The name before the data of a member, and where the data begins."""
    if cut(data, at, 4) != _LOCAL:
        raise Torn("a member is not where the directory says")
    named, extra = numbers(data, "<HH", at + 26)
    return cut(data, at + _LOCAL_SIZE, named), at + _LOCAL_SIZE + named + extra


def _wide(extra: bytes, packed: int, size: int, start: int) -> tuple[int, int, int]:
    """The three numbers, from the extra field of zip64 where they did not fit."""
    at = 0
    while at + 4 <= len(extra):
        tag, length = numbers(extra, "<HH", at)
        if tag == 1:
            wide = iter(numbers(extra, f"<{length // 8}Q", at + 4))
            size, packed, start = (next(wide, 0) if one == _UNKNOWN else one for one in (size, packed, start))
        at += 4 + length
    return packed, size, start


def _described(data: bytes, end: int) -> int:
    """Where the sums behind a member end: with or without a mark of their own, in 32 or 64 bits."""
    marked = 4 if data[end : end + 4] == b"PK\x07\x08" else 0
    for size in (12, 20):
        if data[end + marked + size : end + marked + size + 2] == b"PK":
            return end + marked + size
    return min(end + marked + 12, len(data))


def _text(name: bytes, flags: int) -> str:
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("cp437" if not flags & 0x800 else "latin-1")


def unpacked(data: bytes, entry: Entry) -> Iterator[bytes]:
    """The bytes of a member, up to the cap. Raises Torn; yields nothing for a method nobody here knows."""
    packed = cut(data, entry.data, entry.packed)
    try:
        if entry.method == 0:
            yield packed
        elif entry.method == 8:
            yield zlib.decompressobj(-15).decompress(packed, MAX_DECODED + 1)
        elif entry.method == 12:
            yield bz2.BZ2Decompressor().decompress(packed, MAX_DECODED + 1)
        elif entry.method == 14:
            yield _lzma(packed)
    except (zlib.error, lzma.LZMAError, OSError, EOFError) as exc:
        raise Torn(f"{entry.name}: {exc}") from exc


def _lzma(packed: bytes) -> bytes:
    """One member packed by method 14: a version, the size of the properties, the properties, the stream."""
    mixed, window = numbers(packed, "<BL", 4)
    if window > MAX_DECODED:
        raise Torn(f"a window of {window} bytes")
    filters = [{"id": lzma.FILTER_LZMA1, "dict_size": window, "lc": mixed % 9, "lp": mixed // 9 % 5, "pb": mixed // 45}]
    start = 4 + number(packed, "<H", 2)
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters).decompress(packed[start:], MAX_DECODED + 1)
