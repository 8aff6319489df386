"""Text that a page shows in pieces for the agent to put together: parts, tables of fragments, strings to be joined."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import pattern

MAX_SECTION = 16_000
"""Bytes around the order that may hold the pieces."""
MAX_ORDERS = 20
"""Orders of one page that are followed."""
MAX_PIECES = 400
_KINDS = frozenset({Kind.MARKDOWN, Kind.TEXT})
_ORDER = (
    r"\b(?:concatenat\w*|join|joining|combin(?:e|ing)|(?:re-?)?assembl(?:e|ing)|stitch\w*|glue|merge|append|re-?order|"
    r"put\s+(?:\w+\s+){1,4}together|reconstruct\w*|in\s+(?:the\s+)?(?:this|right|given|following|numbered|correct|listed|their|index)\s+order|"
    r"in\s+the\s+order|build\s+the\s+(?:\w+\s+)?(?:command|string|line))\b|"
    r"拼接|按顺序|連結|concaten\w+|conca?t[ée]n\w+|соедин\w+|склей\w*"
)
_ORDERS = pattern(_ORDER)
_RUN = pattern(
    r"\b(?:run|running|execut\w+|eval\w*|paste|pipe|shell|terminal)\b|运行|执行|実行|ejecut|execut|ex[ée]cut|выполн|запуст"
)
"""What is put together is to be run, or nobody is lured."""
_FENCE = pattern(r"(?m)^[ \t]*(?:```|~~~)[^\n]*\n((?s:.*?))^[ \t]*(?:```|~~~)[ \t]*$")
_CODE = pattern(r"`([^`\n]{1,1000})`")
_QUOTED = pattern(r"\"([^\"\n]{1,1000})\"|“([^”\n]{1,1000})”|'([^'\n]{2,1000})'")
_NUMBER = pattern(r"(\d{1,3})\D{0,24}$")
_AFTER = pattern(r"^\D{0,12}(\d{1,3})\b")
# What one would look for in plain text: without it nothing comes of the pieces that matters.
_TELLING = pattern(
    r"://|\b(?:curl|wget|bash|sh|powershell|python3?|node|nc|base64|chmod|eval|exec|iwr|iex|osascript|npm|pip3?)\b[^\n]{0,200}[-|/\"']|"
    r"/dev/tcp|\brm\s+-|\.ssh\b|\.env\b|^[A-Za-z0-9+/=]{40,}$"
)

_Piece = tuple[int, int, bytes]


def _decode(document: Document) -> Iterator[Layer]:
    if document.kind not in _KINDS:
        return
    done = 0
    for at, found in enumerate(_ORDERS.finditer(document.data)):
        if at >= MAX_ORDERS:
            break
        if found.start() < done:
            continue
        start, done = _section(document.data, found.start())
        if not _RUN.search(document.data, start, done):
            continue
        for pieces in _pieces(document.data, start, done):
            yield from _joined(document.data, pieces)


def _section(data: bytes, at: int) -> tuple[int, int]:
    """Start and end of what stands under the same heading."""
    start = max(data.rfind(b"\n#", max(0, at - MAX_SECTION), at), 0, at - MAX_SECTION)
    end = data.find(b"\n## ", at, at + MAX_SECTION)
    return start, end if end >= 0 else min(at + MAX_SECTION, len(data))


def _pieces(data: bytes, start: int, end: int) -> Iterator[list[_Piece]]:
    """The pieces that a section shows, in the ways in which it may show them."""
    fences = list(_FENCE.finditer(data, start, end))
    lines = [one for one in fences if one.group(1).strip().count(b"\n") == 0]
    yield [(one.start(1), one.end(1), one.group(1).strip(b"\r\n")) for one in lines]
    inside = [one.span() for one in fences]
    for found in (_CODE, _QUOTED):
        yield [
            (one.start(), one.end(), next(group for group in one.groups() if group))
            for one in found.finditer(data, start, end)
            if not any(first <= one.start() < last for first, last in inside)
        ]


def _joined(data: bytes, pieces: list[_Piece]) -> Iterator[Layer]:
    if not 2 <= len(pieces) <= MAX_PIECES:
        return
    first, last = min(one[0] for one in pieces), max(one[1] for one in pieces)
    texts = [text.replace(b"\\|", b"|") for _, _, text in _ordered(data, pieces)]
    shown = data[first:last]
    for glue in (b"", b" "):
        made = glue.join(texts)
        if made not in shown and _new(made, glue, texts):
            yield Layer(first, last, made, Kind.SHELL if b" " in made else None)


def _new(made: bytes, glue: bytes, texts: list[bytes]) -> bool:
    """Whether the pieces say something together that none of them says alone: it lies across the end of one."""
    ends = list(accumulate(len(text) + len(glue) for text in texts))[:-1]
    return any(
        found.start() < ends[at] < found.end() if (at := bisect_right(ends, found.start())) < len(ends) else False
        for found in _TELLING.finditer(made)
    )


def _ordered(data: bytes, pieces: list[_Piece]) -> list[_Piece]:
    """The pieces in the order of the numbers beside them, where each has one of its own."""
    for number in (_before, _behind):
        numbers = [number(data, one) for one in pieces]
        if None not in numbers and len(set(numbers)) == len(numbers):
            return [one for _, one in sorted(zip(numbers, pieces, strict=True), key=lambda pair: pair[0] or 0)]
    return pieces


def _before(data: bytes, piece: _Piece) -> int | None:
    line = data.rfind(b"\n", max(0, piece[0] - 200), piece[0]) + 1
    found = _NUMBER.search(data[line : piece[0]])
    return int(found.group(1)) if found else None


def _behind(data: bytes, piece: _Piece) -> int | None:
    end = data.find(b"\n", piece[1], piece[1] + 200)
    found = _AFTER.search(data[piece[1] : end if end >= 0 else piece[1] + 200])
    return int(found.group(1)) if found else None


DECODER = Decoder(name="pieces", decode=_decode, anchors=(_ORDER,))
