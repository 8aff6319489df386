"""Nothing works without it, it comes from somewhere else, and here is how to run it: the commonest lure there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.facts.standing import Standing
from sealskill.scan.facts.wares import Ware
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _lures
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
    if place == _STRANGE and _named_after(package, lure.url):
        return _PAGE
    return place


def _named_after(package: Package, url: str) -> bool:
    """Whether the file is called what the skill is called, or what it declares to need."""
    path = url.partition("://")[2].lower()
    return any(word in path for word in package.vendor.words)


def _claimed(lure: Lure, around: bytes) -> bool:
    return bool(_lures.NEED.search(around) or _lures.NEED.search(lure.sentence.heading.encode()))


def _run(lure: Lure, around: bytes) -> int:
    """How it gets run, and how little anybody will see of it."""
    said = lure.sentence.words
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
