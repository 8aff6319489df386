"""Many mild findings cannot crowd out the one that matters, and of two at one place the worse is kept."""

from __future__ import annotations

from sealskill.model.report import Axis, Confidence, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.readers import Structure
from sealskill.scan.rule import MAX_FINDINGS, Rule
from sealskill.scan.run import _capped

LINES = MAX_FINDINGS + 20


def rule() -> Rule:
    return Rule(
        id="a-rule", axis=Axis.MALICE, severity=Severity.LOW, confidence=Confidence.MEDIUM, title="a thing",
        why="it matters", remedy="leave it", look=lambda package, hits: (),
    )  # fmt: skip


def text() -> Document:
    return Document("SKILL.md", Kind.MARKDOWN, b"a line\n" * LINES, Structure())


def test_a_flood_of_mild_findings_does_not_hide_a_grave_one() -> None:
    document, one = text(), rule()
    mild = [one.at(document.span(at * 7, at * 7 + 6)) for at in range(LINES - 1)]
    grave = one.at(document.span((LINES - 1) * 7, LINES * 7 - 1), severity=Severity.CRITICAL)
    kept = _capped(one, iter([*mild, grave]))
    assert len(kept) == MAX_FINDINGS
    assert grave in kept
    assert kept[-1].message.endswith("(and 20 more places)")


def test_of_two_findings_at_one_place_the_worse_is_kept() -> None:
    document, one = text(), rule()
    mild, grave = one.at(document.span(0, 6)), one.at(document.span(0, 6), severity=Severity.HIGH)
    assert _capped(one, iter([mild, grave])) == [grave]
