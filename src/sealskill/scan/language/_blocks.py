"""The events of a Markdown parser become blocks of prose and code blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sealskill.scan.document import Document
from sealskill.scan.language import _definitions, _fences
from sealskill.scan.language._raw import Raw
from sealskill.scan.language._sentences import Run, even
from sealskill.scan.prose import Where

_INTRODUCES = frozenset((Where.PARAGRAPH, Where.ITEM, Where.QUOTE))
_MAX_HEADING = 200
"""Characters of a heading that go with everything below it."""


class Blocks:
    """What the events of one text said so far."""

    def __init__(self, document: Document, base: int) -> None:
        self.run = Run(document)
        self.fences: list[_fences.Fence] = []
        self._base = base
        self._raw = Raw(self.run, self._end, self._aside)
        self._where = [Where.PARAGRAPH]
        self._trail: list[tuple[str, str]] = []
        self._heading = ""
        self._lists: list[int] = []
        self._intro = -1
        """The block that introduces whatever follows it."""
        self._lead = -1
        """The block that introduces the one being written."""
        self._code: list[tuple[int, int]] | None = None
        self._info = ""
        self._images = 0
        self._links: list[tuple[int, str]] = []
        self._asides: list[tuple[Where, bytes, int]] = []

    def feed(self, events: Iterable[tuple[Any, Any]]) -> None:
        """Take in all events, with their places, in order. There are millions of them: each does little."""
        base, put = self._base, self.run.put
        for event, place in events:
            if type(event) is str:
                if event != "Rule":
                    put(b" ", place["start"] + base)
                continue
            tag, value = event.popitem()
            if tag == "Text":
                if self._code is None and not self._images and even(value):
                    put(value.encode(), place["start"] + base)
                else:
                    self._text(value, place["start"] + base, place["end"] + base)
                continue
            name, details = value.popitem() if type(value) is dict else (value, None)
            handler = _STARTS.get(name) if tag == "Start" else _ENDS.get(name) if tag == "End" else _OTHERS.get(tag)
            if handler is not None:
                handler(self, details or value, place["start"] + base, place["end"] + base)
        self._end()
        _definitions.read(self.run, base, ((one.start, one.end) for one in self.fences))

    def _text(self, text: str, start: int, end: int) -> None:
        if self._code is not None:
            self._code.append((start, end))
        elif self._images:
            self._aside(Where.ALT, text.encode(), start)
        else:
            self.run.add(text.encode(), start)

    def _inline_code(self, text: str, start: int, end: int) -> None:
        said, here = text.encode(), len(self.run.text)
        at = self.run.document.data.find(said, start, end)
        self.run.add(said, at if at >= 0 else start + 1)
        self.run.codes.append((here, len(self.run.text)))

    def _inline_html(self, _: str, start: int, end: int) -> None:
        self._raw.read(start, end, inline=True)

    def _html(self, _: Any, start: int, end: int) -> None:
        self._end()
        self._raw.read(start, end, inline=False)

    def _end(self, *_: Any) -> None:
        """End the block that is being written."""
        run = self.run
        if len(run.text) > run.first:
            where = Where.HIDDEN if self._raw.hidden else self._where[-1]
            run.end(where, self._heading, self._lead)
            if where in _INTRODUCES:
                self._intro = run.last
            self._lead = self._intro if self._lists or run.text.endswith(b":\n") else -1
        if self._asides:
            for aside in self._asides:
                run.add(*aside[1:])
                run.end(aside[0], self._heading)
            self._asides.clear()

    def _aside(self, where: Where, text: bytes, at: int) -> None:
        """Something that is said beside the block that is being written."""
        self._asides.append((where, text, at))

    def _heading_starts(self, details: Any, *_: Any) -> None:
        self._end()
        self._where.append(Where.HEADING)
        while self._trail and self._trail[-1][0] >= details["level"]:
            self._trail.pop()
        self._heading = " / ".join([text for _, text in self._trail])

    def _heading_ends(self, level: str, *_: Any) -> None:
        text = bytes(self.run.text[self.run.first :]).decode("utf-8", "replace").strip()
        self._end()
        self._where.pop()
        self._trail.append((level, text[:_MAX_HEADING]))
        self.run.title = self._trail[0][1] if self._trail[0][0] == "H1" else ""
        self._heading = " / ".join([text for _, text in self._trail])
        self._intro = self._lead = -1

    def _quote_starts(self, *_: Any) -> None:
        self._end()
        self._where.append(Where.QUOTE)

    def _place_ends(self, *_: Any) -> None:
        self._end()
        self._where.pop()

    def _list_starts(self, *_: Any) -> None:
        self._end()
        self._lists.append(self._intro)

    def _list_ends(self, *_: Any) -> None:
        self._end()
        intro = self._lists.pop()
        self._intro = self._lead = intro if self._lists else -1

    def _item_starts(self, *_: Any) -> None:
        self._end()
        self._where.append(Where.QUOTE if self._where[-1] is Where.QUOTE else Where.ITEM)
        self._intro = self._lead = self._lists[-1]

    def _table_starts(self, *_: Any) -> None:
        self._end()
        self._where.append(Where.TABLE)
        self._lead = self._intro

    def _head_ends(self, *_: Any) -> None:
        self._end()
        self._intro = self._lead = self.run.last

    def _row_ends(self, *_: Any) -> None:
        self._end()
        self._lead = self._intro

    def _table_ends(self, *_: Any) -> None:
        self._place_ends()
        self._intro = self._lead = -1

    def _cell_ends(self, _: Any, __: int, end: int) -> None:
        self.run.put(b" | ", end)

    def _link_starts(self, details: Any, start: int, end: int) -> None:
        self._links.append((len(self.run.text), details["dest_url"]))
        self._title(details["title"], start, end)

    def _link_ends(self, *_: Any) -> None:
        at, url = self._links.pop()
        self.run.links.append((at, len(self.run.text), url))

    def _image_starts(self, details: Any, start: int, end: int) -> None:
        self._images += 1
        self._title(details["title"], start, end)

    def _image_ends(self, *_: Any) -> None:
        self._images -= 1

    def _title(self, title: str, start: int, end: int) -> None:
        if title:
            said = title.encode()
            self._aside(Where.ALT, said, max(self.run.document.data.find(said, start, end), start))

    def _code_starts(self, details: Any, *_: Any) -> None:
        self._end()
        self._code, self._info = [], details.get("Fenced", "") if type(details) is dict else ""

    def _code_ends(self, *_: Any) -> None:
        runs = _joined(self._code or [])
        self._code = None
        if runs:
            first, last = runs[0][0], runs[-1][1]
            kind = _fences.kind_of(self._info, self.run.document.data[first:last])
            self.fences.append(_fences.Fence(kind, first, last, runs, self._heading, self._intro, self.run.title))
            if kind is None:
                self.run.lines(first, last, Where.EXAMPLE, self._heading, self._intro)


def _joined(runs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Runs of bytes, those that touch made one."""
    made: list[tuple[int, int]] = []
    for start, end in runs:
        if made and made[-1][1] == start:
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return tuple(made)


