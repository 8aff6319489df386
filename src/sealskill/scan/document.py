"""One text that rules look at: a file, a layer decoded from one, or a part of either. Offsets are bytes of UTF-8."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import msgspec

from sealskill.model.report import Place
from sealskill.scan import masks
from sealskill.scan.facts.secrets import Secret, secrets_of

if TYPE_CHECKING:
    from sealskill.scan.act import Act
    from sealskill.scan.pattern import Pattern
    from sealskill.scan.prose import Sentence

MAX_EVIDENCE = 200
"""Characters of a line that a report shows: enough to judge, too few to hide in."""


class Kind(StrEnum):
    """What a document is written in."""

    MARKDOWN = "markdown"
    TEXT = "text"
    SHELL = "shell"
    POWERSHELL = "powershell"
    BATCH = "batch"
    PYTHON = "python"
    JAVASCRIPT = "javascript"
    TYPESCRIPT = "typescript"
    TSX = "tsx"
    JSON = "json"
    YAML = "yaml"
    TOML = "toml"
    INI = "ini"
    NOTEBOOK = "notebook"
    DESKTOP = "desktop"
    HTML = "html"
    SVG = "svg"
    XML = "xml"
    CODE = "code"
    """A language we read as text only: Go, Rust, C, Ruby…"""


class Embedding(msgspec.Struct, frozen=True, gc=False):
    """Where an inner document stands in an outer one."""

    outer: Document
    start: int
    end: int
    segments: tuple[tuple[int, int], ...] = ()
    """(inner offset, outer offset) of each run of bytes that is the same in both; none for decoded text."""


class Readers(Protocol):
    """Whoever turns a document into structure: `scan.readers`, or a test."""

    def acts(self, document: Document) -> tuple[Act, ...]:
        """What it does or has done, in order."""

    def sentences(self, document: Document) -> Sequence[Sentence]:
        """What it says to whoever reads it, in order."""


class Beside:
    """The files of a package, for readers of programs that are split into several."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.by_path = {one.path: one for one in documents if not one.layers}
        self.memo: dict[str, object] = {}
        """What a reader worked out for all of them."""


