"""What is installed is whatever is newest on that day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Verb
from sealskill.scan.facts.packages import is_pinned
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every package that a program or the agent installs without naming a version."""
    for act in _acts.meant(hits, Verb.INSTALL):
        loose = [one for one in act.what.split() if one[:1].isalnum() and not is_pinned(one)]
        if loose and act.doer in (Doer.CODE, Doer.AGENT):
            yield RULE.at(act.span, message=f"no version is named: {' '.join(loose[:5])}")


RULE = Rule(
    id="unpinned-install",
    title="a package is installed without a version",
    axis=Axis.POWER,
    severity=Severity.INFO,
    confidence=Confidence.HIGH,
    audience=Audience.AUTHOR,
    why="A package that is taken over tomorrow is installed tomorrow.",
    remedy="Name the version that was tried.",
    look=look,
    anchors=(
        r"\b(?:pip3?|pipx|uv|npm|pnpm|yarn|bun|poetry|gem|cargo|go|brew|conda)\s+(?:\S+\s+)?(?:install|add|i|get)\b",
        r"\bnpx\b",
        r"\buvx\b",
    ),
)
