"""What the audit is told of a call."""

from __future__ import annotations

from typing import Any

from sealskill.model.crossing import Act, Crossing
from sealskill.model.decision import Decision, Ruling
from sealskill.model.question import Answer
from sealskill.model.record import Category, Record
from sealskill.model.tool import Outcome
from sealskill.session import environs
from sealskill.session.desk import Desk
from sealskill.session.fetch import Hop
from sealskill.session.touching import Wanted


def decision(desk: Desk, wanted: Wanted, decision: Decision, answer: Answer | None, no: Outcome | None) -> Record:
    """What was decided about a call, and by whom. A no is a matter of security."""
    who = f" by {', '.join(answer.by)}" if answer is not None and answer.by else ""
    return _record(
        desk, wanted, "call.decided", Category.CALL if no is None else Category.SECURITY,
        decision=decision.ruling.value,
        reasons=tuple(map(desk.redactor.text, decision.reasons)) if decision.ruling is not Ruling.ALLOW else (),
        answer=f"{answer.ending.value}{who}" if answer is not None else "",
        outcome="" if no is None else no.why.value,
        detail=_touched(wanted),
    )  # fmt: skip


def ending(desk: Desk, wanted: Wanted, outcome: Outcome) -> Record:
    """What became of a call that ran."""
    detail: dict[str, Any] = {"seconds": round(outcome.seconds, 3), "origin": outcome.origin}
    if outcome.exit is not None or outcome.signal is not None:
        detail |= {"exit": outcome.exit, "signal": outcome.signal}
    if outcome.truncated:
        detail["truncated"] = list(outcome.truncated)
    if outcome.layers:
        detail["layers"] = list(outcome.layers)
    return _record(desk, wanted, "call.ended", Category.CALL, outcome=outcome.why.value, detail=detail)


def egress(desk: Desk, wanted: Wanted, hop: Hop) -> Record:
    """One request that was made or refused; one that came to nothing says why."""
    return _record(
        desk, wanted, "egress.refused" if hop.refused else "egress.made", Category.SECURITY,
        reasons=(desk.redactor.text(hop.refused),) if hop.refused else (),
        detail={
            "place": hop.place, "method": hop.method, "status": hop.status,
            **({"failed": desk.redactor.text(hop.failed)} if hop.failed else {}),
        },
    )  # fmt: skip


def crossing(desk: Desk, wanted: Wanted, one: Crossing) -> Record:
    """One connection of what runs, as the broker tells it."""
    told: dict[str, Any] = {"place": one.place, "way": one.way.value, "address": one.address, "grant": one.grant}
    if one.act is Act.CLOSED:
        told |= {"sent": one.sent, "received": one.received, "seconds": round(one.seconds, 3)}
    return _record(
        desk, wanted, f"egress.{one.act.value}", Category.SECURITY,
        reasons=(desk.redactor.text(one.reason),) if one.reason else (),
        detail={name: desk.redactor.text(text) if isinstance(text, str) else text for name, text in told.items()},
    )  # fmt: skip


def _record(desk: Desk, wanted: Wanted, action: str, category: Category, **told: Any) -> Record:
    call = wanted.call
    return Record(
        action=action, category=category, actor=call.principal, session=desk.id, call=call.id, skill=call.skill,
        seal=wanted.seal, tool=call.tool, **{"arguments": call.arguments, **told},
    )  # fmt: skip


def _touched(wanted: Wanted) -> dict[str, Any]:
    """What it would touch, without what is empty. Commands stand in the arguments, which are kept as a digest."""
    touches = wanted.call.touches
    found: dict[str, Any] = {
        "reads": list(touches.reads), "writes": list(touches.writes), "hosts": list(touches.hosts),
        "secrets": list(touches.secrets), "unclear": list(touches.unclear), "unconfined": touches.unconfined,
        "withheld": environs.withheld(wanted.handed.dropped),
    }  # fmt: skip
    return {name: value for name, value in found.items() if value}
