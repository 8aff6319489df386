"""A call under way: it can be waited for, looked at and cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from typing import Any

from sealskill.model.event import Happening
from sealskill.model.result import Result
from sealskill.session.timeline import Timeline


class Pending:
    """Made by `Session.begin`. Awaiting it gives the `Result`; whoever cancels that cancels the call."""

    def __init__(self, id: str, task: asyncio.Task[Result], timeline: Timeline) -> None:
        self.id = id
        self._task = task
        self._timeline = timeline
        self._seen = 0

    def poll(self) -> Mapping[str, Any]:
        """Whether it still runs, and the lines it wrote since the last poll."""
        lines = []
        for event in tuple(self._timeline.events):
            if event.number > self._seen and event.call == self.id and event.what is Happening.LINE:
                lines.append(event.text)
                self._seen = event.number
        return {"call": self.id, "running": not self._task.done(), "lines": lines}

    def cancel(self) -> None:
        """End it, and everything it started."""
        self._task.cancel()

    async def result(self) -> Result:
        """What became of it."""
        try:
            return await asyncio.shield(self._task)
        except asyncio.CancelledError:
            if not self._task.done():
                self._task.cancel()
                await asyncio.wait([self._task])  # its child is gone and its end is recorded before anybody goes on
            raise

    def __await__(self) -> Generator[Any, None, Result]:
        return self.result().__await__()
