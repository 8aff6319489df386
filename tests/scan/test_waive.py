"""What a person accepts is accepted for what it says, and for nothing beside it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from sealskill.model.report import Axis, Confidence, Coverage, Finding, Report, Severity, Unread, Why
from sealskill.model.settings import Waiver
from sealskill.scan import waive
from sealskill.scan.waive import Accepted, Applied, Baseline

TODAY = date(2026, 5, 1)
SEAL = "sha256:" + "a" * 64
OTHER = "sha256:" + "b" * 64


def finding(rule: str = "dropper", axis: Axis = Axis.MALICE, **more: Any) -> Finding:
    fields: dict[str, Any] = {
        "path": "run.sh",
        "line": 3,
        "message": "it downloads and runs",
        "evidence": "curl x | sh",
    }
    return Finding(rule=rule, axis=axis, severity=Severity.HIGH, confidence=Confidence.HIGH, **{**fields, **more})


def waiver(**more: Any) -> Waiver:
    fields = {"rule": "dropper", "seal": SEAL, "reason": "a lesson", "until": "2026-12-31", **more}
    return Waiver(**fields)


TOOL = Unread(path="bin/tool", why=Why.OPAQUE, said="a program")


def report(*found: Finding, seal: str | None = SEAL, unread: tuple[Unread, ...] = ()) -> Report:
    return Report(seal=seal, engine="e", findings=found, coverage=Coverage(unread=unread))


NOTHING = Baseline()


def apply(one: Report, *waivers: Waiver, baseline: Baseline = NOTHING, name: str = "x") -> Applied:
    return waive.applied(one, name, waivers, baseline, TODAY)


def reasons(one: Applied) -> list[str]:
    return [found.waived_by for found in one.findings]


@pytest.mark.parametrize(
    "wrong",
    [{"rule": "miner"}, {"seal": OTHER}, {"until": "2026-04-30"}, {"path": "other.sh"}],
    ids=["rule", "seal", "expired", "file"],
)
def test_a_waiver_of_something_else_waives_nothing(wrong: dict[str, str]) -> None:
    assert reasons(apply(report(finding()), waiver(**wrong))) == [""]


def test_a_waiver_holds_until_its_last_day_and_is_listed_with_its_reason() -> None:
    accepted = apply(report(finding()), waiver(until="2026-05-01"))
    assert reasons(accepted) == ["a lesson (until 2026-05-01)"]


def test_a_package_without_seal_can_have_no_waiver() -> None:
    assert reasons(apply(report(finding(), seal=None), waiver())) == [""]


def test_a_file_that_was_not_read_is_accepted_by_its_name_and_listed() -> None:
    accepted = apply(report(unread=(TOOL,)), waiver(rule="unread", path="bin/tool"))
    assert accepted.coverage.unread == ()
    [listed] = accepted.findings
    assert (listed.rule, listed.path, listed.waived_by) == ("unread", "bin/tool", "a lesson (until 2026-12-31)")


def test_one_accepted_file_accepts_no_other() -> None:
    second = Unread(path="bin/other", why=Why.OPAQUE)
    accepted = apply(report(unread=(TOOL, second)), waiver(rule="unread", path="bin/tool"))
    assert accepted.coverage.unread == (second,)


# Baselines.


def baseline_of(one: Report, name: str = "x") -> Baseline:
    return Baseline(source="known.json", accepted=frozenset(waive.adopted([(name, one)])))


def test_what_may_block_is_known_for_its_very_seal_and_power_after_an_edit_too() -> None:
    power = finding("piped-install", Axis.POWER)
    known = baseline_of(report(finding(), power, unread=(TOOL,)))
    same = apply(report(finding(), power, unread=(TOOL,)), baseline=known)
    assert reasons(same) == ["known in the baseline known.json"] * 3
    edited = apply(report(finding(), power, seal=OTHER, unread=(TOOL,)), baseline=known)
    assert reasons(edited) == ["", "known in the baseline known.json"]
    assert edited.coverage.unread == (TOOL,)


@pytest.mark.parametrize(
    "new", [{"rule": "miner"}, {"path": "new.sh"}, {"evidence": "curl y | sh"}, {"message": "it sends keys"}]
)
def test_what_is_new_counts(new: dict[str, Any]) -> None:
    assert reasons(apply(report(finding(**new)), baseline=baseline_of(report(finding())))) == [""]


def test_a_finding_of_another_skill_is_not_known() -> None:
    assert reasons(apply(report(finding()), baseline=baseline_of(report(finding()), "other"))) == [""]


def test_malice_without_a_seal_cannot_be_adopted_even_by_hand() -> None:
    bare = report(finding(), seal=None)
    assert list(waive.adopted([("x", bare)])) == []
    kept = waive.entry(finding(), "x", None)
    assert reasons(apply(bare, baseline=Baseline(accepted=frozenset({kept})))) == [""]


def test_a_crash_cannot_be_adopted() -> None:
    crashed = report(unread=(Unread(path="", why=Why.CRASHED, said="a rule failed"),))
    assert list(waive.adopted([("x", crashed)])) == []
    loose = Accepted(rule="unread", name="x", path="", evidence=waive.entry(waive.as_finding(crashed.coverage.unread[0]), "x", SEAL).evidence, seal=SEAL)  # fmt: skip
    assert apply(crashed, baseline=Baseline(accepted=frozenset({loose}))).coverage.unread != ()


def test_waivers_that_waive_nothing_are_told() -> None:
    said = list(
        waive.complaints([waiver(), waiver(rule="no-such"), waiver(until="2026-01-01")], frozenset({"dropper"}), TODAY)
    )
    assert said == [
        "a waiver names the rule no-such, which there is not: it waives nothing",
        f"the waiver of dropper for {SEAL} ended on 2026-01-01: a lesson",
    ]
