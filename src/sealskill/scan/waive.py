"""What a person accepted: by a waiver, or in a baseline. The scanned tree has no say in it.

A waiver holds for one rule in one seal until a day. A baseline is the list of findings an old tree was adopted with:
what may block, and what was not read, is accepted for the very seal alone; power and hygiene also after an edit, as
long as rule, file and evidence are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date

import msgspec

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Axis, Confidence, Coverage, Finding, Report, Severity, Unread
from sealskill.model.settings import Waiver
from sealskill.model.value import Value

UNREAD = RuleInfo(
    id="unread",
    title="a file was not read",
    axis=Axis.POWER,
    severity=Severity.INFO,
    confidence=Confidence.HIGH,
    why="What no rule has seen may hold anything; a scan that skipped it cannot call the skill clean.",
    remedy="Take the file out, put it in as text or in a format that is read, or accept it by a waiver for this seal.",
)


class Accepted(Value):
    """One finding of a baseline."""

    rule: str
    name: str
    """The name of the skill."""
    path: str
    evidence: str
    """The digest of what the finding shows."""
    seal: str | None = None
    """The seal it was found in; None accepts it after an edit, too."""


class Baseline(Value):
    """What an old tree was adopted with."""

    source: str = ""
    accepted: frozenset[Accepted] = frozenset()


class Applied(Value):
    """The findings of a report with those that were accepted marked, and what still counts as not read."""

    findings: tuple[Finding, ...]
    coverage: Coverage


def applied(report: Report, name: str, waivers: Iterable[Waiver], baseline: Baseline, today: date) -> Applied:
    """The report as a person accepted it. An accepted file that was not read is listed as a waived finding."""
    standing = [one for one in waivers if one.seal == report.seal and date.fromisoformat(one.until) >= today]
    if not standing and not baseline.accepted:
        return Applied(findings=report.findings, coverage=report.coverage)

    def judged(one: Finding) -> Finding:
        reason = _waived(one, standing) or _known(one, name, report.seal, baseline)
        return msgspec.structs.replace(one, waived_by=reason) if reason else one

    unread = {lost: judged(as_finding(lost)) for lost in report.coverage.unread}
    counting = tuple(lost for lost, one in unread.items() if not one.waived_by)
    accepted = (one for one in unread.values() if one.waived_by)
    return Applied(
        findings=(*map(judged, report.findings), *accepted),
        coverage=msgspec.structs.replace(report.coverage, unread=counting),
    )


def _waived(one: Finding, standing: list[Waiver]) -> str:
    for waiver in standing:
        if waiver.rule == one.rule and waiver.path in ("", one.path):
            return f"{waiver.reason} (until {waiver.until})"
    return ""


def _known(one: Finding, name: str, seal: str | None, baseline: Baseline) -> str:
    kept = entry(one, name, seal)
    return f"known in the baseline {baseline.source}" if _holds(one, kept) and kept in baseline.accepted else ""


def _holds(one: Finding, kept: Accepted) -> bool:
    """Whether there are bytes, or at least a file, that the acceptance is about."""
    bound = one.axis is Axis.MALICE or one.rule == UNREAD.id
    return bool(one.path) and (not bound or kept.seal is not None)


def as_finding(lost: Unread) -> Finding:
    """What was not read, in the form of a finding of the rule `unread`, so that it can be accepted like one."""
    said = f"{lost.why.value}: {lost.said}" if lost.said else lost.why.value
    return Finding(
        rule=UNREAD.id, axis=UNREAD.axis, severity=UNREAD.severity, confidence=UNREAD.confidence,
        message=f"not read, {said}", path=lost.path, line=1,
    )  # fmt: skip


def entry(one: Finding, name: str, seal: str | None) -> Accepted:
    """A finding as a baseline keeps it."""
    shown = [one.message, one.evidence, *one.layers, *(f"{step.path} {step.evidence}" for step in one.chain)]
    digest = hashlib.sha256("\0".join(shown).encode("utf-8", "replace")).hexdigest()
    bound = one.axis is Axis.MALICE or one.rule == UNREAD.id
    return Accepted(rule=one.rule, name=name, path=one.path, evidence=digest, seal=seal if bound else None)


def adopted(reports: Iterable[tuple[str, Report]]) -> Iterator[Accepted]:
    """What a baseline of some packages accepts. What may block in a package without seal can be bound to nothing."""
    for name, report in reports:
        for one in (*report.findings, *map(as_finding, report.coverage.unread)):
            kept = entry(one, name, report.seal)
            if _holds(one, kept):
                yield kept


def complaints(waivers: Iterable[Waiver], known: frozenset[str], today: date) -> Iterator[str]:
    """What is wrong with waivers: those that hold no longer, and those that name no rule."""
    for one in waivers:
        if one.rule not in known:
            yield f"a waiver names the rule {one.rule}, which there is not: it waives nothing"
        elif date.fromisoformat(one.until) < today:
            yield f"the waiver of {one.rule} for {one.seal} ended on {one.until}: {one.reason}"
