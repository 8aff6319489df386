"""What a persona sees: its lists of tools, by exact name or `prefix*`."""

from __future__ import annotations

from collections.abc import Mapping

from sealskill.model.call import Call
from sealskill.model.context import Context
from sealskill.model.decision import Ruling, Step, StepName
from sealskill.model.persona import Persona
from sealskill.model.tools import KnownTool
from sealskill.policy import permission


def step(call: Call, context: Context) -> Step:
    """The lists of the persona; what it disallows stays disallowed whatever else it lists."""
    who = context.persona
    why = hidden(who, call.tool)
    if why:
        return Step(name=StepName.PERSONA, ruling=Ruling.DENY, reason=why, advice="call it as another persona")
    return Step(name=StepName.PERSONA, ruling=Ruling.ALLOW, reason=f"the persona {who.name or '(unnamed)'} has it")


def hidden(persona: Persona, tool: str) -> str:
    """Why a persona does not see a tool; "" where it does."""
    name = persona.name or "(unnamed)"
    if any(_bars(pattern, tool) for pattern in persona.disallowed_tools):
        return f"the persona {name} disallows {tool}"
    if persona.tools is not None and not any(_names(pattern, tool) for pattern in persona.tools):
        return f"the persona {name} does not list {tool}"
    return ""


def in_vain(persona: Persona, tools: Mapping[str, KnownTool]) -> dict[str, str]:
    """What a persona lists and can never run: the name or pattern → why. What is not known here may be a host's."""
    found = {}
    for pattern in persona.tools or ():
        known = [tool for name, tool in tools.items() if _names(pattern, name)]
        if known and all(permission.never(tool, persona.mode) for tool in known):
            kinds = ", ".join(dict.fromkeys(f"{tool.name} is {tool.tool_class.value}" for tool in known))
            found[pattern] = f"{kinds}, which {persona.permission_mode} never runs"
    return found


def _names(pattern: str, tool: str) -> bool:
    """Whether a pattern names a tool. A star anywhere but at the end is no pattern, and names nothing."""
    if pattern.endswith("*") and "*" not in pattern[:-1]:
        return tool.startswith(pattern[:-1])
    return pattern == tool and "*" not in pattern


def _bars(pattern: str, tool: str) -> bool:
    """The same for a tool that is disallowed: there, a pattern nobody can read bars everything."""
    return "*" in pattern[:-1] or _names(pattern, tool)
