"""One package as rules see it: its documents, and facts that are gathered once, when a rule first asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from sealskill.model.manifest import Manifest
from sealskill.scan.act import Act, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.purpose import Purpose
from sealskill.scan.facts.vendor import Vendor


class Package:
    """Everything of one package that can be asked."""

    def __init__(
        self, name: str, manifest: Manifest | None, documents: Iterable[Document], files: Iterable[str] = ()
    ) -> None:
        self.name = name
        self.manifest = manifest
        self.documents = tuple(documents)
        self.files = tuple(files)
        """The path of every file, read or not."""

    @cached_property
    def standing(self) -> frozenset[str]:
        """The anchors that stand anywhere in it."""
        return frozenset().union(*(one.hits for one in self.documents))

    @cached_property
    def vendor(self) -> Vendor:
        """Whose hosts belong to what the skill says it is."""
        return Vendor.of(self.name, self.manifest, self.documents)

    @cached_property
    def purpose(self) -> Purpose:
        """What it says it is for."""
        return Purpose.of(self.name, self.manifest)

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """Every act of every document."""
        return tuple(act for document in self.documents for act in document.acts)

    def doing(self, *verbs: Verb) -> Iterator[Act]:
        """The acts of some verbs."""
        return (act for act in self.acts if act.verb in verbs)

    def document(self, path: str) -> Document | None:
        """The document of a file, if it was read."""
        return next((one for one in self.documents if one.path == path and not one.layers), None)
