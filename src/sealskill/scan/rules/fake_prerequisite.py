"""Nothing works without it, it comes from somewhere else, and here is how to run it: the commonest lure there is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Source, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.hosts import account_of, host_of
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.facts.wares import Ware
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _lures
from sealskill.scan.rules._lures import Lure

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_NAMELESS, _STRANGE, _PAGE = 3, 2, 1
"""How far an artefact is from the vendor: nobody's, somebody else's, only a page of somebody else's."""
_PLACES = {
    Standing.NAMELESS: _NAMELESS, Standing.FALSE: _NAMELESS, Standing.FREE: _STRANGE, Standing.CODE: _STRANGE,
    Standing.THIRD: _STRANGE, Standing.SPOKEN: _PAGE, Standing.VENDOR: 0,
}  # fmt: skip
_CLAIM = 2
_BLOCKS, _WARNS = 6, 5


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every artefact off the vendor that a text claims to be needed and has somebody run."""
    for document in hits:
        for lure in _lures.lures(package, document):
            place = _place(package, lure)
            if place:
                yield from _judged(package, lure, place)
        yield from _piped(package, document)


def _piped(package: Package, document: Document) -> Iterator[Finding]:
    """A command under a claim of need that runs what a stranger sends whom the text does not even name."""
    prose = document.sentences
    if document.kind not in _lures.TEXTS or not isinstance(prose, Prose):
        return
    for act in document.acts:
        if act.verb is Verb.RUN and act.source is Source.FETCHED and act.coded and act.doer is not Doer.NOBODY:
            above = _above(prose, _acts.place_in(document, act.span))
            stands = standing(act.url, package.vendor)
            if above and stands in _PIPED and _lures.NEED.search(_lures.section(above)) and not _named(prose, act.url):
                yield RULE.at(
                    act.span, chain=(*package.way_to(document.path), above.span, act.span),
                    message=f"it claims to need what {host_of(act.url)} sends, and does not say whose that is",
                )  # fmt: skip


_PIPED = frozenset({Standing.THIRD, Standing.CODE, Standing.FREE, Standing.NAMELESS, Standing.FALSE})


def _above(prose: Prose, place: int) -> Sentence | None:
    """The last sentence before a place of the document."""
    at = bisect_right(prose.blocks, place, key=lambda block: prose.offset(block.start)) - 1
    found = prose.within(at) if at >= 0 else ()
    return found[-1] if found else None


def _named(prose: Prose, url: str) -> bool:
    """Whether the text speaks of the host's owner by name: `Install Harbour`, harbour.dev."""
    name = account_of(url).rpartition("/")[2].partition(".")[0]
    spoken = b" ".join(part for part in prose.text.lower().split() if b"/" not in part and b"." not in part[:-1])
    return name.replace("-", " ").encode() in spoken.replace(b"-", b" ")


def _judged(package: Package, lure: Lure, place: int) -> Iterator[Finding]:
    around = _lures.section(lure.sentence)
    run = _run(lure, around)
    if not run or not _claimed(lure, around):
        return
    score = place + _CLAIM + run
    if score >= _WARNS:
        yield RULE.at(
            lure.span, severity=Severity.CRITICAL if score >= _BLOCKS else Severity.MEDIUM,
            message=f"it claims to need something from {host_of(lure.url)}, which is not its vendor, and has it run",
            chain=(*package.way_to(lure.span.document.path), lure.sentence.span, lure.span),
        )  # fmt: skip


def _place(package: Package, lure: Lure) -> int:
    place = _PLACES.get(lure.standing, 0)
    if place == _STRANGE and lure.ware is Ware.PAGE:
        return _PAGE
    return _PAGE if place == _STRANGE and package.vendor.names(lure.url) else place


def _claimed(lure: Lure, around: bytes) -> bool:
    heading = lure.sentence.heading.encode()
    return bool(_lures.NEED.search(around) or _lures.NEED.search(heading)) or any(
        name in heading.lower() for name in _needed(lure.sentence.prose)
    )


@lru_cache(64)
def _needed(prose: Prose) -> tuple[bytes, ...]:
    """The names of everything that a text says it does not work without, wherever it says so."""
    names = {group.lower() for found in _NEEDED.finditer(prose.text) for group in found.groups() if group}
    return tuple(name for name in names if name not in _NO_NAMES)


_NEEDED = pattern(
    r"\b(?:requires?|needs?|depends?\s+on|relies\s+on)\s+(?:the\s+|an?\s+)?([a-z][\w.-]{2,40})\s+(?:(?:\w+\s+){0,2}?(?:utility|"
    r"tool|cli|package|program|agent|helper|binary|driver|runtime|service|library|component|module|app)\b|to\s+be\s+|installed\b)|"
    r"\b([a-z][\w.-]{2,40})\s+(?:must|needs\s+to|has\s+to)\s+be\s+(?:installed|running|active|present)"
)
_NO_NAMES = frozenset(b"the this that you user agent skill tool some any your its one following".split())


def _run(lure: Lure, around: bytes) -> int:
    """How it gets run, and how little anybody will see of it."""
    said = lure.words
    ways = (
        (3, bool(_lures.PASSWORD.search(said)) and lure.ware is not Ware.PAGE),
        (2, bool(_lures.TERMINAL.search(said) or (lure.ware is Ware.SCRIPT and _lures.TERMINAL.search(around)))),
        (2, bool(_lures.RUNS.search(said)) and lure.ware is not Ware.PAGE),
        (1, bool(_lures.FROM_PAGE.search(said)) and lure.ware is Ware.PAGE),
        (2, bool(_lures.UNGUARDED.search(around))),
    )
    return sum(weight for weight, found in ways if found)


RULE = Rule(
    id="fake-prerequisite",
    title="a claimed prerequisite comes from a stranger",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="The skill itself is harmless and works; the program it claims to need is what was meant to be run.",
    remedy="Name the tool's own vendor, or a package of a registry, and declare it under requires or install.",
    look=look,
    anchors=(
        r"\brequire", r"\bprerequisite", r"\bmust\b", r"\bneed", r"\bbefore\b", r"\bwithout\b", r"\bnecessary",
        r"\bmandatory", r"\bensure\b", r"\bmake sure", r"\bdepends? on", r"\bessential", r"\bfirst\b", r"\bone-time\b",
        "需要|必须|必須|必需|前置|先安装|前提|依赖|必要|필요|필수",
        "requier|necesit|obligatori|requisit|erforderlich|benötig",
        "voraussetz|nécess|requis|требу|необходим|обязательн|precisa|richiede|wymaga|gerekli",
    ),
    given=(("://",),),
)  # fmt: skip
