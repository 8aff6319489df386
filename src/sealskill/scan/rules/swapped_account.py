"""An account that the person or somebody else wrote down is exchanged for one that the author chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.accounts import ACCOUNT, BANK_SHAPES, SHAPES, WRITTEN
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PROGRAMS = frozenset({Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.SHELL, Kind.POWERSHELL, Kind.CODE})
_SWAPS = pattern(
    r"\bsubn?\(|\.replace(?:All)?\(|\.gsub!?[( ]|\bpreg_replace\b|\bsed\s+-|ReplaceAll|-replace\b|\bRegex\.Replace\b"
)
# `instead of`, in the languages of the registry.
_FOR = (
    r"(?:\b(?:instead\s+of|in\s+place\s+of|in\s+lieu\s+of|rather\s+than|replac\w+|substitut\w+|swap\w*|statt|anstatt|anstelle|ersetz\w*|"
    r"en\s+(?:lugar|vez)\s+d|reemplaz\w*|sustitu\w*|em\s+vez\s+d|no\s+lugar\s+d|substitu\w*|au\s+lieu\s+d|à\s+la\s+place|remplac\w*|"
    r"invece\s+d|al\s+posto\s+d|sostitu\w*|in\s+plaats\s+van|vervang\w*|zamiast|zamie[nń]\w*|yerine|değiştir\w*)|"
    r"вместо|замен|代替|替换|替換|换成|而不是|の代わり|置き換え|差し替え|대신|바꾸|바꿔|교체)"
)
_GIVES = pattern(rf"(?i:{_FOR})(?s:.{{0,160}}?){WRITTEN}|{WRITTEN}(?s:.{{0,160}}?)(?i:{_FOR})", case=True)
_STEM = (
    r"\b0x[0-9a-f]{8}|\bbc1[a-z0-9]{8}|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|"
    r"\b[a-z]{2}\d\d\s?(?:\d{4}|[a-z]{4})\s?\d{4}\s?\d{4}"
)
# The same for the one pass over the bytes, which counts no letters.
_STANDS = r"\b0x[0-9a-f]+|\bbc1\w*\d\w*\d|\bT\w*\d\w*\d\w*\d\w*\d|\b[a-z]{2}\d\d\s?\w{4}\s?\d{4}\s?\d{4}"
_TRIED = pattern(
    r"\b(?:example|e\.g\.|test\s*net|contract|token\s+address|zero\s+address|placeholder|checksum|format)\b|例如|beispiel|ejemplo"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every program that exchanges accounts for one of its own, and every order to do so."""
    for document in hits:
        if document.kind in _PROGRAMS and not package.purpose.covers(Topic.SECURITY):
            yield from _coded(package, document)
    told = _said.Told(RULE, package, hits, stem=_STEM)
    for one in told.meaning(_GIVES):
        if _said.hidden(one) or (_said.ordered(one, _GIVES) and not _TRIED.search(one.words)):
            yield RULE.at(one.span, message="the text has money paid to another account than the one that was given")


def _coded(package: Package, document: Document) -> Iterator[Finding]:
    """A program that knows what accounts look like, has one written out, and puts things in the place of others."""
    own = next(document.places(ACCOUNT), None)
    knows = own is not None and any(next(document.places(one), None) for one in (SHAPES, BANK_SHAPES))
    if own and knows and next(document.places(_SWAPS), None) and not _acts.is_sample(package, document):
        yield RULE.at(own, chain=(*package.way_to(document.path), own))


RULE = Rule(
    id="swapped-account",
    title="accounts are exchanged for one that the author chose",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="The name on the invoice is right, and so is the sum: nobody compares the number, and the money is gone.",
    remedy="Take account numbers from the person's own records, leave others alone, and say if one changed.",
    look=look,
    anchors=(_STANDS,),
)
