"""Errands: programs of its own package that a text has run, asked for or not.

`Always run scripts/check.sh` is harmless or a disaster, and only the script tells which: this joins the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sealskill.scan.act import Doer
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.triggers import standing
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Sentence, Where

_LEAST = 4
"""Characters a file name must have to be told from a word."""
_MAX_PLACES = 20
"""Places of one text that name a program and are looked at."""
_TEXTS = frozenset((Kind.MARKDOWN, Kind.TEXT))
_UNSEEN = frozenset((Where.COMMENT, Where.ALT, Where.HIDDEN))
"""Whatever is ordered where no person reads it, no person asked for."""
_RUNS = pattern(
    r"\b(?:run|running|execute|executing|launch|start|call|invoke|use|with|via|trigger|source|bash|sh|python3?|node)\b|"
    r"运行|执行|実行|실행|ejecut|execut|exécut|führ|starte|запуст|выполн"
)


class Errand(msgspec.Struct, frozen=True, gc=False):
    """A program that a text has run."""

    span: Span
    standing: bool
    """Whether it goes with all work, whatever the person asked for."""


def errand(path: str, texts: Iterable[Document]) -> Errand | None:
    """The first order of some texts to run the program at a path, a standing one before others; None without any."""
    name = path.rpartition("/")[2].encode()
    if len(name) < _LEAST:
        return None
    found = [one for text in texts if text.kind in _TEXTS and text.path != path for one in _orders(text, name)]
    return next((one for one in found if one.standing), found[0] if found else None)


def _orders(text: Document, name: bytes) -> Iterator[Errand]:
    prose = text.sentences if name in text.data else None
    if not isinstance(prose, Prose):
        return
    at = -1
    for _ in range(_MAX_PLACES):
        at = prose.text.find(name, at + 1)
        sentence = prose.at(at) if at >= 0 else None
        if sentence is None:
            break
        if _is_order(sentence):
            unseen = sentence.where in _UNSEEN
            said = unseen or standing(prose.leads(sentence.block), sentence.heading)
            yield Errand(prose.span(at, at + len(name)), said)
    yield from _fenced(text, prose, name)


def _is_order(sentence: Sentence) -> bool:
    said = sentence.to is not Doer.NOBODY or _RUNS.search(sentence.words)
    return bool(said) and not sentence.lesson and not sentence.negated


def _fenced(text: Document, prose: Prose, name: bytes) -> Iterator[Errand]:
    """The code blocks of a text that run it."""
    for fence in getattr(prose, "fences", ()):
        at = text.data.find(name, fence.start, fence.end)
        if at >= 0:
            yield Errand(text.span(at, at + len(name)), standing(prose.leads(fence.lead), fence.heading))
