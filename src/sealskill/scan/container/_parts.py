"""What every container says of its parts: their names, the bytes between them, the text in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.pattern import bytewise
from sealskill.scan.texts import text_of

_MAX_NAME = 300
_LETTER = r"(?:[\t\n\r\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|\xf0[\x80-\xbf]{3})"
_WORDS = bytewise(rf"(?:[\t\n\r\x20-\x7e]\x00){{6,}}|(?:\x00[\t\n\r\x20-\x7e]){{6,}}|{_LETTER}{{6,}}")


def member(content: Content, name: str) -> str:
    """The path of a member: `pack.zip!/inner.sh`."""
    return f"{content.path}!/{_shown(name)}"


def inner(content: Content, kind: str, name: str, data: bytes) -> Content:
    """A member of a file as a file of its own."""
    return Content(path=member(content, name), data=data, layers=(*content.layers, f"{kind}:{_shown(name)}"))


def _shown(name: str) -> str:
    """A name in which what would not show, or would break a line, is replaced."""
    return "".join(one if one.isprintable() else "\ufffd" for one in name[:_MAX_NAME])


def gaps(content: Content, kind: str, ranges: Iterable[tuple[int, int]]) -> Iterator[Content | Unread]:
    """What stands outside of the runs a format accounts for, given in order. Zeros fill up to a round number."""
    at = 0
    for start, end in (*ranges, (len(content.data), len(content.data))):
        if start < at:
            said = f"two parts share the bytes from {start} to {at}"
            yield Unread(path=content.path, why=Why.OPAQUE, said=said)
        if content.data[at:start].strip(b"\0"):
            yield Unread(path=content.path, why=Why.TRAILING, said=f"{start - at} bytes at {at} belong to nothing")
            yield from _loose(content, kind, at, content.data[at:start])
        at = max(at, end)


def _loose(content: Content, kind: str, at: int, data: bytes) -> Iterator[Content]:
    """Bytes that belong to nothing, as whatever they are; and the text in them where they are none."""
    yield inner(content, kind, f"bytes {at}", data)
    if text_of(data) is None and (said := words(data)):
        yield inner(content, kind, f"text at {at}", said)


def trailing(content: Content, kind: str, end: int) -> Iterator[Content | Unread]:
    """What stands behind the end of a format."""
    return gaps(content, kind, ((0, end),))


def words(data: bytes) -> bytes:
    """The runs of text in binary data, a line each: what people call its strings."""
    found = (one.group() for one in _WORDS.finditer(data))
    return b"\n".join(one.replace(b"\0", b"") for one in found)


_LONG = bytewise(rf"(?:[\t\n\r\x20-\x7e]\x00){{24,}}|{_LETTER}{{24,}}")


def texts(data: bytes) -> bytes:
    """Runs of text that are too long to stand by chance in what is packed, a line each."""
    return b"\n".join(one.group().replace(b"\0", b"") for one in _LONG.finditer(data))
