"""The objects of a PDF, read from the front to the back: a table that points elsewhere is not believed."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator

import msgspec

from sealskill.scan.pattern import bytewise
from sealskill.scan.torn import Torn

_OBJECT = bytewise(r"\b\d{1,10}[\x00\t\n\f\r ]+\d{1,5}[\x00\t\n\f\r ]+obj\b")
_STREAM = bytewise(r"\bstream\r?\n")
_END_STREAM = b"endstream"
_FILTERS = bytewise(r"/(Filter|F)[\x00\t\n\f\r ]*(?:\[([^\]]*)\]|(/[A-Za-z0-9#]+))")
_NAME = bytewise(r"/([^\x00\t\n\f\r ()<>\[\]{}/%]+)")
_HEX = bytewise(r"#([0-9A-Fa-f]{2})")
_MAX_OBJECTS = 50_000
_SHORT = {b"Fl": b"FlateDecode", b"AHx": b"ASCIIHexDecode", b"A85": b"ASCII85Decode", b"RL": b"RunLengthDecode"}


class Object(msgspec.Struct, frozen=True, gc=False):
    """One object: its dictionary, and what its stream unpacks to."""

    start: int
    said: bytes
    """Everything of it but the stream, with names written plainly."""
    body: bytes = b""
    filters: tuple[bytes, ...] = ()
    """How the stream is packed still; empty where it was unpacked."""


def objects(data: bytes, most: int) -> Iterator[Object]:
    """Every object, streams unpacked up to so many bytes together. Raises Torn where there are too many."""
    starts = [found.start() for _, found in zip(range(_MAX_OBJECTS + 1), _OBJECT.finditer(data), strict=False)]
    if len(starts) > _MAX_OBJECTS:
        raise Torn(f"more than {_MAX_OBJECTS} objects")
    if not starts:
        raise Torn("no objects")
    covered = 0
    for start, after in zip(starts, [*starts[1:], len(data)], strict=True):
        if start < covered:
            continue  # what looks like an object in a stream is none
        found, covered = _object(data, start, after, most)
        most -= len(found.body)
        yield found


def _object(data: bytes, start: int, after: int, most: int) -> tuple[Object, int]:
    stream = _STREAM.search(data, start, after)
    if not stream:
        return Object(start, plain(data[start:after])), after
    said = plain(data[start : stream.start()])
    end = data.find(_END_STREAM, stream.end())
    end = len(data) if end < 0 else end
    body, filters = _unpacked(data[stream.end() : end], _filters(said), most)
    return Object(start, said, body, filters), end


def plain(said: bytes) -> bytes:
    """Names as they are meant: `/J#61vaScript`."""
    return _HEX.sub(lambda found: bytes((int(found.group(1), 16),)), said) if b"#" in said else said


def _filters(said: bytes) -> tuple[bytes, ...]:
    found = _FILTERS.search(said)
    names = _NAME.findall(found.group(2) or found.group(3)) if found else []
    return tuple(_SHORT.get(name, name) for name in names)


def _unpacked(body: bytes, filters: tuple[bytes, ...], most: int) -> tuple[bytes, tuple[bytes, ...]]:
    for at, name in enumerate(filters):
        try:
            unpack = _UNPACK.get(name)
            if unpack is None:
                return body, filters[at:]
            body = unpack(body, max(most, 1))
        except (zlib.error, ValueError):
            return body, filters[at:]
    return body, ()


def _flate(body: bytes, most: int) -> bytes:
    return zlib.decompressobj().decompress(body, most)


def _hexadecimal(body: bytes, _: int) -> bytes:
    digits = body.partition(b">")[0].translate(None, b" \t\r\n\f\0")
    return bytes.fromhex(digits.decode("ascii", "replace") + "0" * (len(digits) % 2))


def _ascii85(body: bytes, _: int) -> bytes:
    return base64.a85decode(body.partition(b"~>")[0].strip(), ignorechars=b" \t\r\n\f\0\v")


def _run_length(body: bytes, most: int) -> bytes:
    made, at = bytearray(), 0
    while at + 1 < len(body) and body[at] != 128 and len(made) < most:
        size = body[at]
        if size < 128:
            made += body[at + 1 : at + 2 + size]
            at += 2 + size
        else:
            made += body[at + 1 : at + 2] * (257 - size)
            at += 2
    return bytes(made)


_UNPACK = {
    b"FlateDecode": _flate,
    b"ASCIIHexDecode": _hexadecimal,
    b"ASCII85Decode": _ascii85,
    b"RunLengthDecode": _run_length,
}
