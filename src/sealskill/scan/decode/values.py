"""Values with a command line in them, which a page has put into another command line: what runs is in the value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import pattern, uncounted

MAX_VALUES = 200
_KINDS = frozenset({Kind.MARKDOWN, Kind.TEXT})
_PROGRAMS = (
    r"(?:sudo\s+)?(?:curl|wget|bash|sh|zsh|nc|ncat|python3?|node|perl|ruby|php|powershell|pwsh|iwr|iex|certutil|eval|exec|"
    r"chmod|rm|base64|openssl|osascript|crontab|whoami|env|cat|scp|ssh)\b"
)
_ESCAPES = rf"(?:\|\||&&|;|\||&|\$\(|`)\s{{0,4}}{_PROGRAMS}"
_VALUE = pattern(r"[\"']?\b([A-Za-z][\w-]{1,60})[\"']?\s{0,8}[:=]\s{0,8}(?:\"([^\"\n]{6,1000})\"|'([^'\n]{6,1000})')")
# To be told of the parts and to count their bytes takes ten times as long, and few values hold a command.
_ANY_VALUE = pattern(uncounted(_VALUE.pattern.decode()).replace("([", "(?:["))
_ESCAPING = pattern(_ESCAPES)
_BEGINS = pattern(
    rf"^\s*(?:[A-Z_]+=\S*\s+)?{_PROGRAMS}|^\s*(?:npm|npx|pip3?|git|docker|make|go|cargo|uv|brew|cd|echo|test|\[)\s"
)
"""A value that begins as a command is one, and says so."""


def _decode(document: Document) -> Iterator[Layer]:
    data = document.data
    if document.kind in _KINDS and _ESCAPING.search(data):
        spans = (found.span() for found in _ANY_VALUE.finditer(data))
        for start, end in islice((one for one in spans if _ESCAPING.search(data, *one)), MAX_VALUES):
            yield from _layer(data, start, end)


def _layer(data: bytes, start: int, end: int) -> Iterator[Layer]:
    """The command line in a value, where the page fills it into another."""
    found = _VALUE.search(data, start, end)
    group = 2 if found is not None and found.start(2) >= 0 else 3
    value = found.group(group) if found is not None else b""
    if found is not None and _ESCAPING.search(value) and not _BEGINS.search(value) and _filled_in(data, found.group(1)):
        yield Layer(found.start(group), found.end(group), value, Kind.SHELL)


def _filled_in(data: bytes, name: bytes) -> bool:
    """Whether the page puts the value somewhere by its name: `-d license=$license`."""
    return any(one + name + two in data for one, two in _PLACES)


_PLACES = ((b"$", b""), (b"${", b"}"), (b"{", b"}"), (b"<", b">"), (b"%", b"%"))


DECODER = Decoder(name="values", decode=_decode, anchors=(_ESCAPES,))
