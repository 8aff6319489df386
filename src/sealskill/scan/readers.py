"""Which reader a document goes to: by its kind, and only if an anchor of that reader stands in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from sealskill.model.value import Value
from sealskill.scan import folders, language
from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.prose import Sentence


class Reader(Value):
    """How one language is read. A file of `language/` ends in `READER = Reader(...)`.

    Grammars are loaded inside the functions: most packages need one or two of them.
    """

    kinds: tuple[Kind, ...]
    acts: Callable[[Document], tuple[Act, ...]]
    sentences: Callable[[Document], Sequence[Sentence]]
    """All prose of a text; the comments and long strings of a program."""
    anchors: tuple[str, ...]
    """RE2 patterns without which a document in this language does nothing a rule asks about."""
    choosy: bool = False
    """Whether `acts` itself looks first for these in a part of a document: nobody else needs to."""


@cache
def readers() -> dict[Kind, Reader]:
    """Every reader, by the kinds it reads; what has none of its own is read as plain text. Raises Forgotten."""
    found = [reader for _, reader in folders.objects(language, "READER", Reader)]
    named = {kind: reader for reader in found for kind in reader.kinds}
    return {kind: named.get(kind, named[Kind.TEXT]) for kind in Kind}


def anchors() -> frozenset[str]:
    """The anchors of all readers."""
    return frozenset(anchor for reader in readers().values() for anchor in reader.anchors)


class Structure:
    """The readers of all languages behind the one face that documents know."""

    def acts(self, document: Document) -> tuple[Act, ...]:
        """What it does; nothing where no anchor of its language stands in it."""
        reader = readers()[document.kind]
        return reader.acts(document) if document.hits.intersection(reader.anchors) else ()

    def sentences(self, document: Document) -> Sequence[Sentence]:
        """What it says."""
        return readers()[document.kind].sentences(document)
