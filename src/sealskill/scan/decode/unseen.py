"""Characters that do not show, taken out of the words they tear apart: zero-width, bidirectional, controls, strokes.

A joiner in an emoji, a soft hyphen in a long word and a mark at the start of a file do no harm, and neither does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_NONE = (
    r"[\x{00}-\x{08}\x{0e}-\x{1a}\x{7f}\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}\x{200b}-\x{200f}"
    r"\x{202a}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{fe00}-\x{fe0f}\x{feff}\x{ffa0}\x{fff9}-\x{fffb}\x{1d173}-\x{1d17a}"
    r"\x{e0000}-\x{e0fff}]"
)
_STROKES = r"[\x{300}-\x{36f}\x{489}\x{1ab0}-\x{1aff}\x{1dc0}-\x{1dff}\x{20d0}-\x{20ff}]"
_IN_WORD = pattern(rf"[!-~]{_NONE}+[!-~](?:{_NONE}+[!-~])*", case=True)
_STRUCK = pattern(rf"(?:[A-Za-z]{_STROKES}+){{4,}}", case=True)
_NOT_SEEN = pattern(rf"{_NONE}+", case=True)
_STROKE = pattern(rf"{_STROKES}+", case=True)


def _decode(document: Document) -> Iterator[Layer]:
    yield from folded(document, _IN_WORD, lambda run: bytes(_NOT_SEEN.sub(b"", run)))
    yield from folded(document, _STRUCK, lambda run: bytes(_STROKE.sub(b"", run)))


DECODER = Decoder(
    name="unseen",
    decode=_decode,
    anchors=(
        r"[\x01-\x08\x0e-\x1a\x7f]",
        r"\x00[^s]",  # the canary of the matcher has one before an s
        r"[!-~]\xc2\xad[!-~]",
        r"\xcd\x8f|\xd8\x9c|\xe1\x85[\x9f\xa0]|\xe1\x9e[\xb4\xb5]|\xe1\xa0[\x8b-\x8f]",
        r"\xe2\x80[\x8b-\x8f\xaa-\xae][!-~]|\xe2\x81[\xa0-\xaf]|\xe3\x85\xa4|\xef\xb8[\x80-\x8f][!-~]",
        r"\xef\xbb\xbf[!-~]|\xef\xbe\xa0|\xef\xbf[\xb9-\xbb]|\xf0\x9d\x85[\xb3-\xba]|\xf3\xa0",
        r"\xcc[\x80-\xbf][a-z]\xcc|\xcd[\x80-\xaf][a-z]\xcd",
    ),
)
