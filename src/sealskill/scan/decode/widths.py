"""Letters in costume: full width, mathematical, circled, squared, of flags. Each is folded to the letter it shows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from sealskill.scan.decode._fold import folded
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern

_RUN = pattern(
    r"[\x{ff21}-\x{ff3a}\x{ff41}-\x{ff5a}\x{1d400}-\x{1d7ff}\x{24b6}-\x{24e9}\x{2100}-\x{214f}\x{1f110}-\x{1f189}"
    r"\x{1d2c}-\x{1d6a}\x{02b0}-\x{02b8}\x{1d78}-\x{1dbf}\x{2071}-\x{209c}][\x{ff01}-\x{ff5e}\x{1d400}-\x{1d7ff}\x{24b6}-\x{24e9}"
    r"\x{2100}-\x{214f}\x{1f110}-\x{1f189}\x{1d2c}-\x{1d6a}\x{02b0}-\x{02b8}\x{1d78}-\x{1dbf}\x{2071}-\x{209c}\x{3000}]{2,}"
    r"|[\x{1f1e6}-\x{1f1ff}]{5,}",
    case=True,
)
_SQUARED = {first + one: chr(0x41 + one) for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6) for one in range(26)}


def _decode(document: Document) -> Iterator[Layer]:
    return folded(document, _RUN, _plain, least=12)


def _plain(run: bytes) -> bytes:
    return unicodedata.normalize("NFKC", run.decode("utf-8", "replace").translate(_SQUARED)).encode()


DECODER = Decoder(
    name="widths",
    decode=_decode,
    anchors=(
        r"\xef\xbc[\xa1-\xba]\xef", r"\xef\xbd[\x81-\x9a]\xef", r"\xf0\x9d[\x90-\x9f][\x80-\xbf]\xf0\x9d",
        r"\xe2[\x92\x93][\x80-\xbf]\xe2[\x92\x93]", r"\xe2[\x84\x85][\x80-\xbf]\xe2[\x84\x85]",
        r"\xf0\x9f[\x84-\x87][\x80-\xbf]\xf0\x9f[\x84-\x87]", r"\xe1[\xb4-\xb6][\x80-\xbf](?:\xe1|\xca)",
        r"\xca[\xb0-\xb8](?:\xe1|\xca)", r"\xe2\x82[\x80-\xbf]\xe2\x82",
    ),
)  # fmt: skip
