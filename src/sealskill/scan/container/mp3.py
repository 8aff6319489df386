"""MP3: tags before and behind the sound are read, and the sound is frame behind frame."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread
from sealskill.scan.container._parts import gaps, inner, texts, words
from sealskill.scan.decoder import Container
from sealskill.scan.torn import Torn, cut

_ID3, _OLD, _APE = b"ID3", b"TAG", b"APETAGEX"
_RATES = {
    (3, 1): (0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448),
    (3, 2): (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384),
    (3, 3): (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (2, 1): (0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256),
    (2, 2): (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
"""Kilobits a second, by version and layer."""
_SAMPLES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}


def _claims(data: bytes) -> bool:
    """A tag, or two frames one behind the other: a frame begins with two bytes that stand anywhere."""
    if data.startswith(_ID3):
        return len(data) > 10 and data[3] < 5 and not any(byte & 0x80 for byte in data[6:10])
    size = _frame(data, 0)
    return size > 0 and (size == len(data) or _frame(data, size) > 0)


def _open(content: Content) -> Iterator[Content | Unread]:
    data, at = content.data, 0
    while data.startswith(_ID3, at):
        size = 0
        for byte in cut(data, at + 6, 4):
            size = size << 7 | byte & 0x7F
        size += 20 if data[at + 5] & 0x10 else 10
        yield from _tag(content, "ID3", cut(data, at, size))
        at += size
    start = at + len(data[at:]) - len(data[at:].lstrip(b"\0"))
    at = start
    while (size := _frame(data, at)) and at + size <= len(data):
        at += size
    if at == start < len(data):
        raise Torn("no sound behind the tag")
    if said := texts(data[start:at]):
        yield inner(content, "mp3", "sound", said)
    yield from _behind(content, at)


def _behind(content: Content, at: int) -> Iterator[Content | Unread]:
    """Tags that stand behind the sound, and anything else."""
    data, first = content.data, at
    if data.startswith(_APE, at):
        size = int.from_bytes(cut(data, at + 12, 4), "little") + 32
        yield from _tag(content, "APE", cut(data, at, size))
        at += size
    if data.startswith(_OLD, at):
        yield from _tag(content, "ID3v1", cut(data, at, 128))
        at += 128
    yield from gaps(content, "mp3", ((0, max(first, at)),))


def _tag(content: Content, name: str, body: bytes) -> Iterator[Content]:
    if said := words(body):
        yield inner(content, "mp3", name, said)


def _frame(data: bytes, at: int) -> int:
    """Bytes of the frame that begins here; 0 for none."""
    head = data[at : at + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return 0
    version, layer = head[1] >> 3 & 3, 4 - (head[1] >> 1 & 3)
    rate, sampled, padded = head[2] >> 4, head[2] >> 2 & 3, head[2] >> 1 & 1
    if version == 1 or layer == 4 or rate in (0, 15) or sampled == 3:
        return 0
    kilobits = _RATES[(min(version, 3) if version == 3 else 2, layer if version == 3 else min(layer, 2))][rate]
    hertz = _SAMPLES[version][sampled]
    if layer == 1:
        return (12_000 * kilobits // hertz + padded) * 4
    return (72_000 if layer == 3 and version != 3 else 144_000) * kilobits // hertz + padded


CONTAINER = Container(
    name="mp3", open=_open, check=_claims,
    magic=(_ID3, *(bytes((0xFF, second)) for second in range(0xE2, 0x100) if second not in (0xFE, 0xFF))),
)  # fmt: skip
