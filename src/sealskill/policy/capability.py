"""Capabilities: a gated call passes where every counting skill covers it itself. No skill lends another anything."""

from __future__ import annotations

from sealskill.model.call import Call
from sealskill.model.capability import CapabilityName
from sealskill.model.context import Context, Counting
from sealskill.model.decision import Ruling, Step, StepName
from sealskill.model.tools import KnownTool, Tier
from sealskill.policy import hosts
from sealskill.policy.constraints import YES, Cover, Covered, admits
from sealskill.policy.granted import grants_of, speaker

_TOLD = 20
"""Skills whose lack is told in words, the strictest first; all are named in `Step.skills`."""


def step(call: Call, context: Context) -> Step:
    """All cover it: allowed; some do, or nobody can tell: asked; none does: denied."""
    tool, skills = context.tools.get(call.tool), counting(call, context)
    if not skills:
        return _said(Ruling.ALLOW, "no community skill counts")
    if tool is None:
        return _said(Ruling.DENY, "nobody knows which capability it needs", skills=skills)
    if tool.owner or tool.tier is Tier.ALLOWED:
        return _said(Ruling.ALLOW, f"{tool.name} needs no capability")
    return _gated(tool, skills, call, context)


def counting(call: Call, context: Context) -> tuple[Counting, ...]:
    """The skills that count, and the one the call is made for: to act for it is to have listened to it."""
    found, asked = context.counting, speaker(call, context)
    if asked is None or not asked.strange or any((one.key, one.seal) == (asked.key, asked.seal) for one in found):
        return found
    return (*found, asked)


def _gated(tool: KnownTool, skills: tuple[Counting, ...], call: Call, context: Context) -> Step:
    answers = [(one, covers(one, tool, call, context)) for one in skills]
    lacking = [(one, answer) for one, answer in answers if answer.cover is not Cover.YES]
    if not lacking:
        return _said(Ruling.ALLOW, f"every community skill that counts covers {tool.name}", skills=skills)
    covered = len(lacking) < len(answers)
    unknown = all(answer.cover is Cover.ASK for _, answer in lacking)
    ruling = Ruling.CONFIRM if covered or unknown else Ruling.DENY
    strictest = sorted(lacking, key=lambda one: -one[1].cover)
    reasons = list(
        dict.fromkeys(f"{one.key} does not cover {tool.name}: {answer.why}" for one, answer in strictest[:_TOLD])
    )
    more = [f"nor do {len(lacking) - _TOLD} more"] if len(lacking) > _TOLD else []
    return _said(ruling, "; ".join((*reasons, *more)), _advice(tool), tuple(one for one, _ in lacking))


def covers(skill: Counting, tool: KnownTool, call: Call, context: Context) -> Covered:
    """Whether one skill covers a call: by what it declares itself, or by the grant of its bundle."""
    if tool.capability is None:
        return Covered(cover=Cover.NO, why="no capability unlocks it")
    declared = [one for one in skill.capabilities if one.name is tool.capability]
    answers = [admits(one, tool, call, context) for one in declared]
    if answers:
        return max(answers, key=lambda one: one.cover)
    return _by_grant(skill, tool, call, context)


def _by_grant(skill: Counting, tool: KnownTool, call: Call, context: Context) -> Covered:
    """A bundle declares nothing: the tools and hosts that were granted to it stand for that."""
    grants = [one for one in grants_of(skill, context) if tool.name in one.tools]
    if not grants:
        return Covered(cover=Cover.NO, why=f"it does not declare {tool.capability or ''}")
    if tool.capability is not CapabilityName.NETWORK:
        return YES
    if not call.touches.hosts:
        return Covered(cover=Cover.ASK, why="its grant depends on the host")
    egress = [host for one in grants for host in one.egress]
    out = [host for host in call.touches.hosts if not hosts.among(host, egress, hosts.GRANTED)]
    return Covered(cover=Cover.NO, why=f"{out[0]} is not granted to it") if out else YES


def _advice(tool: KnownTool) -> str:
    if tool.capability is None:
        return ""
    return f"its author declares the capability {tool.capability.value} and what it is limited to"


def _said(ruling: Ruling, reason: str, advice: str = "", skills: tuple[Counting, ...] = ()) -> Step:
    keys = tuple(dict.fromkeys(one.key for one in skills))
    return Step(name=StepName.CAPABILITIES, ruling=ruling, reason=reason, advice=advice, skills=keys)
