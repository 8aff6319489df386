"""A text that tells the model to drop what it was told before speaks for somebody else than the person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said, _tongues

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_OVERRIDE = pattern(_tongues.ANYTHING)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every sentence that orders it, milder where it may be about something else."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_OVERRIDE):
        if _said.hidden(one) or not (_said.warns_before(one, _OVERRIDE) or _yields(one)):
            yield RULE.at(one.span, confidence=_sure(package, one))


def _yields(one: Sentence) -> bool:
    """Whether it keeps that from happening, or puts the person above itself."""
    return bool(_PREVENTS.search(_before(one)) or _PERSON_FIRST.search(one.words))


_PERSON_FIRST = pattern(
    r"\buser(?:'?s)?\s+(?:\w+\s+)?(?:instructions?|requests?|preferences?)\s+(?:always\s+|still\s+)?(?:take\s+precedence|win|come\s+first)\b"
)


def _before(one: Sentence) -> bytes:
    """What stands before the words."""
    match = _OVERRIDE.search(one.words)
    words: bytes = one.words[: match.start()] if match else b""
    return words


_PREVENTS = pattern(
    r"\b(?:rather\s+than|instead\s+of|prevents?|preventing|(?:not|never|n't)\s+(?:let|allow)|without|so\s+(?:that\s+)?no)\b"
    r"[^.;:\n]{0,60}$"
)


def _sure(package: Package, one: Sentence) -> Confidence:
    if _said.hidden(one):
        return Confidence.HIGH
    return Confidence.LOW if package.purpose.covers(Topic.SECURITY) and not one.order else Confidence.MEDIUM


RULE = Rule(
    id="instruction-override",
    title="the text tells the model to drop its earlier instructions",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "An honest skill adds to what the person and the host have said. A text that asks the model to forget it "
        "wants to be obeyed instead of them."
    ),
    remedy=(
        "say what the skill does; leave the instructions of others alone. Quote the phrase where it is only an example"
    ),
    anchors=_said.anchors(*_tongues.OVERRIDE_ANCHORS),
    look=look,
)
