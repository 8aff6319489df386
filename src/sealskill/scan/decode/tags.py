"""ASCII in the tag characters of Unicode, which show nowhere and which models read. Flags of nations are honest."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.decode._runs import runs
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_FLAG = "\U0001f3f4"
_RUN = pattern(rf"{_FLAG}?[\x{{e0000}}-\x{{e007f}}]{{3,}}", case=True)
_MAX_FLAG = 8
"""Tags of a flag: `gbsct` and its end; no nation has more than six."""


def _decode(document: Document) -> Iterator[Layer]:
    for found in runs(_RUN, document.data):
        start, end = found.span()
        text = found.group().decode("utf-8", "replace")
        if not text.startswith(_FLAG) or len(text) > _MAX_FLAG:
            plain = "".join(chr(ord(one) - 0xE0000) for one in text if ord(one) >= 0xE0020)
            yield Layer(start, end, plain.replace("\x7f", "").encode())


DECODER = Decoder(name="tags", decode=_decode, anchors=(r"\xf3\xa0[\x80\x81][\x80-\xbf]",))
