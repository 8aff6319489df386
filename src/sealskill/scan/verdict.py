"""What a policy makes of findings. The only place in which a finding turns into a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from sealskill.model.report import Axis, Confidence, Coverage, Finding, Severity
from sealskill.model.value import Value
from sealskill.model.verdict import Verdict


class Policy(StrEnum):
    """How much a person wants to hear of, and to stop."""

    STRICT = "strict"
    BALANCED = "balanced"
    LENIENT = "lenient"


class _Threshold(Value):
    """The mildest finding of one axis that counts."""

    axis: Axis
    severity: Severity
    confidence: Confidence = Confidence.LOW

    def met(self, one: Finding) -> bool:
        """Whether a finding is at least as bad, and at least as sure."""
        return (
            one.axis is self.axis
            and one.severity.rank <= self.severity.rank
            and one.confidence.rank <= self.confidence.rank
        )


# Only malice blocks. Hygiene is in no row: a badly made skill is not a dangerous one.
_Table = dict[Policy, tuple[_Threshold, ...]]
_BLOCKS: _Table = {
    Policy.STRICT: (_Threshold(axis=Axis.MALICE, severity=Severity.MEDIUM, confidence=Confidence.MEDIUM),),
    Policy.BALANCED: (_Threshold(axis=Axis.MALICE, severity=Severity.HIGH, confidence=Confidence.MEDIUM),),
    Policy.LENIENT: (_Threshold(axis=Axis.MALICE, severity=Severity.HIGH, confidence=Confidence.HIGH),),
}
_WARNS: _Table = {
    Policy.STRICT: (
        _Threshold(axis=Axis.MALICE, severity=Severity.INFO),
        _Threshold(axis=Axis.POWER, severity=Severity.LOW),
    ),
    Policy.BALANCED: (
        _Threshold(axis=Axis.MALICE, severity=Severity.LOW),
        _Threshold(axis=Axis.POWER, severity=Severity.MEDIUM),
    ),
    Policy.LENIENT: (
        _Threshold(axis=Axis.MALICE, severity=Severity.MEDIUM, confidence=Confidence.MEDIUM),
        _Threshold(axis=Axis.POWER, severity=Severity.HIGH),
    ),
}


_RESTS_ON = {Verdict.BLOCK: _BLOCKS, Verdict.WARN: _WARNS}


def verdict(findings: Iterable[Finding], coverage: Coverage, policy: Policy) -> Verdict:
    """The verdict on one package; waived findings no longer count. What was not read is never called clean."""
    counting = [one for one in findings if not one.waived_by]
    if _any(counting, _BLOCKS[policy]):
        return Verdict.BLOCK
    if coverage.unread:
        return Verdict.INCOMPLETE
    return Verdict.WARN if _any(counting, _WARNS[policy]) else Verdict.CLEAN


def _any(findings: list[Finding], thresholds: tuple[_Threshold, ...]) -> bool:
    return any(threshold.met(one) for one in findings for threshold in thresholds)


def deciding(findings: Iterable[Finding], policy: Policy, said: Verdict) -> tuple[Finding, ...]:
    """The findings that a `block` or a `warn` rests on."""
    if said not in _RESTS_ON:
        return ()
    thresholds = _RESTS_ON[said][policy]
    return tuple(one for one in findings if not one.waived_by and _any([one], thresholds))
