"""Whatever a judge says, no verdict becomes milder, and what was not judged is never taken for clean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.model.opinion import Opinion
from sealskill.model.report import Axis, Confidence, Coverage, Finding, Report, Severity, Unread, Why
from sealskill.model.verdict import Verdict
from sealskill.scan.judge.weigh import weighed
from sealskill.scan.verdict import Policy, verdict

STRICTNESS = [Verdict.CLEAN, Verdict.WARN, Verdict.INCOMPLETE, Verdict.BLOCK]
LOST = Unread(path="tool", why=Why.OPAQUE)
findings = st.builds(
    Finding, rule=st.just("r"), axis=st.sampled_from(Axis), severity=st.sampled_from(Severity),
    confidence=st.sampled_from(Confidence), message=st.just("m"), path=st.just("p"), line=st.integers(1, 3),
)  # fmt: skip
reports = st.builds(
    Report, seal=st.just("s"), engine=st.just("e"), findings=st.lists(findings, max_size=3).map(tuple),
    coverage=st.builds(Coverage, unread=st.sampled_from([(), (LOST,)])),
)  # fmt: skip
opinions = st.none() | st.builds(
    Opinion, model=st.just("m"), prompt=st.just("1"), verdict=st.sampled_from(["none", "warn", "block", None]),
    refused=st.booleans(), failed=st.booleans(), findings=st.lists(findings, max_size=3).map(tuple),
    unread=st.sampled_from([(), (LOST,)]),
)  # fmt: skip


@given(reports, opinions, st.booleans(), st.sampled_from(Policy))
def test_no_opinion_makes_a_verdict_milder(
    one: Report, opinion: Opinion | None, required: bool, policy: Policy
) -> None:
    after = weighed(one, opinion, required=required)
    before = verdict(one.findings, one.coverage, policy)
    assert STRICTNESS.index(verdict(after.findings, after.coverage, policy)) >= STRICTNESS.index(before)
    assert all(found in after.findings for found in one.findings)
    assert all(lost in after.coverage.unread for lost in one.coverage.unread)


@given(reports, opinions, st.sampled_from(Policy))
def test_where_it_is_required_what_was_not_judged_is_never_clean(
    one: Report, opinion: Opinion | None, policy: Policy
) -> None:
    after = weighed(one, opinion, required=True)
    said = verdict(after.findings, after.coverage, policy)
    if opinion is None or not opinion.judged:
        assert said in (Verdict.INCOMPLETE, Verdict.BLOCK)


@pytest.mark.parametrize("required", [False, True])
def test_a_whole_judgement_without_reproach_changes_nothing(required: bool) -> None:
    one = Report(seal="s", engine="e")
    assert weighed(one, Opinion(model="m", prompt="1", verdict="none"), required=required) is one
