"""Zip, and whatever is one: office files, wheels, jars, books, extensions, packed skills."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._office import text
from sealskill.scan.container._parts import gaps, inner, member
from sealskill.scan.container._zip import Entry, directory, unpacked
from sealskill.scan.decoder import MAX_DECODED, Container
from sealskill.scan.torn import Torn

_END = b"PK\x05\x06"
_LOCAL = b"PK\x03\x04"


def _claims(data: bytes) -> bool:
    return data.startswith(_LOCAL) or _END in data[-65558:]


def _open(content: Content) -> Iterator[Content | Unread]:
    found = directory(content.data)
    for entry in found.entries:
        yield from _member(content, entry)
    if found.comment.strip(b"\0"):
        yield inner(content, "zip", "comment", found.comment)
    yield from gaps(content, "zip", found.ranges)


def _member(content: Content, entry: Entry) -> Iterator[Content | Unread]:
    path = member(content, entry.name)
    if entry.local_name != entry.name:
        said = f"one reader calls it {entry.local_name!r}, another {entry.name!r}"
        yield Unread(path=path, why=Why.OPAQUE, said=said)
    if entry.encrypted:
        yield Unread(path=path, why=Why.ENCRYPTED)
    elif entry.link:
        yield Unread(path=path, why=Why.LINK)
    elif not entry.name.endswith("/") or entry.packed:
        yield from _data(content, entry, path)


def _data(content: Content, entry: Entry, path: str) -> Iterator[Content | Unread]:
    try:
        data = next(unpacked(content.data, entry), None)
    except Torn as torn:
        yield Unread(path=path, why=Why.UNREADABLE, said=str(torn))
        return
    if data is None:
        yield Unread(path=path, why=Why.OPAQUE, said=f"packed by method {entry.method}")
        return
    if len(data) > MAX_DECODED or len(data) != entry.size:
        said = f"more than {MAX_DECODED} bytes" if len(data) > MAX_DECODED else "its size is not what it says"
        yield Unread(path=path, why=Why.TRUNCATED, said=said)
    yield inner(content, "zip", entry.name, data[:MAX_DECODED])
    if words := text(entry.name, data):
        yield inner(content, "zip", f"{entry.name}/text", words)


CONTAINER = Container(name="zip", open=_open, check=_claims)
