"""What a rule is: it names its anchors, looks where they hit, and only points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.model.value import Value
from sealskill.scan import folders, masks
from sealskill.scan import rules as folder
from sealskill.scan.document import Document, Span

if TYPE_CHECKING:
    from sealskill.scan.package import Package

MAX_FINDINGS = 50
"""Findings of one rule in one package. The rest is counted in the last of them: a flood must not hide others."""


class Hits(Value):
    """The documents in which an anchor of a rule stands."""

    documents: tuple[Document, ...]

    def __iter__(self) -> Iterator[Document]:
        return iter(self.documents)


Look = Callable[["Package", Hits], Iterable[Finding]]


class Rule(Value):
    """One rule: three dials, the words people see, and the function that looks."""

    id: str
    title: str
    """What is the case when it points: the start of every message."""
    axis: Axis
    severity: Severity
    confidence: Confidence
    why: str
    """Why it matters, to somebody who never heard of it."""
    remedy: str
    """What would make it fine."""
    look: Look
    anchors: tuple[str, ...] = ()
    """RE2 patterns, in any case; `look` is called only if one stands in a document. None: it is always called."""
    given: tuple[tuple[str, ...], ...] = ()
    """Further groups of anchors: one of each has to stand somewhere in the package, or `look` is not called."""
    audience: Audience = Audience.EVERYBODY

    @property
    def info(self) -> RuleInfo:
        """What people are told of it."""
        return RuleInfo(
            id=self.id, title=self.title, axis=self.axis, severity=self.severity, confidence=self.confidence,
            why=self.why, remedy=self.remedy, audience=self.audience,
        )  # fmt: skip

    @property
    def all_anchors(self) -> frozenset[str]:
        """Every anchor it names."""
        return frozenset(self.anchors).union(*self.given)

    def wants(self, standing: frozenset[str]) -> bool:
        """Whether a package in which these anchors stand is worth a look."""
        groups = (self.anchors, *self.given)
        return all(not group or standing.intersection(group) for group in groups)

    def at(
        self, span: Span, *, message: str = "", chain: Sequence[Span] = (), axis: Axis | None = None,
        severity: Severity | None = None, confidence: Confidence | None = None,
    ) -> Finding:  # fmt: skip
        """A finding of this rule at a span; `message` says what is particular to this one."""
        place = span.place
        return Finding(
            rule=self.id,
            axis=axis or self.axis,
            severity=severity or self.severity,
            confidence=confidence or self.confidence,
            message=masks.masked(message) if message else self.title,
            path=place.path,
            line=place.line,
            evidence=place.evidence,
            layers=place.layers,
            chain=tuple(one.place for one in chain),
            audience=self.audience,
        )


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule, by id. Raises Forgotten: a rule that is missing in silence guards nothing."""
    found = []
    for name, rule in folders.objects(folder, "RULE", Rule):
        if rule.id != name.replace("_", "-"):
            raise folders.Forgotten(f"rules/{name}.py holds the rule {rule.id!r}: name both alike")
        found.append(rule)
    return tuple(found)
