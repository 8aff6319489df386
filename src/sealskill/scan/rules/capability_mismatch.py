"""What a skill declares and what its content uses are two lists; a person who grants reads only the first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.capability import CapabilityName
from sealskill.model.manifest import Dialect
from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.used import SIGNS, used
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Each capability that is used and not declared, or declared and not used."""
    if package.manifest is None or package.manifest.dialect is not Dialect.SKILL_MD or not package.texts:
        return
    declared = {one.name for one in package.manifest.capabilities}
    found = used(package)
    for name in CapabilityName:
        if name in found and name not in declared:
            yield RULE.at(found[name], message=f"uses {name}, not declared")
        elif name in declared and name not in found:
            top = package.texts[0].span(0, 0)
            yield RULE.at(top, severity=Severity.INFO, message=f"declares {name}, uses it nowhere we can see")


RULE = Rule(
    id="capability-mismatch",
    title="what is declared and what is used differ",
    axis=Axis.POWER,
    severity=Severity.LOW,
    confidence=Confidence.MEDIUM,
    why="Capabilities are what a person is asked to grant. A list that leaves something out hides it from them, and a "
    "list that holds too much teaches them not to read it.",
    remedy="declare in metadata exactly the capabilities the text and the scripts use",
    anchors=(*SIGNS.values(), r"\bcapabilities\b"),
    look=look,
)
