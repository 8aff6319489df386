"""What a session may spend, and the switch that stops everything."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.call import Call
from sealskill.model.context import Context
from sealskill.model.decision import Ruling, Step, StepName


def step(call: Call, context: Context) -> Step:
    """The first limit that is reached; the switch before all."""
    why = next(_reached(context), "")
    if why:
        advice = "`sealskill stop --lift` lets calls through again" if context.stopped else ""
        return Step(name=StepName.LIMITS, ruling=Ruling.DENY, reason=why, advice=advice)
    return Step(name=StepName.LIMITS, ruling=Ruling.ALLOW, reason="no limit of the session is reached")


def _reached(context: Context) -> Iterator[str]:
    """Why nothing may be called any more. Each limit is held so that what is no number counts as reached."""
    spent, may = context.usage, context.allowance
    if context.stopped:
        yield f"everything is stopped: {context.stopped}"
    turns = [limit for limit in (may.turns, context.persona.max_turns) if limit is not None]
    if turns and not (min(turns) > 0 and spent.turns <= min(turns)):
        yield f"the session may have {min(turns)} turns, and this is turn {spent.turns}"
    if may.calls_per_minute is not None and not spent.recent_calls < may.calls_per_minute:
        yield f"it was called {spent.recent_calls} times within a minute; the limit is {may.calls_per_minute}"
    if may.seconds is not None and not spent.seconds < may.seconds:
        yield f"the session spent {spent.seconds:g} of its {may.seconds:g} seconds"
