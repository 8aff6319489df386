"""Base64 that is too short or too torn to stand out, in a text that speaks of base64."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._base64 import ASCII, LETTER, read
from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_SHORT = pattern(rf"\b{ASCII}{{3}}{LETTER}{{0,7}}(?:={{1,2}}|\b)", case=True)
_QUOTED = pattern(rf"[\"'`]{LETTER}+(?:(?:\\n|[\s\\])+{LETTER}+)+={{0,2}}\s*[\"'`]", case=True)
_LINES = pattern(
    rf"(?m)(?:^[ \t>#*|]*[\"']?{LETTER}{{4,}}[\"'+,.\\ \t]*\n)+[ \t>#*|]*[\"']?{LETTER}+={{0,2}}[\"']?", case=True
)
_BREAKS = b" \t\r\n\"'`,.\\>#*|"
_MIN = 20
"""Letters that lines and words have to have together."""


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_SHORT, document.data):
        yield from _layer(found.span(), found.group())
    for shape in (_QUOTED, _LINES):
        for found in runs(shape, document.data):
            letters = found.group().replace(b"\\n", b"").translate(None, _BREAKS)
            if len(letters) >= _MIN:
                yield from _layer(found.span(), letters)


def _layer(run: tuple[int, int], letters: bytes) -> Iterator[Layer]:
    data = read(letters)
    if data is not None:
        yield Layer(run[0], run[1], data)


DECODER = Decoder(
    name="base64",
    decode=_decode,
    anchors=(r"base-?64", "b64", r"\batob\b", r"\s-e(?:nc|c)\b", "-EncodedCommand", r"Buffer\.from"),
)
