"""Whether the constraints of a capability admit the arguments of a call."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from sealskill.model.call import Call
from sealskill.model.capability import Capability
from sealskill.model.constraint import Constraints, constraints
from sealskill.model.context import Context
from sealskill.model.manifest import ToolClass
from sealskill.model.tools import KnownTool
from sealskill.model.value import Value
from sealskill.policy import hosts, paths, shell


class Cover(IntEnum):
    """Whether a skill covers a call, the strictest last."""

    YES = 0
    ASK = 1
    """Nobody can tell: it covers nothing, and a person is asked."""
    NO = 2


class Covered(Value):
    """An answer and why it is no plain yes."""

    cover: Cover
    why: str = ""


YES = Covered(cover=Cover.YES)


def admits(capability: Capability, tool: KnownTool, call: Call, context: Context) -> Covered:
    """Whether every constraint of a capability admits a call; the strictest answer wins."""
    found = constraints(capability)
    answers = [
        *_unread(found),
        *_shell(found, call, context),
        *_network(found, tool, call),
        *_filesystem(found, tool, call, context),
        *_sessions(found, call),
    ]
    if found.any and call.touches.unclear:
        answers.append(_ask(f"it cannot be told what {call.touches.unclear[0]} means"))
    return max(answers, key=lambda one: one.cover, default=YES)


def _no(why: str) -> Covered:
    return Covered(cover=Cover.NO, why=why)


def _ask(why: str) -> Covered:
    return Covered(cover=Cover.ASK, why=why)


def _unread(found: Constraints) -> Iterator[Covered]:
    for key in found.unread:
        yield _ask(f"nobody here can read the constraint {key}")


def _shell(found: Constraints, call: Call, context: Context) -> Iterator[Covered]:
    if found.allow is None and found.mode == "restricted":
        yield _no("shell.mode is restricted and shell.allow lists nothing")
    if found.allow is None:
        return
    touches = call.touches
    if not (touches.command or touches.argv):
        yield _ask("shell.allow depends on what is run")
        return
    why = shell.refusal(found.allow, touches, context.workspace)
    if why:
        yield _no(why)


def _network(found: Constraints, tool: KnownTool, call: Call) -> Iterator[Covered]:
    if found.switches is not None and not found.switches.get(_switch(tool.name), False):
        yield _no(f"its network switches leave {tool.name} off")
    if found.provider is not None and tool.name == "web_search" and call.touches.provider.lower() != found.provider:
        yield _no(f"network.provider is {found.provider}")
    if found.hosts is None:
        return
    if not call.touches.hosts:
        yield _ask("network.hosts depends on the host")
    for host in call.touches.hosts:
        if not hosts.among(host, found.hosts, hosts.WEB):
            yield _no(f"{host} is not in network.hosts")


def _switch(tool: str) -> str:
    """The switch of a tool: `http_get` is a fetch by another name."""
    return {"http_get": "web_fetch"}.get(tool, tool)


def _filesystem(found: Constraints, tool: KnownTool, call: Call, context: Context) -> Iterator[Covered]:
    touches = call.touches
    if found.read_only and (touches.writes or tool.tool_class is not ToolClass.SAFE):
        yield _no("filesystem.read_only is set")
    if found.paths is None:
        return
    if not (touches.reads or touches.writes):
        yield _ask("filesystem.paths depends on the file")
    for path in (*touches.reads, *touches.writes):
        if not paths.below(path, found.paths, context.workspace):
            yield _no(f"{path} is not in filesystem.paths")


def _sessions(found: Constraints, call: Call) -> Iterator[Covered]:
    if found.max_depth is not None and call.touches.depth > found.max_depth:
        yield _no(f"sessions.maxDepth is {found.max_depth}")
