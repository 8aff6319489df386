"""The hands of one call: what its tool can do, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sealskill.errors import Failed
from sealskill.model.event import Happening
from sealskill.model.tool import Fetched, Fetching, Files, Outcome, Process, Running, Skills
from sealskill.session import reach
from sealskill.session.desk import Desk
from sealskill.session.process import Started
from sealskill.session.running import Run, outcome
from sealskill.session.tooling import tool_settings
from sealskill.session.touching import Wanted


class SessionHands:
    """Made for one call. Whose secrets and grants apply was settled when the call was decided."""

    def __init__(self, desk: Desk, wanted: Wanted) -> None:
        self.desk, self.wanted = desk, wanted
        self.skills: Skills = desk.skills
        self.workspace: Path = desk.place.workspace
        self.settings: Mapping[str, Any] = tool_settings(desk.settings).get(wanted.call.tool, {})

    @cached_property
    def files(self) -> Files:
        """The files of this call."""
        return reach.files(self.desk, self.wanted)

    async def run(self, what: Running) -> Outcome:
        """Run a command to its end. Raises CannotRun where there is nothing to run it in."""
        return outcome(await (await Run.begun(self.desk, self.wanted, what)).done())

    async def start(self, what: Running) -> Process:
        """Start a command that runs on; it ends with the session at the latest."""
        started = Started(await Run.begun(self.desk, self.wanted, what, stays=True))
        self.desk.processes[started.id] = started
        return started

    def process(self, id: str) -> Process:
        """A command of this session that was started. Raises Failed for none."""
        if id not in self.desk.processes:
            raise Failed(f"no process {id!r} was started in this session")
        return self.desk.processes[id]

    async def fetch(self, what: Fetching) -> Fetched:
        """Make a request, as far as the grants of the call's skill go."""
        return await reach.fetch(self.desk, replace(what, skill=self.wanted.call.skill), self.wanted)

    def emit(self, text: str) -> None:
        """Tell the timeline a line."""
        call = self.wanted.call
        self.desk.timeline.tell(Happening.LINE, text, call=call.id, tool=call.tool, skill=call.skill)
