"""The catalogue of rules, as a table for people and a document for programs."""

from __future__ import annotations

from collections.abc import Iterable

from sealskill.model.catalogue import RuleInfo
from sealskill.model.value import Value
from sealskill.report.page import Block, Page, Table, page


class RuleRow(Value):
    """One rule of `rules --json`."""

    id: str
    title: str
    axis: str
    """`malice power hygiene`."""
    severity: str
    confidence: str
    audience: str
    """`everybody`, or `author`: shown with `scan -v` alone."""
    why: str
    remedy: str


class RulesDocument(Value):
    """`rules --json`."""

    engine: str
    """The digest of rules and readers: findings are kept under it."""
    rules: tuple[RuleRow, ...]


def document(rules: Iterable[RuleInfo], engine: str) -> RulesDocument:
    """Every rule, by id."""
    return RulesDocument(engine=engine, rules=tuple(map(_row, rules)))


def _row(one: RuleInfo) -> RuleRow:
    return RuleRow(
        id=one.id, title=one.title, axis=one.axis.value, severity=one.severity.value, confidence=one.confidence.value,
        audience=one.audience.value, why=one.why, remedy=one.remedy,
    )  # fmt: skip


def catalogue(rules: Iterable[RuleInfo]) -> Page:
    """The rules as a table; `scan --explain RULE` tells everything of one."""
    rows = tuple((one.id, one.axis.value, one.severity.value, one.confidence.value, one.title) for one in rules)
    columns = ("Rule", "Axis", "Severity", "Confidence", "What it points at")
    return page(Block(title=f"Rules ({len(rows)})", table=Table(columns=columns, rows=rows, gives=(4,))))
