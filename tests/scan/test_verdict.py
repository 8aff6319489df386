"""One table decides: only malice blocks, what was not read is never clean, and hygiene never counts."""

from __future__ import annotations

import itertools

import pytest

from sealskill.model.report import Axis, Confidence, Coverage, Finding, Severity, Unread, Why
from sealskill.model.verdict import Verdict
from sealskill.scan.verdict import Policy, deciding, verdict

WHOLE = Coverage(files=1)
PARTLY = Coverage(files=1, unread=(Unread(path="a", why=Why.OPAQUE),))


def finding(axis: Axis, severity: Severity, confidence: Confidence = Confidence.HIGH, waived: str = "") -> Finding:
    return Finding(
        rule="r", axis=axis, severity=severity, confidence=confidence, message="m", path="a", line=1, waived_by=waived
    )


EVERY = [finding(*dials) for dials in itertools.product(Axis, Severity, Confidence)]


@pytest.mark.parametrize("policy", Policy)
def test_only_malice_blocks_and_hygiene_never_counts(policy: Policy) -> None:
    for one in EVERY:
        said = verdict([one], WHOLE, policy)
        assert said is not Verdict.BLOCK or one.axis is Axis.MALICE
        assert said is Verdict.CLEAN or one.axis is not Axis.HYGIENE


@pytest.mark.parametrize("policy", Policy)
def test_what_was_not_read_is_never_clean_and_never_hides_a_block(policy: Policy) -> None:
    assert verdict([], PARTLY, policy) is Verdict.INCOMPLETE
    worst = finding(Axis.MALICE, Severity.CRITICAL)
    assert verdict([worst], PARTLY, policy) is Verdict.BLOCK


_RANK = {Verdict.CLEAN: 0, Verdict.WARN: 1, Verdict.BLOCK: 2}


@pytest.mark.parametrize("one", EVERY, ids=lambda one: f"{one.axis}-{one.severity}-{one.confidence}")
def test_a_stricter_policy_is_never_milder(one: Finding) -> None:
    ranks = [_RANK[verdict([one], WHOLE, policy)] for policy in (Policy.LENIENT, Policy.BALANCED, Policy.STRICT)]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (finding(Axis.MALICE, Severity.HIGH, Confidence.MEDIUM), Verdict.BLOCK),
        (finding(Axis.MALICE, Severity.HIGH, Confidence.LOW), Verdict.WARN),
        (finding(Axis.MALICE, Severity.MEDIUM), Verdict.WARN),
        (finding(Axis.MALICE, Severity.LOW, Confidence.LOW), Verdict.WARN),
        (finding(Axis.MALICE, Severity.INFO), Verdict.CLEAN),
        (finding(Axis.POWER, Severity.CRITICAL), Verdict.WARN),
        (finding(Axis.POWER, Severity.LOW), Verdict.CLEAN),
        (finding(Axis.MALICE, Severity.CRITICAL, waived="a lesson"), Verdict.CLEAN),
    ],
)
def test_the_balanced_table(one: Finding, said: Verdict) -> None:
    assert verdict([one], WHOLE, Policy.BALANCED) is said


def test_what_decided_is_named_and_a_waived_finding_decides_nothing() -> None:
    worst, mild = finding(Axis.MALICE, Severity.HIGH), finding(Axis.POWER, Severity.HIGH)
    waived = finding(Axis.MALICE, Severity.CRITICAL, waived="a lesson")
    found = [waived, worst, mild]
    assert deciding(found, Policy.BALANCED, Verdict.BLOCK) == (worst,)
    assert deciding([waived, mild], Policy.BALANCED, Verdict.WARN) == (mild,)
    assert deciding(found, Policy.BALANCED, Verdict.CLEAN) == ()
