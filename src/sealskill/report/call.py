"""What became of a call, and what is stopped, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime

from sealskill.model.decision import Decision, Step
from sealskill.model.plan import Plan
from sealskill.model.result import Result
from sealskill.report.call_shapes import CallDocument, PlanDocument, PlanMount, RunDocument, StepRow, StopRow
from sealskill.report.page import Block, Page, Table, page


def document(result: Result, notices: tuple[str, ...] = ()) -> CallDocument:
    """One call as a document."""
    told, decision = result.outcome, result.decision
    return CallDocument(
        call=result.call, tool=result.tool, ok=result.ok, decision=decision.ruling.value, reasons=decision.reasons,
        steps=tuple(map(_step, decision.steps)),
        answer=result.answer.ending.value if result.answer else "", why=told.why.value, value=told.result,
        origin=told.origin, error=told.error, advice=told.advice, exit=told.exit, signal=told.signal,
        stdout="" if result.ok else told.stdout, stderr=told.stderr, truncated=told.truncated,
        seconds=round(told.seconds, 3), layers=told.layers, notices=notices,
    )  # fmt: skip


def ran(result: Result, skill: str) -> RunDocument:
    """One run of a skill as a document."""
    told, decision = result.outcome, result.decision
    return RunDocument(
        call=result.call, skill=skill, tool=result.tool, ok=result.ok, decision=decision.ruling.value,
        reasons=decision.reasons, why=told.why.value, result=told.result, error=told.error, advice=told.advice,
        exit=told.exit, signal=told.signal, stderr=told.stderr, truncated=told.truncated,
        seconds=round(told.seconds, 3), layers=told.layers,
    )  # fmt: skip


def planned(plan: Plan, decision: Decision) -> PlanDocument:
    """A plan as a document."""
    mounts = tuple(PlanMount(source=m.source, target=m.target, write=m.write, exec=m.exec) for m in plan.mounts)
    return PlanDocument(
        skill=plan.skill, seal=plan.seal, decision=decision.ruling.value, reasons=decision.reasons,
        boundary=plan.boundary.value, needs=tuple(one.value for one in plan.needs), argv=plan.argv, cwd=plan.cwd,
        env=tuple(sorted(plan.env)), mounts=mounts, hidden=plan.hidden, egress=plan.egress, seconds=plan.bounds.wall,
        memory=plan.bounds.memory, pids=plan.bounds.pids,
    )  # fmt: skip


def plan_page(told: PlanDocument) -> Page:
    """A plan for people."""
    seen = tuple((m.target, "write" if m.write else "read", m.source) for m in told.mounts)
    rows = (
        ("decision", f"{told.decision}: {'; '.join(told.reasons)}"), ("boundary", told.boundary),
        ("needs", ", ".join(told.needs) or "nothing"), ("runs", " ".join(told.argv)), ("in", told.cwd),
        ("variables", ", ".join(told.env) or "none"), ("network", ", ".join(told.egress) or "none"),
        ("empty", ", ".join(told.hidden) or "nothing"), ("seconds", str(told.seconds)),
        ("memory", f"{told.memory >> 20} MiB"), ("processes", str(told.pids)),
    )  # fmt: skip
    files = Block(title="Files", table=Table(rows=seen)) if seen else Block()
    return page(Block(title=f"{told.skill} {told.seal}".strip(), table=Table(rows=rows)), files)


def _step(one: Step) -> StepRow:
    return StepRow(
        name=one.name.value, ruling=one.ruling.value, reason=one.reason, advice=one.advice, skills=one.skills
    )


def text(result: Result) -> str:
    """The value of a call for people: text as it is, anything else as JSON over several lines."""
    value = result.value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def rows(stops: Iterable[tuple[str, str, str, float]]) -> tuple[StopRow, ...]:
    """Session, reason, person and time of each stop."""
    return tuple(
        StopRow(session=session, why=why, by=by, since=datetime.fromtimestamp(at, UTC).isoformat("T", "seconds"))
        for session, why, by, at in stops
    )


def stopped(stops: tuple[StopRow, ...]) -> Page:
    """What is stopped, for people."""
    if not stops:
        return page(Block(lines=("Nothing is stopped.",)))
    table = tuple((one.session or "every session", one.why, one.by, one.since) for one in stops)
    return page(Block(table=Table(columns=("Stopped", "Why", "By", "Since"), rows=table)))
