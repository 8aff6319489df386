"""Vendor blocks of one manifest that disagree on what the skill needs, may do or installs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.problem import Level
from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _manifest

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every conflict that stops the manifest; fields that are only shown may differ."""
    for problem, span in _manifest.noted(package, "vendor-conflict"):
        if problem.level is Level.ERROR:
            yield RULE.at(span, message=f"vendor blocks of the manifest disagree: {problem.message}")


RULE = Rule(
    id="conflicting-vendor-blocks",
    title="vendor blocks of the manifest disagree",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="One host reads the first block, another the last: the one that was reviewed need not be the one that counts.",
    remedy="Keep one block, or give the same requirements, capabilities and installers in each.",
    look=look,
)
