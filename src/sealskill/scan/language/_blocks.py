"""The events of a Markdown parser become blocks of prose and code blocks."""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from sealskill.scan.document import Document
from sealskill.scan.language import _fences, _tags
from sealskill.scan.language._sentences import Run
from sealskill.scan.language._tags import What
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Where

# What shows as nothing: a definition of a link that no text need use.
_DEFINITION = pattern(
    r"(?m)^[ >]{0,12}\[([^\]\n^][^\]\n]{0,200})\]:[ \t]*\n?[ \t]*(<[^>\n]*>|\S+)?"
    r"(?:[ \t]*\n?[ \t]*(\"[^\"]*\"|'[^']*'|\([^)]*\)))?"
)
_INLINE = frozenset(
    b"a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup u var".split()
)
_PLACES = {"BlockQuote": Where.QUOTE, "Item": Where.ITEM, "Table": Where.TABLE, "Heading": Where.HEADING}
_INTRODUCES = frozenset((Where.PARAGRAPH, Where.ITEM, Where.QUOTE))
_BREAKS = frozenset(("SoftBreak", "HardBreak"))
_QUIET = frozenset(("Strong", "Emphasis", "Strikethrough", "TableCell"))


class Blocks:
    """What the events of one text said so far."""

    def __init__(self, document: Document, base: int) -> None:
        self.run = Run(document)
        self.fences: list[_fences.Fence] = []
        self._data = document.data
        self._base = base
        self._wheres = [Where.PARAGRAPH]
        self._trail: list[tuple[str, str]] = []
        self._heading = ""
        self._lists: list[int] = []
        self._intro = -1
        self._lead = -1
        self._code: list[tuple[int, int]] | None = None
        self._info = ""
        self._asides: list[tuple[Where, bytes, int]] = []
        self._image = 0
        self._links: list[tuple[int, str]] = []
        self._hidden = b""
        self._depth = 0
        self._raw = False

    def feed(self, events: Iterable[tuple[Any, Any]]) -> None:
        """Take in all events, with their places, in order."""
        base, data, run = self._base, self._data, self.run
        for event, place in events:
            if type(event) is str:
                if event in _BREAKS:
                    run.add(b" ", place["start"] + base)
                continue
            text = event.get("Text")
            if text is not None:
                self._text(text, place["start"] + base, place["end"] + base)
                continue
            for tag, value in event.items():
                handler = _HANDLERS.get(tag)
                if handler is not None:
                    handler(self, value, place["start"] + base, place["end"] + base)
        self._end()
        self._definitions(data)

    def _text(self, text: str, start: int, end: int) -> None:
        if self._code is not None:
            self._code.append((start, end))
        elif self._image:
            self._asides.append((Where.ALT, text.encode(), start))
        else:
            self.run.add(text.encode(), start)

    def _inline_code(self, text: str, start: int, end: int) -> None:
        said, here = text.encode(), len(self.run.text)
        at = self._data.find(said, start, end)
        self.run.add(said, at if at >= 0 else start + 1)
        self.run.codes.append((here, len(self.run.text)))

    def _end(self) -> None:
        """End the block that is being written."""
        run = self.run
        if run.pending:
            where = Where.HIDDEN if self._hidden else self._wheres[-1]
            run.end(where, self._heading, self._lead)
            if where in _INTRODUCES:
                self._intro = run.last
            self._lead = self._intro if run.text.endswith(b":\n") or self._lists else -1
        if self._asides:
            self._aside()

    def _aside(self) -> None:
        for where, text, at in self._asides:
            self.run.add(text, at)
            self.run.end(where, self._heading)
        self._asides = []

    def _start_of(self, value: Any, start: int, end: int) -> None:
        name, details = (value, {}) if type(value) is str else next(iter(value.items()))
        if name in _QUIET:
            return
        if name in _PLACES or name in ("Paragraph", "List", "TableHead", "TableRow"):
            self._open(name, details)
        elif name == "Link":
            self._links.append((len(self.run.text), details["dest_url"]))
            self._title(details["title"], start, end)
        elif name == "Image":
            self._image += 1
            self._title(details["title"], start, end)
        elif name == "CodeBlock":
            self._end()
            self._code, self._info = [], "" if type(details) is not dict else details.get("Fenced", "")
        elif name == "HtmlBlock":
            self._end()
            self._html(start, end)
            self._raw = True
        else:
            self._end()

    def _open(self, name: str, details: Any) -> None:
        self._end()
        if name in _PLACES:
            where = _PLACES[name]
            self._wheres.append(Where.QUOTE if self._wheres[-1] is Where.QUOTE and where is Where.ITEM else where)
        if name == "List":
            self._lists.append(self._intro)
        elif name == "Item":
            self._lead = self._lists[-1] if self._lists else -1
        elif name == "Table":
            self._lead = self._intro
        elif name == "Heading":
            self._leave(details["level"])

    def _leave(self, level: str) -> None:
        """A heading ends every section that is as deep."""
        while self._trail and self._trail[-1][0] >= level:
            self._trail.pop()
        self._heading = " / ".join(text for _, text in self._trail)
        self._intro = self._lead = -1

    def _end_of(self, value: Any, start: int, end: int) -> None:
        name = value if type(value) is str else next(iter(value))
        if name == "TableCell":
            self.run.add(b" | ", end)
        elif name in _QUIET:
            return
        elif name == "Link":
            self._link()
        elif name == "Image":
            self._image -= 1
        elif name == "CodeBlock":
            self._fence(start, end)
        elif name == "HtmlBlock":
            self._raw = False
        else:
            self._close(name, value)

    def _close(self, name: str, value: Any) -> None:
        first = self.run.first
        self._end()
        if name in _PLACES:
            self._wheres.pop()
        if name == "Heading":
            self._trail.append(
                (value["Heading"], bytes(self.run.text[first:]).split(b"\n", 1)[0].decode("utf-8", "replace").strip())
            )
            self._heading = " / ".join(text for _, text in self._trail)
            self._intro = self._lead = -1
        elif name == "List":
            intro = self._lists.pop()
            self._intro = self._lead = intro if self._lists else -1
        elif name == "TableHead":
            self._lead = self.run.last
        elif name == "TableRow":
            self._lead = self.run.blocks[-1].lead if self.run.blocks else -1
        elif name == "Table":
            self._intro = self._lead = -1

    def _link(self) -> None:
        if self._links:
            at, url = self._links.pop()
            self.run.links.append((at, len(self.run.text), url))

    def _title(self, title: str, start: int, end: int) -> None:
        if title:
            said = title.encode()
            self._asides.append((Where.ALT, said, max(self._data.find(said, start, end), start)))

    def _fence(self, start: int, end: int) -> None:
        runs = _joined(self._code or [])
        self._code = None
        if not runs:
            return
        first, last = runs[0][0], runs[-1][1]
        kind = _fences.kind_of(self._info, self._data[first:last])
        self.fences.append(_fences.Fence(kind, first, last, runs, self._heading, self._intro))
        if kind is None:
            self.run.lines(first, last, Where.EXAMPLE, self._heading, self._intro)

    def _html(self, start: int, end: int, *, inline: bool = False) -> None:
        for piece in _tags.pieces(self._data, start, end):
            if piece.what is What.TEXT:
                self._html_text(piece)
            elif piece.what is What.COMMENT:
                self._asides.append((Where.COMMENT, self._data[piece.start : piece.end], piece.start))
            elif piece.what is What.ATTRIBUTE:
                self._asides.append((Where.ALT, self._data[piece.start : piece.end], piece.start))
            elif piece.what is What.LINK:
                at = len(self.run.text)
                self.run.links.append((at, at, self._data[piece.start : piece.end].decode("utf-8", "replace")))
            else:
                self._tag(piece, inline=inline)
        if not inline:
            self._end()

    def _html_text(self, piece: _tags.Piece) -> None:
        text = self._data[piece.start : piece.end]
        if b"&" in text:
            text = html.unescape(text.decode("utf-8", "replace")).encode("utf-8", "replace")
        if self.run.pending or not text.isspace():
            self.run.add(text, piece.start)

    def _tag(self, piece: _tags.Piece, *, inline: bool) -> None:
        if self._hidden:
            self._within_hidden(piece)
        elif piece.what is What.HIDE:
            self._end()
            self._hidden, self._depth = piece.name, 1
        elif not inline and piece.name not in _INLINE:
            self._end()

    def _within_hidden(self, piece: _tags.Piece) -> None:
        if piece.name == self._hidden:
            self._depth += -1 if piece.what is What.SHOW else 1
        if self._depth == 0:
            self._end()
            self._hidden = b""

    def _inline_html(self, _: str, start: int, end: int) -> None:
        self._html(start, end, inline=True)

    def _definitions(self, data: bytes) -> None:
        """Definitions of links: what they say shows nowhere, unless a text uses them."""
        if b"]:" not in data:
            return
        known = sorted([*self.run.places(), *((fence.start, fence.end) for fence in self.fences)])
        for found in _DEFINITION.finditer(data, self._base):
            at = bisect_right(known, (found.start(1), len(data))) - 1
            if at < 0 or known[at][1] <= found.start(1):
                self._definition(found)

    def _definition(self, found: Any) -> None:
        for group in (1, 2, 3):
            start, end = found.span(group)
            if start >= 0 and end - start > 2:
                self.run.add(self._data[start:end].strip(b"\"'()<>"), start + 1)
                self.run.add(b" ", end)
        self.run.end(Where.COMMENT)


def _joined(runs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Runs of bytes, those that touch made one."""
    made: list[tuple[int, int]] = []
    for start, end in runs:
        if made and made[-1][1] == start:
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return tuple(made)


_HANDLERS = {
    "Start": Blocks._start_of,
    "End": Blocks._end_of,
    "Code": Blocks._inline_code,
    "InlineHtml": Blocks._inline_html,
}
