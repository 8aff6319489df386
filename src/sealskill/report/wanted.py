"""Which findings a person is shown: all that count, and on request those that only authors want to hear."""

from __future__ import annotations

from sealskill.model.report import Audience, Axis, Finding, Scanned, Severity
from sealskill.report.format import Results


def wanted(scanned: Scanned, results: Results) -> tuple[Finding, ...]:
    """The findings of a package worth a person's time, worst first; with `verbose`, every one."""
    if results.verbose:
        return scanned.findings
    return tuple(one for one in scanned.findings if _matters(one))


def _matters(one: Finding) -> bool:
    return (
        one.audience is Audience.EVERYBODY and one.axis is not Axis.HYGIENE and one.severity is not Severity.INFO
    ) or bool(one.waived_by)
