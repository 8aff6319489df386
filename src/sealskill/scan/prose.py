"""Sentences: what a text says, to whom, and how much it means it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

from sealskill.scan import manner
from sealskill.scan.act import Doer
from sealskill.scan.block import Block, Link, Where
from sealskill.scan.document import Document, Span
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.pattern import Pattern
from sealskill.scan.split import split

__all__ = ["Block", "Link", "Prose", "Sentence", "Where", "saying"]
Entry = TypeVar("Entry", tuple[int, int], tuple[int, int, str])
_MARGIN = 4
"""Bytes of bullets and marks between a sentence and the quotation mark it begins or ends with."""
_MAX_LEAD = 400
"""Bytes of what introduces something that are looked at."""
_MAX_LEADS = 8
"""How far up a list in a list is followed to what introduces it."""


class Prose(Sequence["Sentence"]):
    """All prose of a document as one text with its markup taken away, its white space folded, a line for each block.

    Sentences are made of it when somebody asks for them.
    """

    def __init__(
        self, document: Document, text: bytes, blocks: Sequence[Block], *, here: Sequence[int], there: Sequence[int],
        links: Sequence[tuple[int, int, str]] = (), codes: Sequence[tuple[int, int]] = (),
    ) -> None:  # fmt: skip
        self.document = document
        self.text = text
        self.blocks = blocks
        self.links = links
        """(start, end, address) of each label."""
        self.codes = codes
        """(start, end) of each inline code."""
        self._here = here
        self._there = there
        self._starts = [block.start for block in blocks]
        self._made: dict[int, tuple[Sentence, ...]] = {}
        self._quoted: dict[int, tuple[tuple[int, int], ...]] = {}

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, at: int) -> Sentence: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, at: int | slice) -> Sentence | Sequence[Sentence]:
        return self._all[at]

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self._all)

    @cached_property
    def _all(self) -> tuple[Sentence, ...]:
        return tuple(one for at in range(len(self.blocks)) for one in self.within(at))

    def within(self, at: int) -> tuple[Sentence, ...]:
        """The sentences of one block."""
        if at not in self._made:
            block = self.blocks[at]
            self._made[at] = tuple(
                Sentence(self, at, start, end)
                for start, end in split(self.text, block.start, block.end)
                if not self.text[start:end].isspace()
            )
        return self._made[at]

    def saying(self, said: Pattern) -> Iterator[Sentence]:
        """The sentences in which a pattern begins to match, each once; a match stays within its block."""
        at, last = 0, None
        while (place := self.place(said, at)) is not None:
            start, end, at = place
            found = self.at(start) if end > start else None
            if found is not None and found is not last:
                yield found
                last = found
                at = found.end if found.end > start else at  # what stands in the rest of it tells nothing more

    def place(self, said: Pattern, at: int) -> tuple[int, int, int] | None:
        """Start and end of the next match, within its block and empty where it is not, and where to go on."""
        found = said.search(self.text, at) if at < len(self.text) else None
        if found is None:
            return None
        start, end = found.span()
        block = self.blocks[self.block_at(start)]
        if start < block.end < end:
            start, end = _again(said, self.text, start, block.end)
        elif start >= block.end:
            start, end = self._ahead(said, start)
        return start, end, max(end, found.start() + 1)

    def _ahead(self, said: Pattern, border: int) -> tuple[int, int]:
        """A match that began at the border before a block, begun at the block."""
        after = self.block_at(border + 1)
        start, end = self.blocks[after].start, self.blocks[after].end
        found = said.match(self.text[start:end]) if start > border else None
        return (start, start + found.end()) if found else (border + 1, border + 1)

    def block_at(self, at: int) -> int:
        """The block that an offset of the text stands in."""
        return max(bisect_right(self._starts, at) - 1, 0)

    def at(self, offset: int) -> Sentence | None:
        """The sentence that stands at an offset of the text."""
        found = self.within(self.block_at(offset))
        return found[min(bisect_right(found, offset, key=_end), len(found) - 1)] if found else None

    def after(self, offset: int, most: int) -> Sequence[Sentence]:
        """The sentence at an offset and those after it in its block, not more than `most`."""
        found = self.within(self.block_at(offset))
        first = bisect_right(found, offset, key=_end)
        return found[first : first + most]

    def offset(self, at: int) -> int:
        """The offset in the document of an offset of the text."""
        piece = bisect_right(self._here, at) - 1
        return min(self._there[piece] + at - self._here[piece], len(self.document.data)) if piece >= 0 else 0

    def span(self, start: int, end: int) -> Span:
        """The run of the document that a run of the text came from."""
        first = self.offset(start)
        last = min(self.offset(end - 1) + 1, len(self.document.data)) if end > start else first
        return Span(self.document, first, max(last, first))

    def quotations(self, at: int) -> tuple[tuple[int, int], ...]:
        """Start and end in the text of everything between quotation marks in a block; it may take several sentences."""
        if at not in self._quoted:
            block = self.blocks[at]
            within = manner.quotations(self.text[block.start : block.end])
            self._quoted[at] = tuple((block.start + start, block.start + end) for start, end in within)
        return self._quoted[at]

    def quotation_at(self, offset: int) -> tuple[int, int] | None:
        """Start and end of the quotation that an offset of the text stands in."""
        quoted = self.quotations(self.block_at(offset))
        at = bisect_right(quoted, offset, key=_first) - 1
        return quoted[at] if at >= 0 and offset < quoted[at][1] else None

    def leads(self, at: int) -> Iterator[bytes]:
        """The end of what a block says, then of what introduces it, and of what introduces that."""
        for _ in range(_MAX_LEADS):
            if at < 0:
                return
            start, end = self.blocks[at].start, self.blocks[at].end
            yield self.text[max(start, end - _MAX_LEAD) : end]
            at = self.blocks[at].lead


class Sentence:
    """One sentence with its markup taken away. What it means is worked out when somebody asks."""

    def __init__(self, prose: Prose, block: int, start: int, end: int) -> None:
        self.prose = prose
        self.block = block
        self.start = start
        self.end = end
        """Offsets in the text of the prose."""

    def __repr__(self) -> str:
        return f"Sentence({self.text!r}, {self.where}, to {self.to})"

    @cached_property
    def words(self) -> bytes:
        """What it says, as patterns want it."""
        return self.prose.text[self.start : self.end].strip()

    @property
    def text(self) -> str:
        """Plain text, white space folded, inline code without its backticks, a link as its label."""
        return self.words.decode("utf-8", "replace")

    @property
    def span(self) -> Span:
        """Where it stands in the document."""
        return self.prose.span(self.start, self.end)

    @property
    def document(self) -> Document:
        """The document it stands in."""
        return self.prose.document

    @property
    def where(self) -> Where:
        """What kind of place it stands in."""
        return self.prose.blocks[self.block].where

    @property
    def heading(self) -> str:
        """The headings above it, outermost first, joined by ` / `."""
        return self.prose.blocks[self.block].heading

    @cached_property
    def to(self) -> Doer:
        """Who is told to do something: the agent, the person, or nobody where it is only about something."""
        if self.prose.blocks[self.block].aside:
            return Doer.NOBODY
        if self.where is Where.TABLE and not self.shown:
            return Doer.AGENT
        return manner.told(self.words, shown=self.shown)

    @cached_property
    def shown(self) -> bool:
        """Whether it stands in a sample, or in a table of things that nobody is told to do."""
        if self.where is Where.TABLE:
            return self.lesson or not manner.instructs(self.words)
        return self.where is Where.EXAMPLE

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every address in it, written out or behind a label."""
        prose = self.prose
        labelled = [
            Link(url, prose.text[start:end].decode("utf-8", "replace"), prose.span(start, end))
            for start, end, url in self._within(prose.links)
        ]
        known = {link.url for link in labelled}
        text = prose.text[self.start : self.end]
        written = [(self.start + at, self.start + end, url) for at, end, url in urls_in(text) if url not in known]
        return (*labelled, *(Link(url, url, prose.span(at, end)) for at, end, url in written))

    @cached_property
    def codes(self) -> tuple[Span, ...]:
        """Inline code in it."""
        return tuple(self.prose.span(start, end) for start, end in self._within(self.prose.codes))

    @cached_property
    def negated(self) -> bool:
        """It tells not to: `never`, `do not`, `avoid`."""
        return manner.forbids(self.words)

    @cached_property
    def quoted(self) -> bool:
        """It shows what others say: in quotation marks, as a bad example, in a list of phrases to look for."""
        return self.lesson or self._enclosed or manner.quotes(self.words)

    @property
    def _enclosed(self) -> bool:
        """Whether all of it stands between quotation marks."""
        text = self.prose.text
        start = self.end - len(text[self.start : self.end].lstrip())
        inside = self.prose.quotation_at((start + self.end) // 2)
        return inside is not None and inside[0] <= start + _MARGIN and inside[1] + _MARGIN >= self.end

    @cached_property
    def lesson(self) -> bool:
        """It stands under a heading, or after words, that announce what attackers do or what one should not."""
        block = self.prose.blocks[self.block]
        leads = self.prose.leads(block.lead)
        return manner.teaches(block.heading, block.title) or any(map(manner.introduces, leads))

    @property
    def order(self) -> bool:
        """Whether it tells somebody to do something, and means it."""
        return self.to in (Doer.AGENT, Doer.PERSON) and not self.quoted and not self.negated

    def means(self, said: Pattern) -> Span | None:
        """Where a pattern stands in it outside quotation marks and inline code: said, not shown."""
        inside = self._within(self.prose.codes)
        for found in said.finditer(self.prose.text[self.start : self.end]):
            at = self.start + found.start()
            if self.prose.quotation_at(at) is None and not any(start <= at < end for start, end in inside):
                return self.prose.span(at, self.start + found.end())
        return None

    def _within(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries, by their start, that begin in this sentence."""
        return entries[bisect_left(entries, self.start, key=_first) : bisect_left(entries, self.end, key=_first)]


def _again(said: Pattern, text: bytes, start: int, end: int) -> tuple[int, int]:
    """The first match between two offsets as if the text ended there; else nothing, at the end of it."""
    first = max(start - 1, 0)  # a byte more, for the borders of words
    found = said.search(text[first:end], start - first)
    return (first + found.start(), first + found.end()) if found else (end, end)


def _first(entry: tuple[int, ...] | tuple[int, int, str]) -> int:
    return entry[0]


def _end(sentence: Sentence) -> int:
    return sentence.end


def saying(sentences: Sequence[Sentence], said: Pattern) -> Iterator[Sentence]:
    """The sentences in which a pattern stands; of a `Prose`, without making the others."""
    if isinstance(sentences, Prose):
        return sentences.saying(said)
    return (one for one in sentences if said.search(one.words))
