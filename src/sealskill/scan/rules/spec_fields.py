"""What the AgentSkills specification asks of a manifest beyond what makes it load."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.manifest import Dialect, Manifest
from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# The numbers are those of the specification.
_NAME = pattern(r"^[a-z0-9]+(?:-[a-z0-9]+)*$", case=True)
_MAX_NAME = 64
_MAX_DESCRIPTION = 1_024
_MAX_COMPATIBILITY = 500


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every field outside the specification."""
    if package.manifest is None or package.manifest.dialect is not Dialect.SKILL_MD or not package.texts:
        return
    for said in _faults(package.manifest):
        yield RULE.at(package.texts[0].span(0, 0), message=said)


def _faults(manifest: Manifest) -> Iterator[str]:
    if not _NAME.search(manifest.name.encode()) or len(manifest.name) > _MAX_NAME:
        yield "the name is not made of at most 64 lower-case letters, digits and single hyphens"
    if not manifest.description.strip():
        yield "there is no description"
    if len(manifest.description) > _MAX_DESCRIPTION:
        yield f"the description has {len(manifest.description)} characters; {_MAX_DESCRIPTION} are allowed"
    if len(manifest.compatibility) > _MAX_COMPATIBILITY:
        yield f"compatibility has {len(manifest.compatibility)} characters; {_MAX_COMPATIBILITY} are allowed"


RULE = Rule(
    id="spec-fields",
    title="a field is outside the AgentSkills specification",
    axis=Axis.HYGIENE,
    severity=Severity.LOW,
    confidence=Confidence.HIGH,
    audience=Audience.AUTHOR,
    why="Other hosts refuse the skill, or cut the field.",
    remedy="run `sealskill validate` and mend what it names",
    look=look,
)
