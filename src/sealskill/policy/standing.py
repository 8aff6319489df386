"""Which tools exist at all: the registered ones, those of the group, and those that go while strangers are about."""

from __future__ import annotations

from sealskill.model.call import Call
from sealskill.model.context import Context
from sealskill.model.decision import Ruling, Step, StepName
from sealskill.model.tools import MATRIX, Tier
from sealskill.policy.granted import grants_of


def tool(call: Call, context: Context) -> Step:
    """A tool that is not registered does not exist, and a skill brings none under the name of another."""
    known = context.tools.get(call.tool)
    if known is None or known.name != call.tool:
        advice = "`sealskill tools` names them all"
        return _deny(StepName.TOOL, f"no tool called {call.tool!r} is registered", advice)
    if known.owner and known.name in MATRIX:
        return _deny(StepName.TOOL, f"{known.name} is a name of ours, and {known.owner} may not bring it")
    return Step(name=StepName.TOOL, ruling=Ruling.ALLOW, reason=f"{call.tool} is registered")


def group(call: Call, context: Context) -> Step:
    """A group has the tools that were enabled for it, and those that bundles bring by a grant to this very group."""
    here = context.group
    if here is None or here.tools is None:
        return Step(name=StepName.GROUP, ruling=Ruling.ALLOW, reason="no group limits the tools")
    known = {one.key: one for one in context.loaded}
    bundles = [one for one in context.grants if one.group == here.name and one.skill in known]
    brought = {name for grant in bundles if grant in grants_of(known[grant.skill], context) for name in grant.tools}
    if call.tool in brought | set(here.tools):
        return Step(name=StepName.GROUP, ruling=Ruling.ALLOW, reason=f"{call.tool} is enabled for {here.name}")
    return _deny(StepName.GROUP, f"{call.tool} is not enabled for the group {here.name}")


def always_denied(call: Call, context: Context) -> Step:
    """Tools that steer the whole installation are gone while a stranger's skill is loaded, whatever it declares."""
    known = context.tools.get(call.tool)
    if known is None or known.tier is not Tier.DENIED:
        return Step(name=StepName.ALWAYS_DENIED, ruling=Ruling.ALLOW, reason="it is no tool that is always denied")
    strangers = tuple(sorted({one.key for one in (*context.loaded, *context.active) if one.strange}))
    if not strangers:
        return Step(name=StepName.ALWAYS_DENIED, ruling=Ruling.ALLOW, reason="no community skill is loaded")
    return Step(
        name=StepName.ALWAYS_DENIED,
        ruling=Ruling.DENY,
        reason=f"{call.tool} is denied while community skills are loaded ({', '.join(strangers)}): it {known.why}",
        advice=f"disable {', '.join(strangers)} to use it",
        skills=strangers,
    )


def _deny(name: StepName, reason: str, advice: str = "") -> Step:
    return Step(name=name, ruling=Ruling.DENY, reason=reason, advice=advice)
