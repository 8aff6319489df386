"""Bytes become documents: files, what stands in archives, and what stands behind encodings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.decoder import (
    MAX_DECODED,
    MAX_LAYERS,
    MAX_PIECES,
    Container,
    Decoder,
    Layer,
    TooMany,
    claiming,
    decoders,
)
from sealskill.scan.document import Document, Kind
from sealskill.scan.guess import guesses
from sealskill.scan.kinds import kinds_of
from sealskill.scan.matcher import Matcher
from sealskill.scan.readers import Structure
from sealskill.scan.texts import readings
from sealskill.scan.torn import Torn

MAX_TEXT = 32 << 20
"""Bytes of one text: everything here is linear in it, so a cap only has to stop what fills the memory."""
_MIN_TORN = 512
"""Bytes below which a torn file that was decoded out of a text is an example of one: `iVBORw0KGgo...`."""
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
        self.pieces = 0
        self.over = False
        self.seen: set[bytes] = set()

    def read(self, content: Content) -> Iterator[Document | Unread]:
        """All of one file: as text, and as every format that claims it."""
        if len(content.data) > MAX_TEXT:
            said = f"{len(content.data)} bytes; the cap is {MAX_TEXT}"
            yield Unread(path=content.path, why=Why.TOO_LARGE, said=said)
            return
        reading = readings(content.data)
        claimed = claiming(content.data)
        if reading.whole or not claimed:
            for text in reading.texts:
                yield from self._text(content, text)
        if claimed:
            yield from self._open(content, claimed)
        elif not reading.whole:
            yield Unread(path=content.path, why=Why.OPAQUE, said="a format nobody here reads")

    def _text(self, content: Content, text: bytes) -> Iterator[Document | Unread]:
        hits = self.matcher.hits(text)
        for kind in kinds_of(content.path, text):
            made = Document(content.path, kind, text, _STRUCTURE, layers=content.layers, hits=hits)
            yield made
        yield from self._layers(made)

    def _open(self, content: Content, claimed: Iterable[Container]) -> Iterator[Document | Unread]:
        """What stands in a file that is no text, or not only text."""
        if len(content.layers) >= MAX_LAYERS:
            yield Unread(path=content.path, why=Why.TRUNCATED, said=f"more than {MAX_LAYERS} layers deep")
            return
        for container in claimed:
            try:
                yield from self._members(container, content)
            except Torn as torn:
                yield Unread(path=content.path, why=Why.UNREADABLE, said=f"torn {container.name}: {torn}")
            except Exception as exc:  # noqa: BLE001  one torn member must not hide the others: the report says so
                said = f"{container.name}: {type(exc).__name__}: {exc}"
                yield Unread(path=content.path, why=Why.CRASHED, said=said)

    def _members(self, container: Container, content: Content) -> Iterator[Document | Unread]:
        for one in container.open(content):
            if isinstance(one, Unread):
                yield one
            elif self._affords(len(one.data)):
                yield from self.read(one)
            else:
                yield from self._spent()
                return

    def _layers(self, outer: Document) -> Iterator[Document | Unread]:
        for decoder in decoders():
            if decoder.anchors and not outer.hits.intersection(decoder.anchors):
                continue
            try:
                yield from self._decode(outer, decoder)
            except TooMany as exc:
                yield Unread(path=self.path, why=Why.TRUNCATED, said=f"{decoder.name}: {exc}")
            except Exception as exc:  # noqa: BLE001  what another decoder finds counts all the same
                yield Unread(path=self.path, why=Why.CRASHED, said=f"{decoder.name}: {type(exc).__name__}: {exc}")

    def _decode(self, outer: Document, decoder: Decoder) -> Iterator[Document | Unread]:
        for layer in decoder.decode(outer):
            if isinstance(layer, Unread):
                yield layer
            elif layer.data not in self.seen:
                if len(outer.layers) >= MAX_LAYERS:
                    yield Unread(path=self.path, why=Why.TRUNCATED, said=f"more than {MAX_LAYERS} layers deep")
                    return
                if not self._affords(len(layer.data)):
                    yield from self._spent()
                    return
                self.seen.add(layer.data)
                yield from self._layer(outer, decoder.name, layer)

    def _layer(self, outer: Document, name: str, layer: Layer) -> Iterator[Document | Unread]:
        reading = readings(layer.data)
        claimed = claiming(layer.data)
        if reading.whole or not claimed:
            for text in reading.texts:
                for kind in (layer.kind,) if layer.kind else guesses(text):
                    yield from self._decoded(outer, name, layer, kind, text)
        if claimed:
            path = f"{outer.path}!{outer.line(layer.start)}"
            inner = Content(path=path, data=layer.data, layers=(*outer.layers, name))
            sample = len(layer.data) < _MIN_TORN
            for one in self._open(inner, claimed):
                if not (sample and isinstance(one, Unread) and one.why is Why.UNREADABLE):
                    yield one

    def _decoded(
        self, outer: Document, name: str, layer: Layer, kind: Kind, text: bytes
    ) -> Iterator[Document | Unread]:
        run = outer.span(layer.start, layer.end)
        made = outer.decoded(run, kind, text, name, self.matcher.hits(text), segments=layer.segments)
        yield made
        yield from self._layers(made)

    def _affords(self, size: int) -> bool:
        self.decoded += size
        self.pieces += 1
        return self.decoded <= MAX_DECODED and self.pieces <= MAX_PIECES

    def _spent(self) -> Iterator[Unread]:
        """Said once for a file: the caps are those of the whole file."""
        if not self.over:
            self.over = True
            said = f"more than {MAX_DECODED} bytes or {MAX_PIECES} pieces decoded out of it"
            yield Unread(path=self.path, why=Why.TRUNCATED, said=said)
