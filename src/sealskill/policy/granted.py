"""Which grants count for whom: a stranger's only for its seal, a group's only in it."""

from __future__ import annotations

from sealskill.model.call import Call
from sealskill.model.context import Context, Counting
from sealskill.model.grant import Grant
from sealskill.model.skill import TrustLevel
from sealskill.model.tools import KnownTool


def grants_of(skill: Counting, context: Context) -> tuple[Grant, ...]:
    """The grants that count for a skill here."""
    return tuple(one for one in context.grants if _here(one, context) and _its(one, skill))


def grants_of_group(context: Context) -> tuple[Grant, ...]:
    """The grants of the group itself, which count for whoever has no skill to speak for."""
    return tuple(one for one in context.grants if one.group and not one.skill and _here(one, context))


def _here(grant: Grant, context: Context) -> bool:
    return not grant.group or (context.group is not None and context.group.name == grant.group)


def _its(grant: Grant, skill: Counting) -> bool:
    if skill.strange:
        return grant.skill == skill.key and bool(grant.seal) and grant.seal == skill.seal
    return (grant.skill == skill.key or (not grant.skill and bool(grant.group))) and grant.seal in ("", skill.seal)


def owner(tool: KnownTool, context: Context) -> Counting | None:
    """The skill that brings a tool, as it is loaded; as the tool says itself where it is not."""
    if not tool.owner:
        return None
    return Counting(key=tool.owner, seal=tool.seal, trust=_believed(tool, context))


def _believed(tool: KnownTool, context: Context) -> TrustLevel:
    """The least that is said of it: a row cannot raise the trust of the skill it belongs to."""
    said = [one.trust for one in (*context.loaded, *context.active) if one.key == tool.owner]
    return max((tool.trust, *said), key=lambda level: level.tier)


def speaker(call: Call, context: Context) -> Counting | None:
    """The skill a call is made for, as it is loaded or still active; None for none, or one that is not here."""
    tool = context.tools.get(call.tool)
    if tool is not None and tool.owner:
        return owner(tool, context)
    return next((one for one in (*context.loaded, *context.active) if one.key == call.skill), None)
