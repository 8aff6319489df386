"""A call, from its name to its result. There is no second way.

    1. Resolve the tool. A name nobody registered is decided, and denied, like every other.
    2. Validate the arguments and put the defaults in; find out what the call would touch, and for which skill it is.
    3. Decide.
    4. Ask, if somebody must be asked; then decide again, because asking takes time.
    5. Check that the sealed copy of the skill is there and is what was sealed.
    6. Append the decision to the audit. What cannot be recorded does not happen.
    7. Execute. The skill that is run counts from the moment before.
    8. Append the outcome.
    9. Hand back the result verbatim, with its origin beside it.

The caller still owes: to mark what has the origin of others as untrusted when it tells a model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sealskill.errors import CannotRecord, CannotSeal, ChangedWhileRead
from sealskill.model.call import Call
from sealskill.model.decision import Decision, Ruling, Step, StepName, decided
from sealskill.model.event import Happening
from sealskill.model.question import Answer, Ending
from sealskill.model.result import Result
from sealskill.model.tool import Outcome, Tool, Why
from sealskill.model.value import Value
from sealskill.policy.decide import decide
from sealskill.session import asking, executing, recording, standing, touching
from sealskill.session.arguments import Arguments, plainly
from sealskill.session.desk import Desk
from sealskill.session.threads import away
from sealskill.session.touching import Wanted


class Asked(Value):
    """What somebody wants called."""

    id: str
    tool: str
    arguments: Mapping[str, Any] | str = {}
    skill: str = ""
    inside_run: bool = False


async def call(desk: Desk, asked: Asked) -> Result:
    """The result of a call, whatever becomes of it. Raises CannotRecord, and then nothing ran."""
    try:
        return await _ceremony(desk, asked)
    except asyncio.CancelledError:
        # Before it ran, or it would have an outcome. Whoever cancelled waits for this, and then goes on.
        return await asyncio.shield(_taken_back(desk, asked))
    except CannotRecord as exc:
        desk.timeline.tell(
            Happening.DENIED, f"nothing runs that cannot be recorded: {exc}", call=asked.id, tool=asked.tool
        )
        raise


async def _ceremony(desk: Desk, asked: Asked) -> Result:
    desk.timeline.tell(Happening.STARTED, call=asked.id, tool=asked.tool)
    tool = desk.tools.get(asked.tool)  # 1
    arguments, wanted, stopped = await away(_prepared, desk, tool, asked)  # 2
    decision = _decided(desk, wanted, arguments, stopped)  # 3
    answer = None
    if decision.ruling is not Ruling.DENY:
        desk.meter.count(asked.tool)  # in one breath with the decision: of many calls at once each sees the others
    if decision.ruling in (Ruling.CONFIRM, Ruling.DUAL_SIGN):
        decision, answer = await asking.answered(desk, wanted, decision)  # 4
    result = None
    try:
        result = await _carried_out(desk, tool, wanted, decision, answer)
    finally:
        await asking.settled(desk, answer, result)
    return result


async def _carried_out(
    desk: Desk, tool: Tool | None, wanted: Wanted, decision: Decision, answer: Answer | None
) -> Result:
    if wanted.ready is not None and (answer is None or answer.ending is Ending.APPROVED):
        decision = await away(_sealed, desk, wanted, decision)  # 5
    no = _no(decision, answer)
    await desk.record(recording.decision(desk, wanted, decision, answer, no))  # 6
    if no is not None or tool is None:
        return _refused(desk, wanted, decision, answer, no or Outcome(why=Why.REFUSED))
    desk.leaning[wanted.call.id] = frozenset(grant.id for grant in standing.grants(desk, wanted.ready))
    outcome = await executing.execute(desk, tool, wanted)  # 7
    await asyncio.shield(desk.record(recording.ending(desk, wanted, outcome)))  # 8
    executing.tell(desk, wanted, outcome)
    call = wanted.call
    return Result(call=call.id, tool=call.tool, decision=_hidden(desk, decision), answer=answer, outcome=outcome)  # 9


async def _taken_back(desk: Desk, asked: Asked) -> Result:
    why = desk.cancelled.get(asked.id, "it was cancelled")
    wanted = Wanted(call=Call(id=asked.id, tool=asked.tool, principal=desk.principal))
    no = Outcome(why=Why.CANCELLED, error=why)
    await desk.record(recording.ending(desk, wanted, no))
    return _refused(desk, wanted, decided([_deny(StepName.LIMITS, why)]), None, no)


async def foreseen(desk: Desk, asked: Asked) -> Decision:
    """What would be decided about a call now. Nothing is asked, recorded or run."""
    tool = desk.tools.get(asked.tool)
    arguments, wanted, stopped = await away(_prepared, desk, tool, asked)
    return _decided(desk, wanted, arguments, stopped)


def _prepared(desk: Desk, tool: Tool | None, asked: Asked) -> tuple[Arguments, Wanted, str]:
    """The arguments, the call with all it would touch, and why everything is stopped: what waits for disks."""
    given = asked.arguments
    arguments = plainly(given) if tool is None else desk.checker(tool).check(given)
    stopped = desk.moment()
    return arguments, touching.found(desk, tool, asked, arguments), stopped


def _decided(desk: Desk, wanted: Wanted, arguments: Arguments, stopped: str) -> Decision:
    """The decision, with a no of its own for arguments that cannot be used and for what there is nothing to run in."""
    context = standing.here(desk, wanted.call.tool, stopped, inside_run=wanted.inside_run)
    steps = list(decide(wanted.call, context).steps)
    if arguments.fault:
        steps.append(_deny(StepName.TOOL, arguments.fault, "call it again with arguments that fit its schema"))
    if wanted.fault:
        steps.append(_deny(StepName.TOOL, wanted.fault, wanted.advice))
    return decided(steps)


def _sealed(desk: Desk, wanted: Wanted, decision: Decision) -> Decision:
    """The decision, or a no where the skill cannot be had as it was sealed."""
    if wanted.ready is None or decision.ruling is Ruling.DENY:
        return decision
    try:
        desk.snapshot.sealed_copy(wanted.ready)
    except (CannotSeal, ChangedWhileRead) as exc:
        return decided((*decision.steps, _deny(StepName.TOOL, str(exc), exc.advice)))
    return decision


def _hidden(desk: Desk, decision: Decision) -> Decision:
    """The decision as it is told: what was refused may be named by a secret."""
    hide = desk.redactor.text
    steps = (replace(one, reason=hide(one.reason), advice=hide(one.advice)) for one in decision.steps)
    return replace(decision, steps=tuple(steps))


def _deny(name: StepName, reason: str, advice: str = "") -> Step:
    return Step(name=name, ruling=Ruling.DENY, reason=reason, advice=advice)


def _no(decision: Decision, answer: Answer | None) -> Outcome | None:
    """Why it does not run, or None."""
    if decision.ruling is Ruling.DENY:
        denials = [step for step in decision.steps if step.ruling is Ruling.DENY]
        reasons = "; ".join(dict.fromkeys(step.reason for step in denials)) or "nothing allows it"
        advice = "; ".join(dict.fromkeys(step.advice for step in denials if step.advice))
        return Outcome(why=Why.REFUSED, error=reasons, advice=advice)
    if decision.ruling is Ruling.ALLOW or (answer is not None and answer.ending is Ending.APPROVED):
        return None
    said = answer or Answer(ending=Ending.NOBODY)
    words = [_WORDS.get(said.ending, ""), said.reason]
    error = ": ".join(filter(None, words)) or "there is nobody who could be asked"
    return Outcome(why=Why.REFUSED, error=error, advice=said.advice)


_WORDS = {
    Ending.REJECTED: "it was asked for and refused",
    Ending.EXPIRED: "nobody answered in time",
    Ending.CANCELLED: "the question was taken back",
    Ending.WAITING: "it waits for an answer",
}


def _refused(desk: Desk, wanted: Wanted, decision: Decision, answer: Answer | None, no: Outcome) -> Result:
    call = wanted.call
    said = {"decision": decision.ruling.value, "reasons": list(decision.reasons), "advice": no.advice}
    desk.timeline.tell(Happening.DENIED, no.error, call=call.id, tool=call.tool, skill=call.skill, data=said)
    hide = desk.redactor.text
    told = Outcome(why=no.why, error=hide(no.error), advice=hide(no.advice), origin=hide(f"tool:{call.tool}"))
    return Result(call=call.id, tool=call.tool, decision=_hidden(desk, decision), answer=answer, outcome=told)
