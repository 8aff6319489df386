"""Letters written as numbers of HTML: `&#99;&#x75;`. Names (`&lt;`) and single signs (`&#39;`) are no disguise."""

from __future__ import annotations

import html
from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_RUN = pattern(r"(?:&#(?:x[0-9a-f]{1,7}|[0-9]{1,8});?)+")
_LEAST = 15


def _decode(document: Document) -> Iterator[Layer]:
    return folded(document, _RUN, _plain, least=_LEAST)


def _plain(run: bytes) -> bytes:
    """The characters, where a letter or a digit is among them: nobody needs to number those."""
    text = html.unescape(run.decode("ascii"))
    return text.encode("utf-8", "replace") if any(one.isascii() and one.isalnum() for one in text) else run


DECODER = Decoder(
    name="entities",
    decode=_decode,
    anchors=(
        r"&#x0*[3-7][0-9a-f](?:[^0-9a-f]|&)",
        r"&#0*(?:4[89]|5[0-7]|6[5-9]|[78][0-9]|90|9[7-9]|1[01][0-9]|12[0-2])[^0-9]",
    ),
)