_Handlers = dict[str, Callable[[Blocks, Any, int, int], None]]
_OTHERS: _Handlers = {"Code": Blocks._inline_code, "InlineHtml": Blocks._inline_html}
_STARTS: _Handlers = {
    "HtmlBlock": Blocks._html,
    "FootnoteDefinition": Blocks._end,
    "Heading": Blocks._heading_starts,
    "BlockQuote": Blocks._quote_starts,
    "List": Blocks._list_starts,
    "Item": Blocks._item_starts,
    "Table": Blocks._table_starts,
    "Link": Blocks._link_starts,
    "Image": Blocks._image_starts,
    "CodeBlock": Blocks._code_starts,
}
_ENDS: _Handlers = {
    "Paragraph": Blocks._end,
    "FootnoteDefinition": Blocks._end,
    "Heading": Blocks._heading_ends,
    "BlockQuote": Blocks._place_ends,
    "List": Blocks._list_ends,
    "Item": Blocks._place_ends,
    "Table": Blocks._table_ends,
    "TableHead": Blocks._head_ends,
    "TableRow": Blocks._row_ends,
    "TableCell": Blocks._cell_ends,
    "Link": Blocks._link_ends,
    "Image": Blocks._image_ends,
    "CodeBlock": Blocks._code_ends,
}
