"""One manifest that two plausible readers read differently: one is shown, the other runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _manifest

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every place where the parser of the manifest says that another parser reads on differently."""
    for problem, span in _manifest.noted(package, "two-readings"):
        yield RULE.at(span, message=f"the manifest has two readings: {problem.message}")
    for problem, span in _manifest.noted(package, "byte-order-mark"):
        said = f"{problem.message}: readers that want `---` first see no manifest"
        yield RULE.at(span, message=said, axis=Axis.HYGIENE, severity=Severity.LOW)


RULE = Rule(
    id="parser-differential",
    title="the manifest has two readings",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="What a reviewer's tool shows and what a host acts on are then two different manifests.",
    remedy="Give each field once, in one block, in words that every YAML reader takes alike.",
    look=look,
)
