"""Bytes become documents: files, what stands in archives, and what stands behind encodings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.decoder import MAX_DECODED, MAX_LAYERS, Layer, containers, decoders
from sealskill.scan.document import Document
from sealskill.scan.kinds import kind_of, text_of
from sealskill.scan.pattern import Matcher
from sealskill.scan.readers import Structure

MAX_TEXT = 32 << 20
"""Bytes of one text: everything here is linear in it, so a cap only has to stop what fills the memory."""
_STRUCTURE = Structure()


def unfold(contents: Iterable[Content | Unread], matcher: Matcher) -> Iterator[Document | Unread]:
    """Every document of a package, each layer after the document it was found in, and whatever was not read."""
    for one in contents:
        if isinstance(one, Unread):
            yield one
        else:
            yield from _File(one.path, matcher).read(one)


class _File:
    """One file of the package, and how much was decoded out of it so far."""

    def __init__(self, path: str, matcher: Matcher) -> None:
        self.path = path
        self.matcher = matcher
        self.decoded = 0
        self.over = False

    def read(self, content: Content) -> Iterator[Document | Unread]:
        data = content.data
        if len(data) > MAX_TEXT:
            yield Unread(path=content.path, why=Why.TOO_LARGE, said=f"{len(data)} bytes; the cap is {MAX_TEXT}")
            return
        text = text_of(data)
        if text is None or _claimed(data):
            yield from self._open(content)
        if text is not None:
            kind = kind_of(content.path, text)
            made = Document(
                content.path, kind, text, _STRUCTURE, layers=content.layers, hits=self.matcher.hits(text)
            )  # fmt: skip
            yield made
            yield from self._layers(made)

    def _open(self, content: Content) -> Iterator[Document | Unread]:
        """What stands in a file that is no text."""
        for container in containers():
            if container.claims(content.data):
                break
        else:
            yield Unread(path=content.path, why=Why.OPAQUE, said="a format nobody here reads")
            return
        if len(content.layers) >= MAX_LAYERS:
            yield Unread(path=content.path, why=Why.TRUNCATED, said=f"more than {MAX_LAYERS} layers deep")
            return
        for one in container.open(content):
            if isinstance(one, Unread):
                yield one
            elif self._affords(len(one.data)):
                yield from self.read(one)
            elif not self.over:
                yield self._spent()

    def _layers(self, outer: Document) -> Iterator[Document | Unread]:
        for decoder in decoders():
            if decoder.anchors and not outer.hits.intersection(decoder.anchors):
                continue
            for layer in decoder.decode(outer):
                if len(outer.layers) >= MAX_LAYERS:
                    yield Unread(path=self.path, why=Why.TRUNCATED, said=f"more than {MAX_LAYERS} layers deep")
                    return
                if self._affords(len(layer.data)):
                    yield from self._layer(outer, decoder.name, layer)
                elif not self.over:
                    yield self._spent()

    def _layer(self, outer: Document, name: str, layer: Layer) -> Iterator[Document | Unread]:
        text = text_of(layer.data)
        if text is None:
            path = f"{outer.path}!{outer.line(layer.start)}"
            yield from self._open(Content(path=path, data=layer.data, layers=(*outer.layers, name)))
            return
        kind = layer.kind or kind_of("", text)
        made = outer.decoded(outer.span(layer.start, layer.end), kind, text, name, self.matcher.hits(text))
        yield made
        yield from self._layers(made)

    def _affords(self, size: int) -> bool:
        self.decoded += size
        return self.decoded <= MAX_DECODED

    def _spent(self) -> Unread:
        self.over = True
        return Unread(path=self.path, why=Why.TRUNCATED, said=f"more than {MAX_DECODED} bytes decoded out of it")


def _claimed(data: bytes) -> bool:
    """Whether bytes that pass for text are a binary format all the same: a file can be both."""
    return any(container.claims(data) for container in containers())
