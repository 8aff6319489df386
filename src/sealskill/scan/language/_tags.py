"""Raw HTML in prose: its comments, and tags whose text nobody sees on the page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

import msgspec

from sealskill.scan.pattern import pattern

_PIECE = pattern(r"<!--(.*?)(?:--!?>|\z)|<(/?)([a-z][a-z0-9:-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'>])*)>|<[!?][^>]*(?:>|\z)")
_HIDES = pattern(
    r"\bhidden\b(?:\s|=|/|$)|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|em|"
    r"rem|%|\s|;|\"|'|$)|"
    r"font-size\s*:\s*[01](?:px|pt)|opacity\s*:\s*0(?:\.0\d*)?(?:\s|;|\"|'|$)|(?:[\s;\"']|"
    r"^)color\s*:\s*(?:white|#fff(?:fff)?\b|transparent|"
    r"rgba\([^)]*,\s*0(?:\.0+)?\s*\)|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))|(?:height|width|max-height|"
    r"max-width)\s*:\s*0(?:px)?\s*(?:;|\"|'|$)|"
    r"text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*0|aria-hidden\s*=\s*[\"']?true|"
    r"font\s+color\s*=\s*[\"']?(?:white|#fff)|"
    r"^\s*color\s*=\s*[\"']?(?:white|#fff)"
)
_SAYS = pattern(r"\b(?:alt|title|aria-label|content|data-[a-z-]+)\s*=\s*(?:\"([^\"]+)\"|'([^']+)')")
_LEADS = pattern(r"\b(?:href|src|action)\s*=\s*(?:\"([^\"]+)\"|'([^']+)')")
# One of these stands wherever one of the three does; in a schema or a data file hardly ever.
_TELLS = pattern(
    r"alt|title|label|content|data-|href|src|action|hidden|display|visibility|font|opacity|color|height|width|indent|"
    r"left|top|clip"
)
_VOID = frozenset(b"area base br col embed hr img input link meta source track wbr".split())
# Their contents are no text of the page.
_MUTE = frozenset((b"script", b"style", b"template", b"noscript", b"metadata"))


class What(Enum):
    """What a piece of HTML is."""

    TEXT = auto()
    COMMENT = auto()
    ATTRIBUTE = auto()
    """A text that stands in an attribute."""
    LINK = auto()
    """An address that a tag leads to."""
    HIDE = auto()
    """A tag from which on nothing is seen, until `SHOW` of the same name."""
    OPEN = auto()
    SHOW = auto()
    BREAK = auto()


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A piece of HTML: what it is, the bytes it says, and the name of the tag."""

    what: What
    start: int
    end: int
    name: bytes = b""


def pieces(data: bytes, start: int, end: int) -> Iterator[Piece]:
    """The pieces of a run of bytes of HTML, in order."""
    at = start
    for found in _PIECE.finditer(data, start, end):
        if found.start() > at:
            yield Piece(What.TEXT, at, found.start())
        yield from _piece(data, found)
        at = found.end()
    if at < end:
        yield Piece(What.TEXT, at, end)


def _piece(data: bytes, found: object) -> Iterator[Piece]:
    start, end = found.span(1)  # type: ignore[attr-defined]  # the matches of RE2 have no type
    if start >= 0:
        yield Piece(What.COMMENT, start, end)
        return
    first, last = found.span(3)  # type: ignore[attr-defined]
    if first < 0:
        return
    name = data[first:last].lower()
    if data[first - 1 : first] == b"/":
        yield Piece(What.SHOW, first, last, name)
        return
    first, last = found.span(4)  # type: ignore[attr-defined]
    tells = first < last and _TELLS.search(data, first, last) is not None
    if tells:
        yield from (Piece(What.ATTRIBUTE, *_one(said)) for said in _SAYS.finditer(data, first, last))
        yield from (Piece(What.LINK, *_one(said)) for said in _LEADS.finditer(data, first, last))
    if name in _VOID:
        yield Piece(What.BREAK, first, last, name)
    else:
        hides = name in _MUTE or (tells and _HIDES.search(data[first:last]) is not None)
        yield Piece(What.HIDE if hides else What.OPEN, first, last, name)


def _one(said: object) -> tuple[int, int]:
    start, end = said.span(1)  # type: ignore[attr-defined]
    return (start, end) if start >= 0 else said.span(2)  # type: ignore[attr-defined]
