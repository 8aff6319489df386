"""FLAC: every block of notes is read, and the last frame of sound ends where the file does."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, texts, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import cut, number, numbers

_MAGIC = b"fLaC"
_INFO, _PADDING, _SEEK, _PICTURE = 0, 1, 3, 6
_MUTE = (_INFO, _PADDING, _SEEK)
_SYNC = (b"\xff\xf8", b"\xff\xf9")
_MAX_FRAME = 1 << 18
_MAX_TRIES = 64
_POLYNOMIAL = 0x8005


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at, last = content.data, len(_MAGIC), False
    while not last:
        head = number(data, ">L", at)
        last, kind, size = bool(head >> 31), head >> 24 & 0x7F, head & 0xFFFFFF
        body = cut(data, at + 4, size)
        at += 4 + size
        yield from _block(content, kind, body)
    if said := texts(data[at:]):
        yield inner(content, "flac", "sound", said)
    if at < len(data) and not _ends(data, at):
        yield Unread(path=content.path, why=Why.TRAILING, said="the sound does not end where the file does")


def _block(content: Content, kind: int, body: bytes) -> Iterator[Content | Unread]:
    if kind == _PICTURE:
        yield from _picture(content, body)
    elif kind not in _MUTE and (said := words(body)):
        yield inner(content, "flac", f"block {kind}", said)
    elif kind == _PADDING and body.strip(b"\0"):
        yield Unread(path=content.path, why=Why.TRAILING, said="padding that is none")
        yield inner(content, "flac", "padding", body)


def _picture(content: Content, body: bytes) -> Iterator[Content]:
    typed = number(body, ">L", 4)
    said = number(body, ">L", 8 + typed)
    at = 12 + typed + said + 16
    yield inner(content, "flac", "caption", cut(body, 8, typed) + b"\n" + cut(body, 12 + typed, said))
    (size,) = numbers(body, ">L", at)
    yield inner(content, "flac", "picture", cut(body, at + 4, size))


def _ends(data: bytes, first: int) -> bool:
    """Whether a frame whose sum is right ends where the file does, and begins at one of the last places that may."""
    at = len(data)
    for _ in range(_MAX_TRIES):
        at = max(data.rfind(sync, max(first, len(data) - _MAX_FRAME), at) for sync in _SYNC)
        if at < 0:
            return False
        if _sum(data[at:-2]) == int.from_bytes(data[-2:], "big"):
            return True
    return False


def _sum(data: bytes) -> int:
    total = 0
    for byte in data:
        total = (total << 8 & 0xFF00) ^ _TABLE[(total >> 8) ^ byte]
    return total


def _entry(byte: int) -> int:
    total = byte << 8
    for _ in range(8):
        total = (total << 1 ^ _POLYNOMIAL if total & 0x8000 else total << 1) & 0xFFFF
    return total


_TABLE = tuple(_entry(byte) for byte in range(256))
CONTAINER = Container(name="flac", open=_open, magic=(_MAGIC,))
