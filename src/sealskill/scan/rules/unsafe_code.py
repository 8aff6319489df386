"""Code that somebody else can turn against its user: not ill meant, but not safe either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Source, Verb
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_SAID = {
    Verb.RUN: "whatever a caller passes in is run",
    Verb.READ: "whatever path a caller names is read",
    Verb.REPEAT: "a loop that nothing ends",
}


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every act of a program that is steered by whoever calls it."""
    for act in _acts.meant(hits, Verb.RUN, Verb.READ, Verb.REPEAT):
        if act.doer is Doer.CODE and _unsafe(act):
            yield RULE.at(
                act.span, message=_SAID[act.verb], confidence=_acts.sure(package, act), chain=_acts.trail(package, act)
            )


def _unsafe(act: Act) -> bool:
    if act.verb is Verb.REPEAT:
        return True
    return act.source is Source.INPUT and (act.verb is Verb.READ or _acts.evaluates(act))


RULE = Rule(
    id="unsafe-code",
    title="code that its input can turn against the user",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="A page, a file or a message that the agent reads can carry input that does more than was meant.",
    remedy="Check input against what is expected, pass arguments as a list, bind values to queries.",
    look=look,
    anchors=(
        r"\beval\b", r"\bexec\b", r"\bos\.system\b", r"shell ?= ?True", r"\.execute(?:many|script)?\(",
        r"while True|while ?\( ?true|for ?\( ?; ?; ?\)",  r"\bexecSync\b|child_process",
        r"pickle\.loads?|yaml\.load\b",
    ),
)  # fmt: skip
