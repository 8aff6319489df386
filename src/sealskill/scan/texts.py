"""Bytes read as text, in every way in which somebody may run or read them."""

from __future__ import annotations

import codecs

import msgspec

from sealskill.scan.pattern import pattern

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_MARKS = tuple(bom for bom, _ in _BOMS)
_CONTROLS = bytes(range(0x20)).translate(None, b"\t\n\v\f\r\x1b")
_TYPED = bytes(range(0x20, 0x7F)) + b"\t\n\r"
_MAX_CONTROLS = 0.02
"""The share of control characters up to which bytes are still text somebody typed."""
_FEW = 3
"""Control characters that are too few to say anything, however short the text is."""
_MAX_STRAY = 0.1
"""Latin-1 prose has a stray byte here and there; a program or an image is full of them."""
_MIN_TYPED = 0.6
"""The share of typed characters from which bytes that are no text may hold one all the same."""
_TYPED_RUN = pattern(r"[\t\n\r\x20-\x7e]{16,}")


class Reading(msgspec.Struct, frozen=True, gc=False):
    """The texts some bytes are."""

    texts: tuple[bytes, ...]
    """UTF-8 with `\\n` at line ends; more than one where a shell and an editor would disagree."""
    whole: bool
    """Whether the first of them is all there is: whoever reads less than everything has to say so."""


def text_of(data: bytes) -> bytes | None:
    """The bytes as one UTF-8 text, or None where they are no text anybody typed."""
    reading = readings(data)
    return reading.texts[0] if reading.whole else None


def readings(data: bytes) -> Reading:
    """The bytes as texts. What is not valid UTF-8 becomes U+FFFD: what stands around it is read all the same."""
    if data.startswith(_MARKS):
        return _marked(data)
    if data.isascii() and not _binary(data):
        return Reading((_folded(data),), whole=True)
    if b"\0" in data[:4096] and (wide := _wide(data)):
        return Reading(_both(wide, data), whole=True)
    return _salvaged(data) if _binary(data) else _utf8(data)


def _utf8(data: bytes) -> Reading:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        if text.count("\ufffd") > len(text) * _MAX_STRAY:
            return _salvaged(data)
        return Reading((_folded(text.encode()),), whole=True)
    return Reading((_folded(data),), whole=True)


def _marked(data: bytes) -> Reading:
    bom, encoding = next(one for one in _BOMS if data.startswith(one[0]))
    if encoding == "utf-8-sig":
        return readings(data[len(bom) :])
    text = data.decode(encoding, "replace")
    if text.count("\ufffd") > len(text) * _MAX_STRAY:
        return _salvaged(data)
    return Reading(_both(text.encode("utf-8", "replace"), data), whole=True)


def _both(wide: bytes, data: bytes) -> tuple[bytes, ...]:
    """The text of wide characters; and the bytes as they are, where a shell would find words in them."""
    texts = [_folded(wide)]
    if _TYPED_RUN.search(data):
        texts.append(_folded(_stripped(data)))
    return tuple(texts)


def _wide(data: bytes) -> bytes | None:
    """UTF-16 or UTF-32 without a mark: every other byte of English is zero, or three of four."""
    head = data[: 4096 & ~3]
    for encoding, typed, width in (
        ("utf-32-le", head[0::4], 4), ("utf-32-be", head[3::4], 4),
        ("utf-16-le", head[0::2], 2), ("utf-16-be", head[1::2], 2),
    ):  # fmt: skip
        zeros = head.count(0)
        if typed and not typed.count(0) and zeros * width > (width - 1) * len(head) * 0.9:
            return data.decode(encoding, "replace").encode("utf-8", "replace")
    return None


def _salvaged(data: bytes) -> Reading:
    """What is text in bytes that are mostly something else, or in a script padded until it looks like it."""
    typed = len(data) - len(data.translate(None, _TYPED))
    if typed < len(data) * _MIN_TYPED:
        return Reading((), whole=False)
    return Reading((_folded(_stripped(data)),), whole=False)


def _stripped(data: bytes) -> bytes:
    return data.translate(None, _CONTROLS).decode("utf-8", "replace").encode()


def _binary(data: bytes) -> bool:
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return controls > max(len(data) * _MAX_CONTROLS, _FEW)


def _folded(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data
