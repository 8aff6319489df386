"""Real, small hands for tools: files of a folder, commands that are really run, answers that were laid out."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sealskill.errors import Failed
from sealskill.model.tool import Fetched, Fetching, Files, Hands, Outcome, Place, Process, Running, Skills, Tool, Why
from sealskill.session.files import SessionFiles
from sealskill.session.ground import Ground


class Started:
    """A command that runs on, in its own process group."""

    def __init__(self, id: str, child: asyncio.subprocess.Process) -> None:
        self.id = id
        self._child = child
        self._lines: list[str] = []
        self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        assert self._child.stdout
        async for line in self._child.stdout:
            self._lines.append(line.decode().rstrip("\n"))
        await self._child.wait()

    def poll(self) -> Mapping[str, Any]:
        lines, self._lines[:] = list(self._lines), []
        code = self._child.returncode
        return {"running": code is None, "exit": code if code is None or code >= 0 else None, "lines": lines}

    async def write(self, text: str) -> None:
        assert self._child.stdin
        self._child.stdin.write(text.encode())
        await self._child.stdin.drain()

    async def kill(self) -> None:
        if self._child.returncode is None:
            os.killpg(self._child.pid, signal.SIGKILL)
        await self._reader


class NoSkills:
    """A session without skills."""

    def find(self, query: str, limit: int) -> list[dict[str, Any]]:
        return []

    def activate(self, name: str) -> str:
        raise Failed(f"no skill is named {name!r}")


class TestHands:
    """Hands over one workspace."""

    __test__ = False

    def __init__(
        self,
        workspace: Path,
        *,
        settings: Mapping[str, Any] = {},
        answer: Callable[[Fetching], Fetched] | None = None,
        skills: Skills | None = None,
        granted: Mapping[str, Any] = {},
    ) -> None:
        workspace.mkdir(exist_ok=True)
        self.workspace = workspace
        ground = Ground(str(workspace), home=str(workspace.parent), state=str(workspace.parent / "state"))
        self.files: Files = SessionFiles(ground, lambda key: workspace, granted)
        self.skills: Skills = skills or NoSkills()
        self.settings = settings
        self.ran: list[Running] = []
        self.fetched: list[Fetching] = []
        self.told: list[str] = []
        self._answer = answer
        self._started: dict[str, Started] = {}

    async def run(self, what: Running) -> Outcome:
        self.ran.append(what)
        child = await asyncio.create_subprocess_exec(
            *what.argv, cwd=what.cwd or self.workspace, stdin=-1, stdout=-1, stderr=-1, start_new_session=True
        )
        try:
            async with asyncio.timeout(what.timeout):
                out, err = await child.communicate(what.stdin.encode())
        except TimeoutError:
            os.killpg(child.pid, signal.SIGKILL)
            await child.wait()
            return Outcome(why=Why.TIMEOUT, error=f"took longer than {what.timeout} seconds")
        code = child.returncode or 0
        return Outcome(
            why=Why.OK if code == 0 else Why.FAILED, exit=max(code, 0), stdout=out.decode(), stderr=err.decode()
        )

    async def start(self, what: Running) -> Process:
        self.ran.append(what)
        child = await asyncio.create_subprocess_exec(
            *what.argv, cwd=what.cwd or self.workspace, stdin=-1, stdout=-1, stderr=-2, start_new_session=True
        )
        one = Started(f"p{len(self._started) + 1}", child)
        self._started[one.id] = one
        return one

    def process(self, id: str) -> Process:
        if id not in self._started:
            raise Failed(f"no process is called {id!r}")
        return self._started[id]

    async def fetch(self, what: Fetching) -> Fetched:
        self.fetched.append(what)
        assert self._answer is not None, "nothing was laid out"
        return self._answer(what)

    def emit(self, text: str) -> None:
        self.told.append(text)


def call(tool: Tool, hands: Hands, **arguments: Any) -> Any:
    """What a tool gives, run to its end."""

    async def one() -> Any:
        return await tool.run(arguments, hands)

    return asyncio.run(one())


def place(workspace: Path, **more: Any) -> Place:
    """Where a call of these tests stands."""
    return Place(workspace=workspace, home=workspace.parent, path="/usr/bin:/bin", **more)