class Document:
    """One text. Its structure is made when a rule first asks for it, once."""

    def __init__(
        self, path: str, kind: Kind, data: bytes, readers: Readers, *,
        embedding: Embedding | None = None, layers: tuple[str, ...] = (), hits: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.path = path
        """The file it stands in, relative to the package."""
        self.kind = kind
        self.data = data
        self.readers = readers
        self.embedding = embedding
        self.layers = layers
        self.hits = hits
        """The anchors that stand in it."""
        self.beside: Beside | None = None
        """The package it stands in, once that is known."""
        self.asked = False
        """Whether a rule wanted its structure."""

    def __repr__(self) -> str:
        return f"Document({self.path}, {self.kind}, {len(self.data)} bytes, {'/'.join(self.layers)})"

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return self.data.decode("utf-8", "replace")

    @cached_property
    def secrets(self) -> tuple[Secret, ...]:
        """The secrets that stand in it, by their place."""
        return secrets_of(self.data)

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What it does or has done, in order."""
        self.asked = True
        return self.readers.acts(self)

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """What it says to whoever reads it: all prose of a text, the comments of a program.

        Going through all of them is dear; `saying` makes only those that a rule looks for.
        """
        self.asked = True
        return self.readers.sentences(self)

    def saying(self, said: Pattern) -> Iterator[Sentence]:
        """The sentences in which a pattern stands, however they are wrapped, spaced or marked up."""
        from sealskill.scan import prose  # a prose is made of documents

        return prose.saying(self.sentences, said)

    def places(self, found: Pattern) -> Iterator[Span]:
        """Every place of its bytes where a pattern stands."""
        return (self.span(one.start(), one.end()) for one in found.finditer(self.data))

    def part(self, start: int, end: int, kind: Kind, *, layers: tuple[str, ...] = ()) -> Document:
        """A run of bytes of this document as a document of its own."""
        return self._inner(kind, self.data[start:end], Embedding(self, start, end, ((0, start),)), layers, self.hits)

    def decoded(
        self, run: Span, kind: Kind, data: bytes, layer: str, hits: frozenset[str],
        *, segments: tuple[tuple[int, int], ...] = (),
    ) -> Document:  # fmt: skip
        """What a run of this document means once it is decoded; its lines are those of the run, or of its segments."""
        return self._inner(kind, data, Embedding(self, run.start, run.end, segments), (layer,), hits)

    def joined(self, runs: list[tuple[int, int]], kind: Kind) -> Document:
        """Several runs of bytes, joined as they stand, as one document: a code block in a quotation."""
        segments, data = [], b""
        for start, end in runs:
            segments.append((len(data), start))
            data += self.data[start:end]
        return self._inner(kind, data, Embedding(self, runs[0][0], runs[-1][1], tuple(segments)), (), self.hits)

    def _inner(
        self, kind: Kind, data: bytes, where: Embedding, layers: tuple[str, ...], hits: frozenset[str]
    ) -> Document:
        layered = (*self.layers, *layers)
        return Document(self.path, kind, data, self.readers, embedding=where, layers=layered, hits=hits)

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """A run of bytes of this document."""
        return Span(self, start, len(self.data) if end is None else end)

    def changed(self, start: int, end: int) -> bool:
        """Whether a run of bytes was decoded: it reads otherwise in the file. The rest of a folded text does not."""
        where = self.embedding
        if where is None or not self.layers:
            return False
        if self.layers != where.outer.layers and (not where.segments or _crossed(where, start, end)):
            return True
        return where.outer.changed(_outer(where, start), _outer(where, max(end - 1, start)) + 1)

    def line(self, offset: int) -> int:
        """The line of the file, from 1, that a byte of this document stands in, however deep it is."""
        if self.embedding is None:
            return self.data.count(b"\n", 0, offset) + 1
        return self.embedding.outer.line(_outer(self.embedding, offset))


def _crossed(where: Embedding, start: int, end: int) -> bool:
    """Whether one run of bytes of an outer document ends within a run of the inner one: something was put there."""
    at = bisect_right(where.segments, (start, 1 << 62))
    return at < len(where.segments) and where.segments[at][0] <= end


def _outer(where: Embedding, offset: int) -> int:
    if not where.segments:
        return where.start
    inner, outer = where.segments[max(bisect_right(where.segments, (offset, 1 << 62)) - 1, 0)]
    return min(outer + offset - inner, where.end)


class Span(msgspec.Struct, frozen=True, gc=False):
    """A run of bytes of one document."""

    document: Document
    start: int
    end: int

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.document.data[self.start : self.end]

    @property
    def text(self) -> str:
        """The text."""
        return self.data.decode("utf-8", "replace")

    @property
    def line(self) -> int:
        """The line of the file it begins in."""
        return self.document.line(self.start)

    @property
    def place(self) -> Place:
        """The place as reports show it; the whole line where the span is a part of one."""
        return Place(path=self.document.path, line=self.line, evidence=self.evidence, layers=self.document.layers)

    @property
    def evidence(self) -> str:
        """The line or lines of the span on one line, cut around the span, with secrets masked."""
        data = self.document.data
        first = data.rfind(b"\n", 0, self.start) + 1
        last = data.find(b"\n", max(self.end - 1, self.start))
        last = len(data) if last < 0 else last
        start = first if self.start - first < MAX_EVIDENCE // 2 else self.start - MAX_EVIDENCE // 4
        # Masked before it is cut: half a secret is one that no longer looks like it.
        shown = masks.cut(data, start, min(last, start + 4 * MAX_EVIDENCE), self.document.secrets)
        said = masks.masked(" ".join(shown.decode("utf-8", "replace").split()))
        return said if len(said) <= MAX_EVIDENCE else said[: MAX_EVIDENCE - 1] + "…"
