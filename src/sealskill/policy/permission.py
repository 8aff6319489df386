"""Class × permission mode: what a tool can do to the world, and whether a persona of that mode may do it."""

from __future__ import annotations

from sealskill.model.call import Call, Touches
from sealskill.model.capability import CapabilityName
from sealskill.model.context import Context
from sealskill.model.decision import Ruling, Step, StepName
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import PermissionMode
from sealskill.model.tools import KnownTool
from sealskill.policy import hosts
from sealskill.policy.granted import grants_of, grants_of_group, owner, speaker

_ALLOW, _CONFIRM, _DUAL, _DENY = Ruling

TABLE: dict[PermissionMode, dict[ToolClass, Ruling]] = {
    PermissionMode.READ_ONLY: dict(zip(ToolClass, (_ALLOW, _DENY, _DENY), strict=True)),
    PermissionMode.MUTATING_WITH_CONFIRM: dict(zip(ToolClass, (_ALLOW, _CONFIRM, _DENY), strict=True)),
    PermissionMode.DUAL_SIGN_REQUIRED: dict(zip(ToolClass, (_ALLOW, _CONFIRM, _DUAL), strict=True)),
}
"""What is not in it is denied."""

_LOOKING = ("GET", "HEAD")
_OWN = Touches(own=True)
"""That, and nothing else that is touched."""
_WORDS = {_ALLOW: "allows", _CONFIRM: "asks a person about", _DUAL: "asks two people about", _DENY: "denies"}


def step(call: Call, context: Context) -> Step:
    """The ruling of the table for the class this call has here."""
    tool, mode = context.tools.get(call.tool), context.persona.mode
    if mode is None:
        known = ", ".join(PermissionMode)
        word = context.persona.permission_mode
        return _said(_DENY, f"nobody knows the permission mode {word!r}", advice=f"use {known}")
    if tool is None:
        return _said(_DENY, f"nobody knows what {call.tool!r} can do")
    found, why = effective(tool, call, context)
    ruling = TABLE[mode][found]
    reason = f"{tool.name} is {found.value} here{f' ({why})' if why else ''}, which {mode.value} {_WORDS[ruling]}"
    return _said(ruling, reason, _advice(tool, ruling, found, context))


def effective(tool: KnownTool, call: Call, context: Context) -> tuple[ToolClass, str]:
    """The class a call has here, and why it is not the one of its row."""
    if call.touches.unconfined:
        return ToolClass.DANGEROUS, "it would run outside every boundary"
    skill = owner(tool, context)
    if skill is not None and skill.strange:
        accepted = [one.accepts for one in grants_of(skill, context) if one.accepts is not None]
        enough = [one for one in accepted if _rank(one) >= _rank(tool.tool_class)]
        if not enough:
            return ToolClass.DANGEROUS, f"nobody accepted the class {tool.tool_class.value} of a stranger's tool"
        return min(enough, key=_rank), "a person accepted it"
    if _only_looks(tool, call, context):
        return ToolClass.SAFE, "it only looks, at a host that is granted"
    if not tool.owner and tool.tool_class is ToolClass.MUTATING and call.touches == _OWN:
        return ToolClass.SAFE, "it looks at, or ends, what this session started"
    return tool.tool_class, ""


def never(tool: KnownTool, mode: PermissionMode | None) -> bool:
    """Whether a mode runs a tool under no circumstances. A skill's class depends on what a person accepts."""
    if mode is None:
        return True
    fetches = tool.capability is CapabilityName.NETWORK and tool.tool_class is ToolClass.MUTATING
    least = ToolClass.SAFE if tool.owner or fetches else tool.tool_class
    return TABLE[mode][least] is Ruling.DENY


def _rank(one: ToolClass) -> int:
    return list(ToolClass).index(one)


def _only_looks(tool: KnownTool, call: Call, context: Context) -> bool:
    """Whether a tool of ours fetches from granted hosts and does nothing else."""
    touches = call.touches
    if tool.owner or tool.capability is not CapabilityName.NETWORK or tool.tool_class is not ToolClass.MUTATING:
        return False
    if touches.method not in _LOOKING or not touches.hosts or touches.writes or touches.unclear or touches.argv:
        return False
    who = speaker(call, context)
    grants = grants_of_group(context) if who is None else grants_of(who, context)
    egress = [host for one in grants for host in one.egress]
    return all(hosts.among(host, egress, hosts.GRANTED) for host in touches.hosts)


def _advice(tool: KnownTool, ruling: Ruling, found: ToolClass, context: Context) -> str:
    if ruling in (_ALLOW, _CONFIRM, _DUAL):
        return ""
    if tool.owner and found is not tool.tool_class:
        return f"sealskill grants add {tool.owner} --accept {tool.tool_class.value}"
    if found is ToolClass.DANGEROUS and context.persona.mode is PermissionMode.MUTATING_WITH_CONFIRM:
        return f"a persona whose permission_mode is {PermissionMode.DUAL_SIGN_REQUIRED.value} asks two people"
    return ""


def _said(ruling: Ruling, reason: str, advice: str = "") -> Step:
    return Step(name=StepName.CLASS, ruling=ruling, reason=reason, advice=advice)
