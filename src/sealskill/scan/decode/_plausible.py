"""Whether decoded bytes are worth a look. Random bytes pass none of these: most long words are no encoding at all."""

from __future__ import annotations

from sealskill.scan.decoder import claiming

_TYPED = bytes(range(0x20, 0x7F)) + b"\t\n\r\x1b"
_MIN_ASCII = 6
_MIN_WIDE = 24
"""Bytes from which chance no longer makes valid UTF-8."""


def plausible(data: bytes) -> bool:
    """Whether bytes are text, in one or two bytes a letter, or a format some container reads."""
    if data.isascii():
        typed = len(data) - len(data.translate(None, _TYPED))
        return len(data) >= _MIN_ASCII and (typed >= len(data) * 0.97 or _wide(data))
    return bool(claiming(data)) or (len(data) >= _MIN_WIDE and _utf8(data))


def _wide(data: bytes) -> bool:
    """UTF-16 of English, as `powershell -EncodedCommand` takes it."""
    return len(data) >= 2 * _MIN_ASCII and data[1::2].count(0) * 10 > len(data[1::2]) * 9


def _utf8(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _wide(data)
    return sum(one.isprintable() or one in "\t\n\r" for one in text[:200]) >= min(len(text), 200) * 0.97
