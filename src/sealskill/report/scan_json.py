"""A scan as one JSON document with stable names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from sealskill.model import opinion
from sealskill.model.opinion import Opinion
from sealskill.model.report import Finding, Place, Scanned, Unread
from sealskill.report.encode import encode
from sealskill.report.format import Results
from sealskill.report.scan_shapes import (
    Claimed,
    Counted,
    Coverage,
    Heard,
    Judged,
    Lost,
    Opaque,
    Pointed,
    ScanDocument,
    Step,
    Verdicted,
    Waived,
)  # fmt: skip


def render(results: Results) -> str:
    """The document as text."""
    return encode("scan/1", document(results))


def document(results: Results) -> ScanDocument:
    """Everything of a scan, each package in the order it was found."""
    summary = Counted(
        **msgspec.structs.asdict(results.summary),
        policy=results.policy,
        engine=results.engine,
        waivers=waived(results.scans),
        lost=tuple(Lost(path=one.path, why=one.why, advice=one.advice) for one in results.lost),
        notices=results.notices,
        judge=_heard(results.scans),
    )
    return ScanDocument(skills=tuple(map(_skill, results.scans)), summary=summary)


def waived(scans: Iterable[Scanned]) -> tuple[Waived, ...]:
    """Every waiver that was used: in each package, by rule and reason."""
    used = Counter((one.path, found.rule, found.waived_by) for one in scans for found in one.findings)
    return tuple(
        Waived(reason=reason, rule=rule, skill=skill, findings=count)
        for (skill, rule, reason), count in used.items()
        if reason
    )


def _skill(one: Scanned) -> Verdicted:
    coverage = one.report.coverage
    return Verdicted(
        path=one.path,
        name=one.name,
        seal=one.report.seal,
        verdict=one.verdict.value,
        findings=pointed(one),
        coverage=Coverage(files=coverage.files, bytes=coverage.bytes, unread=opaque(one.report.coverage.unread)),
        judge=_judged(one.opinion) if one.opinion is not None else UNSET,
    )


def _judged(one: Opinion) -> Judged:
    facts = tuple(Claimed(**msgspec.structs.asdict(fact)) for fact in one.facts)
    known = {name: value for name, value in msgspec.structs.asdict(one).items() if name != "findings"}
    return Judged(**{**known, "facts": facts, "unread": opaque(one.unread)})


def _heard(scans: Iterable[Scanned]) -> Heard | UnsetType:
    counts = opinion.Heard.of(scans)
    return Heard(**msgspec.structs.asdict(counts)) if counts is not None else UNSET


def pointed(one: Scanned) -> tuple[Pointed, ...]:
    """Every finding of a package, waived ones among them."""
    return tuple(map(_finding, one.findings))


def opaque(unread: Iterable[Unread]) -> tuple[Opaque, ...]:
    """What of a package was not read."""
    return tuple(Opaque(path=lost.path, why=why_of(lost)) for lost in unread)


def _finding(one: Finding) -> Pointed:
    return Pointed(
        rule=one.rule, axis=one.axis.value, severity=one.severity.value, confidence=one.confidence.value,
        message=one.message, path=one.path, line=one.line,
        evidence=one.evidence, chain=_chain(one), waived_by=one.waived_by or None,
    )  # fmt: skip


def _chain(one: Finding) -> tuple[Step, ...]:
    own = Place(path=one.path, line=one.line, evidence=one.evidence, layers=one.layers)
    return tuple(map(_step, one.chain or ((own,) if one.layers else ())))


def why_of(lost: Unread) -> str:
    """Why something was not read: the kind, then the words."""
    return f"{lost.why.value}: {lost.said}" if lost.said else lost.why.value


def _step(one: Place) -> Step:
    return Step(path=one.path, line=one.line, evidence=one.evidence, layers=one.layers)
