"""What the rows about calls do, each in a process of its own: prints how many and how long, as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.context import Allowance
from sealskill.model.grant import Grant
from sealskill.model.manifest import ToolClass
from sealskill.model.record import Category, Record
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import KnownTool, Tier
from sealskill.runtime import Runtime
from sealskill.session.session import Session

COUNT = 200
"""Calls of one round."""
Round = Callable[[], Awaitable[int]]


async def greet(arguments: Mapping[str, Any], hands: Hands | None = None) -> Any:
    """A tool that does next to nothing."""
    return {"hello": arguments["name"]}


def _touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    return Touches()


TOOL = Tool(
    known=KnownTool(name="greet", tier=Tier.ALLOWED, tool_class=ToolClass.SAFE),
    description="Greet.",
    schema={"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    touches=_touches,
    run=greet,
)


class Memory:
    """An audit, a switch and grants that touch no disk."""

    def append(self, record: Record) -> int:
        return 0

    def why(self, sessions: tuple[str, ...]) -> str:
        return ""

    def stop(self, session: str, why: str, by: str) -> None:
        pass

    def grants(self) -> tuple[Grant, ...]:
        return ()


def function(place: Path) -> Round:
    async def act() -> int:
        for _ in range(COUNT):
            await greet({"name": "ann"})
        return COUNT

    return act


def call(place: Path) -> Round:
    return _called(_session(place))


def call_without_disk(place: Path) -> Round:
    session = _session(place)
    memory = Memory()
    desk = session._desk
    desk.auditor = desk.switch = memory
    desk.grants = memory.grants
    return _called(session)


def appends(place: Path) -> Round:
    log = _session(place)._desk.auditor
    record = Record(action="call.decided", category=Category.CALL, actor="ann", arguments={"name": "ann"})

    async def act() -> int:
        for _ in range(COUNT * 2):
            log.append(record)
        return COUNT

    return act


def _session(place: Path) -> Session:
    work = place / "work"
    work.mkdir(parents=True, exist_ok=True)
    runtime = Runtime.open(workspace=work, home=place, environ={"PATH": "/usr/bin:/bin", "HOME": str(place)})
    runtime.register(TOOL)
    return runtime.session(allowance=Allowance(calls_per_minute=None))


def _called(session: Session) -> Round:
    async def act() -> int:
        for _ in range(COUNT):
            result = await session.call("greet", {"name": "ann"})
            assert result.ok, result.failure
        return COUNT

    return act


TASKS: dict[str, Callable[[Path], Round]] = {
    "function": function,
    "call": call,
    "call-without-disk": call_without_disk,
    "appends": appends,
}


async def _timed(act: Round, rounds: int, warmup: int) -> list[float]:
    ms = []
    for number in range(-warmup, rounds):
        start = time.perf_counter()
        await act()
        if number >= 0:
            ms.append((time.perf_counter() - start) * 1000)
    return ms


def main(name: str, place: str, rounds: str = "1", warmup: str = "0") -> None:
    ms = asyncio.run(_timed(TASKS[name](Path(place)), int(rounds), int(warmup)))
    print(json.dumps({"skills": COUNT, "ms": ms}))


if __name__ == "__main__":
    main(*sys.argv[1:])
