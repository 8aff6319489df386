"""Which skills a call lets into the context: known before it runs, so that they count before a byte of them leaves."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.errors import Error
from sealskill.model.skill import Ready
from sealskill.model.tool import Tool
from sealskill.session import lending
from sealskill.session.desk import Desk
from sealskill.session.touching import Wanted


def enter(desk: Desk, tool: Tool, wanted: Wanted) -> None:
    """Let every skill count that a call can show. Raises CannotRecord, and then the call must not run."""
    for ready, why in _running(desk, tool, wanted):
        desk.active.count(ready, why, shown=False)
    for ready in read(desk, wanted):
        desk.active.count(ready, "a file of it is read")


def _running(desk: Desk, tool: Tool, wanted: Wanted) -> Iterator[tuple[Ready, str]]:
    touches = wanted.call.touches
    if tool.known.owner:
        # What a tool of a skill says is the word of that skill, whatever else it may have read.
        yield from _one(wanted.ready, "its tool runs")
    elif not touches.unconfined and lending.starts(touches):
        yield from _one(wanted.ready, "what is run can read it")
    elif touches.unconfined:
        # Outside every boundary a command can print the files of any skill; what it prints is nobody's word.
        yield from ((one, f"{tool.name} runs where it can be read") for one in desk.snapshot.ready)


def _one(ready: Ready | None, why: str) -> Iterator[tuple[Ready, str]]:
    if ready is not None:
        yield ready, why


def read(desk: Desk, wanted: Wanted) -> Iterator[Ready]:
    """The skills of which a call reads files. What is closed to it, it is not going to read."""
    for path in wanted.call.touches.reads:
        try:
            spot = desk.ground.skill(path)
        except Error:
            continue
        ready = desk.named(spot.key) if spot else None
        if ready is not None and (ready.skill.manifest.model_invocable or desk.active.counts(ready)):
            yield ready


def origin(desk: Desk, tool: Tool, wanted: Wanted) -> str:
    """Where the value of a call comes from: a skill, a host of the web, or the tool itself."""
    if tool.known.owner:
        return f"skill:{tool.known.owner}"
    for ready in read(desk, wanted):
        return f"skill:{ready.skill.key}"
    hosts = wanted.call.touches.hosts
    return f"web:{hosts[0].rpartition(':')[0]}" if hosts else f"tool:{tool.name}"
