"""Step four: a question is put, and what was answered still has to be true when it comes."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from msgspec.structs import replace

from sealskill.errors import CannotRecord, Conflict, Error
from sealskill.model.context import Context
from sealskill.model.decision import Decision, Ruling, Step, StepName, decided
from sealskill.model.event import Happening
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Answer, Bound, Ending, Kind, Question
from sealskill.model.result import Result
from sealskill.policy import allowed
from sealskill.policy.capability import counting
from sealskill.policy.decide import decide
from sealskill.policy.permission import effective
from sealskill.session import reach, standing
from sealskill.session.desk import Desk
from sealskill.session.threads import away
from sealskill.session.touching import Wanted

EXPIRES_SECONDS = 900
"""Fifteen minutes: long enough to read, too short to have forgotten what was asked."""


async def answered(desk: Desk, wanted: Wanted, decision: Decision) -> tuple[Decision, Answer]:
    """What became of the question, and what is decided after it: a yes to something else is no yes."""
    call = wanted.call
    diff = await away(difference, desk, wanted)
    asked = replace(question(desk, wanted, decision), diff=diff)
    at = {"call": call.id, "tool": call.tool, "skill": call.skill}
    said = {"ruling": asked.ruling.value, "reasons": list(asked.reasons), "touching": list(asked.touching)}
    desk.timeline.tell(Happening.ASKED, asked.summary, data=said, **at)
    answer = await _asked(desk, asked, call.id)
    desk.timeline.tell(
        Happening.ANSWERED, answer.reason, data={"ending": answer.ending.value, "by": list(answer.by)}, **at
    )
    if answer.ending is not Ending.APPROVED:
        return decision, answer
    stopped = await away(desk.moment)
    now = decide(call, standing.here(desk, call.tool, stopped, counted=True))
    other = bound(desk, wanted).digest != asked.bound.digest or diff != await away(difference, desk, wanted)
    changed = other or time.time() > asked.expires
    if changed or now.ruling.strictness > decision.ruling.strictness:
        reason = "what was approved is not what would run any more" if changed else "it is not allowed any more"
        return decided((*now.steps, Step(name=StepName.LIMITS, ruling=Ruling.DENY, reason=reason))), answer
    return decision, answer


async def settled(desk: Desk, answer: Answer | None, result: Result | None) -> None:
    """Say of what was approved how it ended, so that nobody takes it for being under way."""
    if answer is None or answer.ending is not Ending.APPROVED or not answer.change:
        return
    why = "" if result is None else result.outcome.error or result.outcome.why.value
    went = result is not None and result.ok
    with suppress(Conflict):  # its lease ended before it did: then it stands as unknown, and stays so
        await asyncio.shield(away(desk.settle, answer.change, went, desk.redactor.text(why)))


async def _asked(desk: Desk, question: Question, call: str) -> Answer:
    """What became of a question. Whoever fails to answer has said nothing, and never yes."""
    try:
        return await desk.approver.ask(question)
    except asyncio.CancelledError:
        return Answer(ending=Ending.CANCELLED, reason=desk.cancelled.get(call, ""))
    except CannotRecord:
        raise
    except Exception as exc:  # noqa: BLE001  an approver of a host may do anything
        return Answer(ending=Ending.NOBODY, reason=f"whoever was asked failed: {type(exc).__name__}: {exc}")


def question(desk: Desk, wanted: Wanted, decision: Decision) -> Question:
    """What a person is asked about a call."""
    now = time.time()
    return Question(
        id="",
        bound=bound(desk, wanted),
        ruling=decision.ruling,
        tool_class=_class(desk, wanted),
        listed=_listed(desk, wanted),
        reasons=decision.reasons,
        asked=now,
        expires=now + EXPIRES_SECONDS,
        summary=summary(wanted),
        touching=touching(wanted),
    )


def difference(desk: Desk, wanted: Wanted) -> str:
    """What would change in files, for whoever is asked; "" where none would. A call that would fail says why."""
    tool = desk.tools.get(wanted.call.tool)
    if tool is None or tool.preview is None:
        return ""
    try:
        return desk.redactor.text(tool.preview(wanted.call.arguments, reach.files(desk, wanted)))
    except Error as exc:
        return f"(as things stand it would fail: {desk.redactor.text(str(exc))})"
    except Exception as exc:  # noqa: BLE001  a tool of a host may do anything; whoever is asked sees that it did
        return f"(what would change cannot be shown: {type(exc).__name__})"


def _listed(desk: Desk, wanted: Wanted) -> bool:
    """Whether the call is among the allowed-tools of its skill and of all that are active."""
    context, keys = standing.here(desk, wanted.call.tool), {one.key for one in desk.active.counting}
    behind = [one for one in desk.snapshot.ready if one.skill.key in keys or one is wanted.ready]
    return all(allowed.admits(one.skill.manifest.allowed_tools, wanted.call, context) for one in behind)


def _class(desk: Desk, wanted: Wanted) -> ToolClass:
    """What the call can do to the world here; what nobody knows can do anything."""
    context = standing.here(desk, wanted.call.tool)
    known = context.tools.get(wanted.call.tool)
    return effective(known, wanted.call, context)[0] if known else ToolClass.DANGEROUS


def bound(desk: Desk, wanted: Wanted) -> Bound:
    """What an answer about a call is good for, at this moment."""
    context, call = standing.here(desk, wanted.call.tool), wanted.call
    return Bound(
        kind=Kind.CALL, tool=call.tool, arguments=call.arguments, requester=call.principal, session=desk.id,
        seal=wanted.seal, counting=_seals(wanted, context), persona=desk.persona.name, policy=context.policy,
    )  # fmt: skip


def _seals(wanted: Wanted, context: Context) -> tuple[str, ...]:
    return tuple(sorted(one.seal or one.key for one in counting(wanted.call, context)))


def summary(wanted: Wanted) -> str:
    """What will run, in a line."""
    touches = wanted.call.touches
    what = touches.command or " ".join(touches.argv)
    return f"{wanted.call.tool}{f': {what}' if what else ''}{' (unconfined)' if touches.unconfined else ''}"


def touching(wanted: Wanted) -> tuple[str, ...]:
    """What it would touch, a line each."""
    touches = wanted.call.touches
    kinds = (
        ("reads", touches.reads), ("writes", touches.writes), (touches.method or "reaches", touches.hosts),
        ("hands over", touches.secrets), ("unclear", touches.unclear),
    )  # fmt: skip
    outside = ("runs outside every boundary",) if touches.unconfined else ()
    return (*(f"{verb} {one}" for verb, many in kinds for one in many), *outside)
