"""One package as rules see it: its documents, and facts that are gathered once, when a rule first asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from sealskill.model.manifest import Manifest
from sealskill.model.problem import Problem
from sealskill.scan.act import Act, Verb
from sealskill.scan.document import Beside, Document, Kind, Span
from sealskill.scan.facts.errands import Errand, errand
from sealskill.scan.facts.purpose import Purpose
from sealskill.scan.facts.staged import Staged
from sealskill.scan.facts.vendor import Vendor


class Package:
    """Everything of one package that can be asked."""

    def __init__(
        self,
        name: str,
        manifest: Manifest | None,
        documents: Iterable[Document],
        files: Iterable[str] = (),
        problems: Iterable[Problem] = (),
    ) -> None:
        self.name = name
        self.manifest = manifest
        self.documents = tuple(documents)
        beside = Beside(self.documents)
        for one in beside.by_path.values():
            one.beside = beside
        self.files = tuple(files)
        """The path of every file, read or not."""
        self.problems = tuple(problems)
        """What the parser of the manifest noted."""
        self._errands: dict[str, Errand | None] = {}

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

    @cached_property
    def staged(self) -> Staged:
        """What its programs lay down for each other."""
        return Staged(one for one in self.documents if one.kind is not Kind.MARKDOWN)

    def doing(self, *verbs: Verb) -> Iterator[Act]:
        """The acts of some verbs."""
        return (act for act in self.acts if act.verb in verbs)

    @cached_property
    def texts(self) -> tuple[Document, ...]:
        """The texts for the agent, the main one first, as everything starts there."""
        return tuple(sorted((one for one in self.documents if one.kind is Kind.MARKDOWN), key=_depth))

    def way_to(self, path: str) -> tuple[Span, ...]:
        """The places in the texts that lead to a file, outermost first; none where no text names it."""
        steps: list[Span] = []
        while len(steps) < _MAX_STEPS and (step := _named_in(path, self.texts)) is not None:
            if any(one.document.path == step.document.path for one in steps):
                break
            steps.insert(0, step)
            path = step.document.path
        return tuple(steps)

    def errand(self, path: str) -> Errand | None:
        """The order of a text to run the program at a path, if there is any."""
        if path not in self._errands:
            self._errands[path] = errand(path, (*self.texts, *self._notes))
        return self._errands[path]

    @cached_property
    def _notes(self) -> tuple[Document, ...]:
        return tuple(one for one in self.documents if one.kind is Kind.TEXT)

    def document(self, path: str) -> Document | None:
        """The document of a file, if it was read."""
        return next((one for one in self.documents if one.path == path and not one.layers), None)


_MAX_STEPS = 4
"""Texts one behind the other that a report shows."""
_LEAST = 4
"""Characters a file name must have to be told from a word."""


def _depth(document: Document) -> tuple[int, bool, str]:
    return (document.path.count("/"), not document.path.endswith("SKILL.md"), document.path)


def _named_in(path: str, texts: Iterable[Document]) -> Span | None:
    name = path.rpartition("/")[2].encode()
    if len(name) < _LEAST or name == b"SKILL.md":
        return None
    for text in texts:
        at = text.data.find(name) if text.path != path else -1
        if at >= 0:
            return text.span(at, at + len(name))
    return None
