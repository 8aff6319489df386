"""One sentence that may be an order: who is told, how, and of what it speaks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from sealskill.scan import manner
from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.facts.places import data_at
from sealskill.scan.facts.triggers import STANDING, standing
from sealskill.scan.language import _verbs
from sealskill.scan.language._context import Recent
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Link, Sentence, Where

_AROUND = 600
"""Bytes of a paragraph on either side of a sentence that speak of the same thing."""
_TITLE = 60
"""Bytes of a heading up to which it names what follows; a longer one may well be an order."""
_VERBS_LAST = pattern(r"[\p{Hiragana}\p{Katakana}\p{Hangul}]|[把将]")


def doer_at(sentence: Sentence, offset: int, *, quotes: bool = True) -> Doer | None:
    """Who is told to do what stands at an offset of a sentence; None where the sentence is no order at all."""
    if _names(sentence) or (to := sentence.to) not in (Doer.AGENT, Doer.PERSON):
        return None
    if sentence.lesson or manner.forbids(_clause(sentence, offset)):
        return Doer.NOBODY
    return Doer.NOBODY if quotes and (sentence.quoted or _inside(sentence, offset)) else to


def _names(sentence: Sentence) -> bool:
    """Whether a sentence names or shows rather than speaks."""
    return sentence.shown or (sentence.where is Where.HEADING and len(sentence.words) < _TITLE)


def _clause(sentence: Sentence, offset: int) -> bytes:
    """What stands before an offset in the same clause: a `do not` there is about what follows."""
    before = sentence.prose.text[sentence.start : sentence.start + offset]
    return before[max((found.end() for found in _CLAUSE.finditer(before)), default=0) :]


_CLAUSE = pattern(r"[;:—]\s|\b(?:but|instead|then|rather|however)\b|；|：|，(?:而是|然后)|\b(?:sino|sondern|mais|но)\b")


def _inside(sentence: Sentence, offset: int) -> bool:
    """Whether an offset stands between quotation marks."""
    return sentence.prose.quotation_at(sentence.start + offset) is not None


class Said:
    """A sentence that tells somebody to do something, and what it is done with."""

    def __init__(self, sentence: Sentence, recent: Recent) -> None:
        self.sentence = sentence
        self.recent = recent
        self.text = sentence.prose.text[sentence.start : sentence.end]

    @classmethod
    def of(cls, sentence: Sentence, recent: Recent) -> Said | None:
        """The sentence as an order, or None where it is none."""
        if _names(sentence) or sentence.to not in (Doer.AGENT, Doer.PERSON):
            return None
        recent.at(sentence.block)
        return cls(sentence, recent)

    @cached_property
    def verbs_last(self) -> bool:
        """Whether it is in a language that puts the verb after what it is about."""
        return not self.text.isascii() and bool(_VERBS_LAST.search(self.text))

    def act(self, verb: Verb, at: int, **more: object) -> Iterator[Act]:
        """One act of this sentence, its verb at an offset."""
        doer = doer_at(self.sentence, at)
        if doer is not None:
            yield Act(
                verb=verb, span=self.sentence.span, doer=doer, hidden=self.hidden, unasked=self.unasked,
                **more,  # type: ignore[arg-type]  # each maker names fields of an act
            )  # fmt: skip

    @cached_property
    def around(self) -> bytes:
        """The paragraph or item it stands in: what is said of it there holds for it."""
        block = self.sentence.prose.blocks[self.sentence.block]
        start, end = self.sentence.start - _AROUND, self.sentence.end + _AROUND
        return self.sentence.prose.text[max(block.start, start) : min(block.end, end)]

    @cached_property
    def hidden(self) -> bool:
        """Whether nobody is meant to notice."""
        return bool(_verbs.SILENTLY.search(self.around))

    @cached_property
    def unasked(self) -> bool:
        """Whether it is done without being asked for."""
        sentence = self.sentence
        introduced = standing(sentence.prose.leads(sentence.block), sentence.heading)
        return introduced or bool(STANDING.search(self.around))

    def link(self, at: int = 0) -> Link | None:
        """The first address of the network after an offset."""
        place = self.sentence.prose.span(self.sentence.start + at, self.sentence.start + at + 1).start
        return next((one for one in self.sentence.links if one.span.start >= place and "://" in one.url), None)

    def data(self, at: int = 0) -> frozenset[Data]:
        """What the words after an offset speak of."""
        rest = self.text[at:]
        return _verbs.data_in(rest) | data_at(rest)
