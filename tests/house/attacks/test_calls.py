"""Every way to be denied, tried for real: nothing is written, started, reached or told, whoever would say yes."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, skill_md
from tests.session.room import Spy, external, script

from sealskill import Runtime
from sealskill.model.context import Allowance, Group
from sealskill.model.decision import Ruling, StepName
from sealskill.model.persona import PermissionMode, Persona
from sealskill.model.question import Answer, Ending, Question
from sealskill.model.result import Result
from sealskill.model.tool import Why
from sealskill.session.desk import boundless
from sealskill.session.session import Session

SECRET = "the-password-of-the-house"
READER = Persona(name="reader", permission_mode=PermissionMode.READ_ONLY)
DUAL = Persona(name="dual", permission_mode=PermissionMode.DUAL_SIGN_REQUIRED)
WRITE: dict[str, Any] = {"path": "made.txt", "content": "x"}


class Scene:
    """A house with something to steal, break, start and reach, and a look at whether any of it happened."""

    def __init__(self, base: Path) -> None:
        self.house = House(base, {"work/notes.txt": "mine", "secret.txt": SECRET})
        self.house.write("work/skills/odd/SKILL.md", skill_md("odd", "A stranger."))
        self.house.write("work/skills/off/SKILL.md", skill_md("off", "Hidden.", "disable-model-invocation: true"))
        script(self.house, "tool", f"touch {self.marker}; echo 1")
        self.door = socket.create_server(("127.0.0.1", 0))
        self.door.setblocking(False)
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}/"
        environ = {**external(self.house), "ODD_TOKEN": SECRET}
        self.runtime: Runtime = self.house.load(environ=environ, overrides={"skills.allow_bundled": []})
        self.spy = Spy("gateway")
        self.runtime.register(self.spy.tool)

    @property
    def marker(self) -> Path:
        return self.house.base / "ran"

    def touched(self) -> list[str]:
        """Everything that must not have happened and did."""
        found = [str(path) for path in (self.marker, self.house.work / "made.txt") if path.exists()]
        try:
            self.door.accept()[0].close()
            found.append("the door")
        except BlockingIOError:
            pass
        return [*found, *("the gateway" for _ in self.spy.calls)]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    one = Scene(tmp_path_factory.mktemp("scene"))
    yield one
    one.door.close()


def yes(question: Question) -> Answer:
    return Answer(ending=Ending.APPROVED)


class Row:
    """One way to be denied: who asks, what was before, what is called, and which step says no."""

    def __init__(
        self,
        step: StepName,
        tool: str,
        arguments: Mapping[str, Any] | str = {},
        *,
        before: str = "",
        skill: str = "",
        **wish: Any,
    ) -> None:
        self.step, self.tool, self.arguments, self.before = step, tool, arguments, before
        self.skill, self.wish = skill, wish


EXEC = {"command": "touch {marker}"}
ROWS = {
    "no such tool": Row(StepName.TOOL, "wriet", WRITE),
    "a tool by another spelling": Row(StepName.TOOL, "Write", WRITE),
    "arguments that do not fit": Row(StepName.TOOL, "write", {**WRITE, "more": 1}),
    "arguments that are no object": Row(StepName.TOOL, "write", "[]"),
    "no boundary": Row(StepName.TOOL, "exec", EXEC, before="bare", persona=DUAL),
    "no boundary for the tool of a skill": Row(StepName.TOOL, "tool", before="bare", persona=DUAL),
    "not for this persona": Row(StepName.PERSONA, "write", WRITE, persona=Persona(
        name="p", permission_mode=PermissionMode.MUTATING_WITH_CONFIRM, tools=("read",))),
    "a persona without tools": Row(StepName.PERSONA, "read", {"path": "notes.txt"}, persona=Persona(tools=())),
    "a persona that disallows it": Row(StepName.PERSONA, "write", WRITE, persona=Persona(
        name="p", permission_mode=PermissionMode.MUTATING_WITH_CONFIRM, disallowed_tools=("wr*",))),
    "not for this group": Row(StepName.GROUP, "write", WRITE, group=Group(name="ops", tools=("read",))),
    "always denied while a stranger is loaded": Row(StepName.ALWAYS_DENIED, "gateway", persona=DUAL),
    "no capability to write": Row(StepName.CAPABILITIES, "write", WRITE, before="odd"),
    "no capability to run": Row(StepName.CAPABILITIES, "exec", EXEC, before="odd", persona=DUAL,
                                unsafe_unconfined=True),
    "no capability to reach out": Row(StepName.CAPABILITIES, "web_fetch", {"url": "{url}"}, before="odd"),
    "for a skill without the capability": Row(StepName.CAPABILITIES, "write", WRITE, skill="odd"),
    "read only": Row(StepName.CLASS, "write", WRITE, persona=READER),
    "read only, and a command": Row(StepName.CLASS, "exec", EXEC, persona=READER, unsafe_unconfined=True),
    "dangerous where that is never done": Row(StepName.CLASS, "exec", EXEC, unsafe_unconfined=True),
    "a mode nobody knows": Row(StepName.CLASS, "write", WRITE, persona=Persona(name="p", permission_mode="yolo")),
    "a path nobody granted": Row(StepName.GRANTS, "read", {"path": "{secret}"}),
    "a path out of the workspace": Row(StepName.GRANTS, "write", {"path": "{base}/made.txt", "content": "x"}),
    "a skill that is not here": Row(StepName.TOOL, "exec", {**EXEC, "skill": "nobody"}, persona=DUAL,
                                    unsafe_unconfined=True),
    "no turn left": Row(StepName.LIMITS, "write", WRITE, before="turns", allowance=Allowance(turns=1)),
    "no call left": Row(StepName.LIMITS, "write", WRITE, allowance=Allowance(calls_per_minute=0)),
    "no second left": Row(StepName.LIMITS, "write", WRITE, allowance=Allowance(seconds=0)),
    "stopped": Row(StepName.LIMITS, "write", WRITE, before="stop"),
    "closed": Row(StepName.LIMITS, "write", WRITE, before="close"),
}  # fmt: skip


def filled(value: Any, scene: Scene) -> Any:
    """Arguments with the places of this scene in them."""
    if isinstance(value, str):
        places = {"{marker}": scene.marker, "{url}": scene.url, "{secret}": scene.house.base / "secret.txt"}
        for name, place in {**places, "{base}": scene.house.base}.items():
            value = value.replace(name, str(place))
        return value
    return {name: filled(one, scene) for name, one in value.items()} if isinstance(value, dict) else value


async def tried(session: Session, row: Row, scene: Scene) -> Result:
    if row.before == "odd":
        await session.activate("odd")
    elif row.before == "bare":
        session._desk.missing = boundless  # a machine without bubblewrap
    elif row.before == "turns":
        await session.turn()
        await session.turn()
    elif row.before == "stop":
        scene.runtime.stops.stop(session.id, "a test", "ann")
    elif row.before == "close":
        await session.close()
    return await session.call(row.tool, filled(row.arguments, scene), skill=row.skill)


@pytest.mark.parametrize("name", list(ROWS))
def test_what_is_denied_touches_nothing_though_everybody_would_say_yes(name: str, scene: Scene) -> None:
    row = ROWS[name]

    async def story() -> Result:
        async with scene.runtime.session(approver=yes, **row.wish) as session:
            return await tried(session, row, scene)

    result = asyncio.run(story())
    assert (result.decision.ruling, result.outcome.why, result.value) == (Ruling.DENY, Why.REFUSED, None)
    assert row.step in {one.name for one in result.decision.steps if one.ruling is Ruling.DENY}
    assert SECRET not in repr(result)
    assert scene.touched() == []


def test_the_scene_would_notice(tmp_path: Path) -> None:
    one = Scene(tmp_path)
    one.marker.touch()
    (one.house.work / "made.txt").touch()
    socket.create_connection(one.door.getsockname()).close()
    assert len(one.touched()) == 3
    one.door.close()


_WATCHED: list[Callable[[str], None]] = []
_HOOKED: list[bool] = []
_DOINGS = {
    "subprocess.Popen",
    "os.posix_spawn",
    "os.fork",
    "os.exec",
    "os.system",
    "socket.connect",
    "os.remove",
    "os.rename",
}


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if _WATCHED and (event in _DOINGS or (event == "open" and _writes(args))):
        for tell in _WATCHED:
            tell(f"{event} {args[0]!r}")


def _writes(args: tuple[Any, ...]) -> bool:
    flags = args[2] if len(args) > 2 and isinstance(args[2], int) else 0
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


@pytest.mark.parametrize(
    "name", ["no such tool", "no boundary", "read only", "no capability to write", "a path nobody granted"]
)
def test_a_denied_call_opens_no_file_to_write_and_starts_and_reaches_nothing(name: str, scene: Scene) -> None:
    if not _HOOKED:
        sys.addaudithook(_hear)  # it stays for good; it hears only while somebody listens
        _HOOKED.append(True)
    row, done = ROWS[name], list[str]()

    async def story() -> Result:
        async with scene.runtime.session(approver=yes, **row.wish) as session:
            if row.before == "odd":
                await session.activate("odd")
            elif row.before == "bare":
                session._desk.missing = boundless
            _WATCHED.append(done.append)
            try:
                return await session.call(row.tool, filled(row.arguments, scene), skill=row.skill)
            finally:
                _WATCHED.clear()

    assert asyncio.run(story()).decision.ruling is Ruling.DENY
    assert [one for one in done if "sealskill.db" not in one] == [], "only the audit is written"


def test_every_step_that_can_deny_is_tried_here() -> None:
    assert {row.step for row in ROWS.values()} == set(StepName)
