"""Base64 that stands out by itself: in quotes, in data URIs, wrapped over lines, in the alphabet of URLs."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._base64 import ASCII, CJK, LETTER, read
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

# What stands between the lines of one wrapped run: line ends, quotes, what joins strings, marks of a quotation.
_GAP = r"(?:[ \t\r\n\"',.\\>#*|()](?:[ \t\r\n\"'+,.\\>#*|()]|\\[nr])*)"
_FIRST = pattern(rf"(?:{ASCII}{{4}}|{CJK}{{6}}){LETTER}*|{LETTER}{{64,}}", case=True)
_REST = pattern(rf"(?:{_GAP}{LETTER}{{32,}})*(?:{_GAP}{LETTER}+)?={{0,2}}", case=True)
_STEP = pattern(rf"(?:{ASCII}{{4}}|{CJK}{{6}}){LETTER}*={{0,2}}", case=True)
_GAPS = pattern(_GAP, case=True)


def _decode(document: Document) -> Iterator[Layer]:
    data, at = document.data, 0
    for found in runs(_FIRST, data):
        start, end = found.span()
        if start >= at:
            rest = _REST.match(data, end)
            at = rest.end() if rest else end
            yield from _read(start, data[start:at])


def _read(start: int, run: bytes) -> Iterator[Layer]:
    """The run as one; else without its last word, which may be prose; else its first line alone."""
    words = _words(run)
    for count in dict.fromkeys((len(words), len(words) - 1, 1)):
        data = read(b"".join(words[:count]))
        if data is not None:
            yield Layer(start, start + len(run), data)
            return
    yield from _in_step(start, run)


def _words(run: bytes) -> list[bytes]:
    return [one for one in _GAPS.split(run) if one] if _GAPS.search(run) else [run]


def _in_step(start: int, run: bytes) -> Iterator[Layer]:
    """Text further on in a long run: a path or a name was put before it."""
    for found in runs(_STEP, run):
        first, last = found.span()
        if first and (data := read(run[first:last])) is not None:
            yield Layer(start + first, start + last, data)


DECODER = Decoder(name="base64", decode=_decode, anchors=())
