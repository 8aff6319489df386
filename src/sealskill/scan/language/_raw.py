"""Raw HTML among Markdown: what it says, what it says only to those who read the source, what it hides."""

from __future__ import annotations

import html
from collections.abc import Callable

from sealskill.scan.language._sentences import Run
from sealskill.scan.language._tags import Piece, What, pieces
from sealskill.scan.prose import Where

_INLINE = frozenset(
    b"a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup u var".split()
)
_ASIDE = {What.COMMENT: Where.COMMENT, What.ATTRIBUTE: Where.ALT}


class Raw:
    """The HTML of one text so far. A tag that hides may stand far from the tag that ends it."""

    def __init__(self, run: Run, end: Callable[[], None], aside: Callable[[Where, bytes, int], None]) -> None:
        self.hidden = b""
        """The tag that hides what is being read; empty where it is seen."""
        self._depth = 0
        self._run = run
        self._end = end
        self._aside = aside

    def read(self, start: int, end: int, *, inline: bool) -> None:
        """Take in a run of the document's bytes."""
        data = self._run.document.data
        for piece in pieces(data, start, end):
            if piece.what in _ASIDE:
                self._aside(_ASIDE[piece.what], data[piece.start : piece.end], piece.start)
            elif piece.what is What.TEXT:
                self._text(data[piece.start : piece.end], piece.start)
            elif piece.what is What.LINK:
                here = len(self._run.text)
                self._run.links.append((here, here, data[piece.start : piece.end].decode("utf-8", "replace")))
            else:
                self._tag(piece, inline=inline)
        if not inline:
            self._end()

    def _text(self, text: bytes, at: int) -> None:
        if b"&" in text:
            text = html.unescape(text.decode("utf-8", "replace")).encode("utf-8", "replace")
        if self._run.pending or not text.isspace():
            self._run.add(text, at)

    def _tag(self, piece: Piece, *, inline: bool) -> None:
        if self.hidden:
            self._within(piece)
            if not inline and piece.name not in _INLINE:
                self._end()
        elif piece.what is What.HIDE:
            self._end()
            self.hidden, self._depth = piece.name, 1
        elif not inline and piece.name not in _INLINE:
            self._end()

    def _within(self, piece: Piece) -> None:
        if piece.name == self.hidden:
            self._depth += -1 if piece.what is What.SHOW else 1
        if self._depth == 0:
            self._end()
            self.hidden = b""
