"""Tar: every header and every member, as the bytes stand."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, member, trailing
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut

_BLOCK = 512
_FILE, _LINKS, _DEVICES, _NAME, _LINK_NAME, _PAX = b"0\x007", b"12", b"346", b"L", b"K", b"xg"
MAX_MEMBERS = 4000


def _claims(data: bytes) -> bool:
    return data[257:262] == b"ustar" or _old(data)


def _old(data: bytes) -> bool:
    """A tar from before `ustar`: its sum says whether it is one."""
    if len(data) < 2 * _BLOCK or data[0] == 0 or data[99] != 0 or data[154] not in (0, 0x20):
        return False
    try:
        return _octal(data[148:156]) == _sum(data[:_BLOCK])
    except Torn:
        return False


def _sum(header: bytes) -> int:
    return sum(header) - sum(header[148:156]) + 8 * 0x20


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at, long = content.data, 0, b""
    for _ in range(MAX_MEMBERS):
        header = cut(data, at, _BLOCK)
        if not header.strip(b"\0"):
            yield from trailing(content, "tar", at)
            return
        if _octal(header[148:156]) != _sum(header):
            raise Torn(f"a header at {at} whose sum is wrong")
        size, kind = _octal(header[124:136]), header[156:157]
        body = cut(data, at + _BLOCK, size if kind not in _LINKS or kind == b"\0" else 0)
        at += _BLOCK + -(-len(body) // _BLOCK) * _BLOCK
        if kind == _NAME:
            long = body.rstrip(b"\0")
        elif kind in _PAX:
            long = _pax(body) or long
        elif kind != _LINK_NAME:
            yield from _member(content, long or _named(header), kind, body)
            long = b""
        if at >= len(data):
            return
    yield Unread(path=content.path, why=Why.TRUNCATED, said=f"more than {MAX_MEMBERS} members")


def _member(content: Content, name: bytes, kind: bytes, body: bytes) -> Iterator[Content | Unread]:
    named = name.decode("utf-8", "replace")
    if kind in _LINKS and kind != b"\0":
        yield Unread(path=member(content, named), why=Why.LINK)
    elif kind in _DEVICES and kind != b"5":
        yield Unread(path=member(content, named), why=Why.OPAQUE, said="a device")
    elif kind != b"5" or body:
        yield inner(content, "tar", named, body)


def _octal(field: bytes) -> int:
    """A number as tar writes it. Raises Torn."""
    if field[:1] in (b"\x80", b"\xff"):
        return int.from_bytes(field[1:], "big")
    try:
        return int(field.strip(b"\0 ") or b"0", 8)
    except ValueError as exc:
        raise Torn(f"the number {field!r}") from exc


def _named(header: bytes) -> bytes:
    name = header[:100].rstrip(b"\0")
    prefix = header[345:500].rstrip(b"\0") if header[257:263] == b"ustar\0" else b""
    return prefix + b"/" + name if prefix else name


def _pax(body: bytes) -> bytes:
    """The path that a record of an extended header gives."""
    for line in body.split(b"\n"):
        _, _, record = line.partition(b" ")
        if record.startswith(b"path="):
            return record[5:]
    return b""


CONTAINER = Container(name="tar", open=_open, check=_claims)
