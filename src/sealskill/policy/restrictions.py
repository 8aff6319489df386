"""Which tools are denied or asked about because of the community skills that are loaded."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sealskill.model.call import Call
from sealskill.model.context import Context, Scope
from sealskill.model.decision import Ruling, Step
from sealskill.model.restriction import Restriction, When
from sealskill.policy import capability, standing


def restrictions(context: Context) -> tuple[Restriction, ...]:
    """What is in force now, then what will be once the loaded community skills are active; by tool."""
    now = tuple(_of(context, "now"))
    if context.scope is Scope.LOADED:
        return now
    active = msgspec.structs.replace(context, active=(*context.active, *context.loaded))
    known = {(one.tool, one.ruling) for one in now}
    return (*now, *(one for one in _of(active, "once active") if (one.tool, one.ruling) not in known))


def _of(context: Context, when: When) -> Iterator[Restriction]:
    for name in context.tools:
        call = Call(id="", tool=name)
        strictest = max(_because(call, context), key=lambda one: one.ruling.strictness, default=None)
        if strictest is not None:
            yield Restriction(
                tool=name, ruling=strictest.ruling, when=when, skills=strictest.skills, reason=strictest.reason
            )


def _because(call: Call, context: Context) -> Iterator[Step]:
    """The steps against a tool that would not be without the skills they name."""
    for step in (standing.always_denied(call, context), capability.step(call, context)):
        if step.ruling is not Ruling.ALLOW and step.skills:
            yield step
