"""A text that sends the agent to a file that is not there makes it guess."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.scan.facts.mentions import mentions
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every file of the package that a text names and that does not exist."""
    there = {*package.files, *(posixpath.dirname(path) for path in package.files)}
    for text in package.texts:
        for path, span in mentions(text):
            near = posixpath.normpath(posixpath.join(posixpath.dirname(text.path), path))
            if path not in there and near not in there and not near.startswith(".."):
                yield RULE.at(span, message=f"{path} is not in the package")


RULE = Rule(
    id="broken-reference",
    title="a file that is named is not there",
    axis=Axis.HYGIENE,
    severity=Severity.LOW,
    confidence=Confidence.MEDIUM,
    audience=Audience.AUTHOR,
    why="The agent looks for the file, does not find it, and carries on without what it should have read.",
    remedy="add the file, or take the reference out",
    anchors=(r"\b(?:scripts|references|assets)/[\w.-]",),
    look=look,
)
