"""A picture that runs code when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Kind
from sealskill.scan.facts import pictures
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every script, handler and script address of an SVG."""
    for document in hits:
        if document.kind is Kind.SVG:
            yield from (RULE.at(span, message=f"{RULE.title}: {said}") for said, span in pictures.active(document))


RULE = Rule(
    id="active-image",
    title="a picture runs code when it is opened",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.HIGH,
    why="Nobody expects a program in a picture; opened from a site, it acts there as the person who is signed in.",
    remedy="Save the picture without scripts and handlers.",
    look=look,
    anchors=pictures.ANCHORS,
)
