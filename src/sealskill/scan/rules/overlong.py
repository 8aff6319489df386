"""A body is read whole whenever the skill is used, so its length is paid for every time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# The AgentSkills specification advises to stay below both.
_MAX_LINES = 500
_MAX_TOKENS = 5_000
_BYTES_A_TOKEN = 4


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """One finding for a main text over the advised length."""
    for text in package.texts[:1]:
        lines, tokens = text.data.count(b"\n"), len(text.data) // _BYTES_A_TOKEN
        if lines > _MAX_LINES or tokens > _MAX_TOKENS:
            yield RULE.at(text.span(0, 0), message=f"the text is long: {lines} lines, about {tokens} tokens")


RULE = Rule(
    id="overlong",
    title="the text is longer than advised",
    axis=Axis.HYGIENE,
    severity=Severity.INFO,
    confidence=Confidence.HIGH,
    audience=Audience.AUTHOR,
    why="The model reads all of it each time, and pays less heed to each line.",
    remedy="keep the main text under 500 lines and move detail into references/",
    look=look,
)
