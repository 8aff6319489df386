"""Where a session stands at this moment: the context a call is decided in."""

from __future__ import annotations

from msgspec.structs import replace

from sealskill.model.context import Context, Usage
from sealskill.model.grant import Grant
from sealskill.model.skill import Ready
from sealskill.policy.granted import grants_of, grants_of_group
from sealskill.session.context import Facts, context, counting_of
from sealskill.session.desk import Desk


def here(desk: Desk, tool: str = "", stopped: str = "", *, counted: bool = False, inside_run: bool = False) -> Context:
    """The session as a decision sees it.

    `counted` is for a call that was let through once and is among the calls of this minute already.
    """
    facts = Facts(
        loaded=desk.loaded,
        tools={name: one.known for name, one in desk.tools.items()},
        persona=desk.persona,
        active=desk.active.counting,
        grants=desk.given,
        group=desk.group,
        usage=_usage(desk, tool, int(counted)),
        allowance=desk.allowance,
        stopped=stopped,
        inside_run=inside_run,
    )
    return context(desk.settings, facts, tool)


def _usage(desk: Desk, tool: str, counted: int) -> Usage:
    usage = desk.meter.usage(tool)
    return replace(usage, recent_calls=usage.recent_calls - counted)


def grants(desk: Desk, ready: Ready | None) -> tuple[Grant, ...]:
    """The grants that count for a call: those of its skill, or of the group where it has none."""
    now = here(desk)
    return grants_of_group(now) if ready is None else grants_of(counting_of(ready), now)
