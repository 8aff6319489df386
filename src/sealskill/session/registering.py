"""Which tools a session has: ours, those the host registered, those that skills bring. A name has one owner."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sealskill.errors import Conflict
from sealskill.model.manifest import ToolClass
from sealskill.model.skill import Ready
from sealskill.model.tool import Tool
from sealskill.model.tools import MATRIX
from sealskill.session import skill_tools
from sealskill.session.arguments import Checker

_CLASSES = tuple(ToolClass)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
"""What every maker of models takes for the name of a function."""


def assembled(ours: Iterable[Tool], hosts: Iterable[Tool], ready: Iterable[Ready]) -> tuple[dict[str, Tool], list[str]]:
    """The tools by name, and a line for each that was left out because its name is taken."""
    tools = {one.name: one for one in ours}
    left_out = []
    tools |= {one.name: one for one in hosts}
    for skill in sorted(ready, key=lambda one: (one.trust.level.tier, one.skill.root.rank, one.skill.key)):
        for tool in skill_tools.of(skill):
            if tool.name in tools or tool.name in MATRIX:
                left_out.append(f"the tool {tool.name} of {skill.skill.name} is left out: the name is taken")
            else:
                tools[tool.name] = tool
    return tools, left_out


def check(tool: Tool, taken: Iterable[str]) -> None:
    """Whether a host may register a tool. Raises Conflict for a name that is taken or none, a schema
    that cannot be used, or a row that is made milder.
    """
    if tool.name in set(taken):
        raise Conflict(f"a tool called {tool.name!r} is registered already", advice="give it another name")
    if tool.known.owner:
        raise Conflict(f"{tool.name} says that it belongs to a skill; a host registers its own tools")
    if not _NAME.fullmatch(tool.name):
        raise Conflict(f"{tool.name!r} is no name of a function", advice="use 1 to 64 letters, figures, `_` and `-`")
    try:
        Checker(tool.schema)
    except ValueError as exc:
        raise Conflict(f"the schema of {tool.name} cannot be used: {exc}") from exc
    row = MATRIX.get(tool.name)
    if row is None:
        return
    milder = _CLASSES.index(tool.known.tool_class) < _CLASSES.index(row.tool_class)
    if milder or (tool.known.tier, tool.known.capability) != (row.tier, row.capability):
        raise Conflict(
            f"{tool.name} is a {row.tool_class.value} tool that is {row.tier.value}, and stays one",
            advice=f"register it with known=MATRIX[{tool.name!r}]",
        )
