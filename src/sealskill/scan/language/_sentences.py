"""Prose is put together here: text with its markup taken away, block by block, and where each piece of it stood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Block, Prose, Sentence, Where

# Whatever is folded to one space, or to nothing: characters without width or body that split a word nobody sees split.
_ODD = pattern(
    r"[ \t\n\v\f\r\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]{2,}|"
    r"[\t\n\v\f\r\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]|"
    r"[\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}"
    r"\x{2060}-\x{206f}\x{fe00}-\x{fe0f}\x{feff}\x{e0000}-\x{e0fff}]+"
)
# The same in a text that was decoded already: a class of characters and nothing to repeat.
_ODD_TEXT = re.compile(
    "  |[\t\n\v\f\r\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5"
    "\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_SPACES = frozenset("\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(one) for one in range(0x2000, 0x200B)}
_BLANK = bytes.maketrans(b"\t\n\v\f\r", b" " * 5)
_PARAGRAPH = pattern(r"\n[ \t]*\n")
# A line that begins something new, though no blank line stands before it.
_LINE = pattern(r"\n[ \t]*(?:[-*#|>+•]|\d{1,3}[.)])")


class Run:
    """A prose in the making."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = bytearray()
        self.blocks: list[Block] = []
        self.links: list[tuple[int, int, str]] = []
        self.codes: list[tuple[int, int]] = []
        self._here: list[int] = []
        self._there: list[int] = []
        self._apart: int | None = None
        self.title = ""
        """The title of the page, for the blocks that follow."""
        self.first = 0
        """Where the block that is being written begins."""

    @classmethod
    def plain(cls, document: Document, start: int, end: int) -> Run:
        """A run of bytes as it stands."""
        run = cls(document)
        run.add(document.data[start:end], start)
        return run

    def add(self, text: bytes, at: int) -> None:
        """Some text, and where in the document it stands."""
        if b"\n" in text or b"\t" in text:
            text = text.translate(_BLANK)
        if b"  " in text or not text.isascii():
            self._fold(text, at)
        else:
            self.put(text, at)

    def put(self, text: bytes, at: int) -> None:
        """The same for text in which nothing needs folding."""
        here = len(self.text)
        if at - here != self._apart:
            self._here.append(here)
            self._there.append(at)
            self._apart = at - here
        self.text += text

    def _fold(self, text: bytes, at: int) -> None:
        start = 0
        for odd in _ODD.finditer(text):
            if odd.start() > start:
                self.put(text[start : odd.start()], at + start)
            if odd.group().decode("utf-8", "replace")[0] in _SPACES:
                self.put(b" ", at + odd.start())
            start = odd.end()
        if start < len(text):
            self.put(text[start:] if start else text, at + start)

    @property
    def pending(self) -> bool:
        """Whether text was added since the last block ended."""
        return len(self.text) > self.first

    @property
    def last(self) -> int:
        """The block that was ended last."""
        return len(self.blocks) - 1

    def end(self, where: Where, heading: str = "", lead: int = -1, *, aside: bool = False) -> None:
        """All text since the last block is a block of its own; nothing happens where there is none."""
        here = len(self.text)
        if here > self.first:
            self.blocks.append(Block(self.first, here, where, heading, lead, aside, self.title))
            self.text += b"\n"
            self.first = here + 1

    def lines(self, start: int, end: int, where: Where, heading: str = "", lead: int = -1) -> None:
        """A run of the document's bytes as blocks: blank lines end one, and so do bullets and numbers."""
        data = self.document.data
        for first, last in paragraphs(data, start, end):
            at = first
            for line in _LINE.finditer(data, first, last):
                self.add(data[at : line.start()], at)
                self.end(where, heading, lead)
                at = line.start() + 1
            self.add(data[at:last], at)
            self.end(where, heading, lead)

    def places(self) -> Iterator[tuple[int, int]]:
        """Start and end in the document of every piece."""
        ends = [*self._here[1:], len(self.text)][: len(self._here)]
        for here, there, end in zip(self._here, self._there, ends, strict=True):
            yield there, there + end - here

    def parts(self) -> dict[str, Any]:
        """What a `Prose` is made of."""
        return {
            "text": bytes(self.text), "blocks": self.blocks, "here": self._here, "there": self._there,
            "links": sorted(self.links), "codes": sorted(self.codes),
        }  # fmt: skip

    def prose(self) -> Prose:
        """All of it."""
        return Prose(self.document, **self.parts())


def even(text: str) -> bool:
    """Whether nothing in a text needs folding."""
    return ("  " not in text) if text.isascii() else _ODD_TEXT.search(text) is None


def paragraphs(data: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Start and end of every block between blank lines."""
    end = len(data) if end is None else end
    for gap in _PARAGRAPH.finditer(data, start, end):
        if gap.start() > start:
            yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def sentences(run: Run, where: Where, heading: str = "", *, to_nobody: bool = False) -> Iterator[Sentence]:
    """Every sentence of a run. `to_nobody` marks a place in which nothing is an order: a quotation, an example."""
    run.end(where, heading, aside=to_nobody)
    yield from run.prose()
