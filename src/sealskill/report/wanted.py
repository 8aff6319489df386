"""What of a scan people are shown, and in which order: the same in every format that is read by people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from sealskill.model.report import Audience, Axis, Finding, Place, Scanned, Severity

Group = tuple[str, tuple[Finding, ...]]
"""A rule and what it points at in one package."""


def counting(scanned: Scanned) -> tuple[Finding, ...]:
    """The findings nobody accepted, worst first."""
    return tuple(one for one in scanned.findings if not one.waived_by)


def wanted(scanned: Scanned, *, verbose: bool) -> tuple[Finding, ...]:
    """Those worth the time of a person who decides about a skill; with `verbose`, every one that counts."""
    return tuple(one for one in counting(scanned) if verbose or _matters(one))


def _matters(one: Finding) -> bool:
    mild = one.severity in (Severity.LOW, Severity.INFO)
    return one.audience is Audience.EVERYBODY and (one.axis is Axis.MALICE or (one.axis is Axis.POWER and not mild))


def by_rule(findings: Iterable[Finding]) -> tuple[Group, ...]:
    """The findings by their rule, in the order in which each rule comes first."""
    groups: dict[str, list[Finding]] = defaultdict(list)
    for one in findings:
        groups[one.rule].append(one)
    return tuple((rule, tuple(some)) for rule, some in groups.items())


def steps(one: Finding) -> tuple[Place, ...]:
    """The places a finding rests on: its own first, then those of its chain, none of them twice."""
    own = Place(path=one.path, line=one.line, evidence=one.evidence, layers=one.layers)
    found: dict[tuple[str, int, tuple[str, ...]], list[Place]] = defaultdict(list)
    for step in (own, *one.chain):
        told = found[step.path, step.line, step.layers]
        # A step may show more or less of a line that was shown already: the longer text says all of it.
        shorter = [at for at, other in enumerate(told) if other.evidence in step.evidence]
        if shorter:
            told[shorter[0]] = step
        elif not any(step.evidence in other.evidence for other in told):
            told.append(step)
    return tuple(step for some in found.values() for step in some)
