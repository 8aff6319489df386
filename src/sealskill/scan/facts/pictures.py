"""What makes a picture a program."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.document import Document, Span
from sealskill.scan.pattern import pattern

_SCRIPT = r"<(?:\w+:)?script[\s>][^<]{0,8}"
_HANDLER = r"<[^<>]{1,400}?\son(?:load|error|click|begin|end|repeat|mouse\w+|focus\w*|pointer\w+|animation\w+)\s*=\s*[\"'][^\"']"
_ADDRESS = r"(?:href|src|to|values)\s*=\s*[\"']\s*(?:javascript|data:text/html)"
ANCHORS = (
    r"<(?:\w+:)?script[\s>]",
    r"\son(?:load|error|click|begin|end|repeat|mouse|focus|pointer|animation)\w*\s*=",
    _ADDRESS,
)
_WAYS = (
    ("a script", pattern(_SCRIPT)),
    ("a handler", pattern(_HANDLER)),
    ("an address that is a script", pattern(_ADDRESS)),
)


def active(document: Document) -> Iterator[tuple[str, Span]]:
    """The first place of each way in which a picture runs code."""
    for said, found in _WAYS:
        match = found.search(document.data)
        if match:
            yield said, document.span(match.start(), match.end())
