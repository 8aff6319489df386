"""Code that arrives as text and is run inside the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Source, Verb
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts
from sealskill.scan.rules.piped_install import dials

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_EVALUATES = (
    r"\beval\b", r"\bexec\b", r"\bcompile\b", r"\bFunction\b", r"\bmarshal\b", r"\bpickle\b", r"\bb(?:ase)?(?:64|85)",
    r"\bzlib\b", r"fromhex", r"fromCharCode", r"\batob\b", r"\bimport_module\b", r"__import__", r"\bvm\.", r"-enc",
    *_acts.SINKS,
)  # fmt: skip


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every run of code that was fetched or decoded first."""
    for act in _acts.meant(hits, Verb.RUN):
        if act.source is Source.FETCHED and not _acts.piped(act):
            axis, severity, confidence = dials(package, act)
            yield RULE.at(
                act.span, axis=axis, severity=severity, confidence=_acts.sure(package, act, confidence),
                message=f"what {_acts.whither(act)} sends is run as code", chain=_acts.trail(package, act),
            )  # fmt: skip
        elif act.source is Source.DECODED and not _bundled(act):
            yield RULE.at(
                act.span, severity=Severity.HIGH if act.hidden or act.unasked else Severity.MEDIUM,
                confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
                message="data is decoded and run as code",
            )  # fmt: skip


def _bundled(act: Act) -> bool:
    """Whether it is the build of somebody's library, or a program that is plain to read."""
    return act.span.document.path.endswith((".min.js", ".bundle.js")) or bool(_IN_SIGHT.search(act.span.data))


_IN_SIGHT = pattern(
    r"\b(?:python[\d.]*|node|perl|ruby)\s+-[ce]\s+[\"']\s*(?:import|from|print|const|let|require|use|puts)\b"
)
"""A program that stands there in full, with a value put into it."""


RULE = Rule(
    id="remote-code",
    title="text becomes code",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Code that nobody can read before it runs can do anything, and something else each day.",
    remedy="Ship the code as code.",
    look=look,
    anchors=_EVALUATES,
)
