"""A small world for decisions: skills, tools and contexts by short names."""

from __future__ import annotations

from typing import Any

from sealskill.model.call import Call, Touches
from sealskill.model.capability import Capability, CapabilityName
from sealskill.model.context import Context, Counting
from sealskill.model.decision import Decision, Ruling, Step, StepName
from sealskill.model.grant import Grant
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import PermissionMode, Persona
from sealskill.model.skill import TrustLevel
from sealskill.model.tools import MATRIX, KnownTool, Tier
from sealskill.policy.decide import decide

WORK = "/home/ann/work"
DUAL = Persona(name="dual", permission_mode=PermissionMode.DUAL_SIGN_REQUIRED)
READ_ONLY = Persona(name="reader", permission_mode=PermissionMode.READ_ONLY)


def skill(key: str, *capabilities: str | Capability, trust: str = "community", seal: str = "") -> Counting:
    """A skill as decisions see it; a community one with a seal made of its key."""
    some = tuple(one if isinstance(one, Capability) else declares(one) for one in capabilities)
    return Counting(key=key, seal=seal or f"sha256:{key}", trust=TrustLevel(trust), capabilities=some)


def declares(name: str, **constraints: Any) -> Capability:
    """A capability with its constraints."""
    return Capability(name=CapabilityName(name), constraints=constraints, given=name)


def owned(name: str, owner: Counting, tool_class: str = "safe") -> KnownTool:
    """The tool of a `skill.json`."""
    return KnownTool(
        name=name, tier=Tier.ALLOWED, tool_class=ToolClass(tool_class), owner=owner.key, seal=owner.seal,
        trust=owner.trust,
    )  # fmt: skip


def gift(to: Counting, **what: Any) -> Grant:
    """A grant to a skill, for the seal it has."""
    return Grant(**{"id": "g1", "skill": to.key, "seal": to.seal, **what})


def world(*active: Counting, tools: tuple[KnownTool, ...] = (), **more: Any) -> Context:
    """A context in which some skills are loaded and active."""
    known = {**MATRIX, **{one.name: one for one in tools}}
    return Context(**{"tools": known, "loaded": active, "active": active, "workspace": WORK, **more})


def call(tool: str, *, by: str = "", **touches: Any) -> Call:
    """A call of a tool and what it touches."""
    return Call(id="c1", tool=tool, skill=by, touches=Touches(**touches))


def ruled(tool: str, context: Context, *, by: str = "", **touches: Any) -> Ruling:
    """What becomes of a call."""
    return decide(call(tool, by=by, **touches), context).ruling


def steps(decision: Decision, name: StepName) -> tuple[Step, ...]:
    """The steps of one name."""
    return tuple(one for one in decision.steps if one.name is name)


def step(name: str, tool: str, context: Context, *, by: str = "", **touches: Any) -> Ruling:
    """What one step says of a call: the strictest where it is told in parts."""
    found = steps(decide(call(tool, by=by, **touches), context), StepName(name))
    return max((one.ruling for one in found), key=lambda one: one.strictness)
