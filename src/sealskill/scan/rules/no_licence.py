"""Without a licence nobody may use, change or pass on what was published."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.manifest import Dialect
from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_FILES = ("license", "licence", "copying", "unlicense")


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """One finding where neither the manifest nor a file says it."""
    if package.manifest is None or package.manifest.dialect is not Dialect.SKILL_MD or not package.texts:
        return
    named = any(path.lower().startswith(_FILES) for path in package.files)
    if not package.manifest.license and not named:
        yield RULE.at(package.texts[0].span(0, 0))


RULE = Rule(
    id="no-licence",
    title="no licence is named",
    axis=Axis.HYGIENE,
    severity=Severity.INFO,
    confidence=Confidence.HIGH,
    audience=Audience.AUTHOR,
    why="Without one, those who would like to use or mend the skill may not.",
    remedy="put `license:` into the frontmatter, or a LICENSE file beside it",
    look=look,
)
