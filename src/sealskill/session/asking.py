"""Step four: a question is put, and what was answered still has to be true when it comes."""

from __future__ import annotations

import asyncio
import secrets
import time

from sealskill.model.context import Context
from sealskill.model.decision import Decision, Ruling, Step, StepName, decided
from sealskill.model.event import Happening
from sealskill.model.question import Answer, Bound, Ending, Kind, Question
from sealskill.policy.capability import counting
from sealskill.policy.decide import decide
from sealskill.session import standing
from sealskill.session.desk import Desk
from sealskill.session.touching import Wanted

EXPIRES_SECONDS = 900
"""Fifteen minutes: long enough to read, too short to have forgotten what was asked."""


async def answered(desk: Desk, wanted: Wanted, decision: Decision) -> tuple[Decision, Answer]:
    """What became of the question, and what is decided after it: a yes to something else is no yes."""
    call = wanted.call
    asked = question(desk, wanted, decision)
    at = {"call": call.id, "tool": call.tool, "skill": call.skill}
    said = {"ruling": asked.ruling.value, "reasons": list(asked.reasons), "touching": list(asked.touching)}
    desk.timeline.tell(Happening.ASKED, asked.summary, data=said, **at)
    try:
        answer = await desk.approver.ask(asked)
    except asyncio.CancelledError:
        answer = Answer(ending=Ending.CANCELLED)
    desk.timeline.tell(
        Happening.ANSWERED, answer.reason, data={"ending": answer.ending.value, "by": list(answer.by)}, **at
    )
    if answer.ending is not Ending.APPROVED:
        return decision, answer
    stopped = await asyncio.to_thread(desk.stopped)
    now = decide(call, standing.here(desk, call.tool, stopped, counted=True))
    changed = bound(desk, wanted).digest != asked.bound.digest or time.time() > asked.expires
    if changed or now.ruling.strictness > decision.ruling.strictness:
        reason = "what was approved is not what would run any more" if changed else "it is not allowed any more"
        return decided((*now.steps, Step(name=StepName.LIMITS, ruling=Ruling.DENY, reason=reason))), answer
    return decision, answer


def question(desk: Desk, wanted: Wanted, decision: Decision) -> Question:
    """What a person is asked about a call."""
    now = time.time()
    return Question(
        id=secrets.token_hex(16),
        bound=bound(desk, wanted),
        ruling=decision.ruling,
        reasons=decision.reasons,
        asked=now,
        expires=now + EXPIRES_SECONDS,
        summary=summary(wanted),
        touching=touching(wanted),
    )


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
