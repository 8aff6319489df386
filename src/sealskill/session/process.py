"""A command that runs on after the call that started it."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Any

from sealskill.session.running import Run, failure

MOST_LINES = 1_000
"""Lines kept between two polls; of more, the latest."""


class Started:
    """A command of a session. It ends with the session at the latest."""

    def __init__(self, run: Run) -> None:
        self.id = secrets.token_hex(4)
        self._run = run
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._dropped = 0
        run.heard = self._hear
        self._ending = asyncio.create_task(run.done())  # keeps its deadline, whoever still looks at it

    def _hear(self, stream: str, line: str) -> None:
        self._dropped += int(len(self._lines) == MOST_LINES)
        self._lines.append(line)

    def poll(self) -> Mapping[str, Any]:
        """Whether it runs, its exit and signal, and the lines since the last poll."""
        done = self._run.child.told()
        lines, self._lines = list(self._lines), deque(maxlen=MOST_LINES)
        dropped, self._dropped = self._dropped, 0
        running = self._run.child.running
        said = {"id": self.id, "running": running, "exit": done.exit, "signal": done.signal, "lines": lines}
        if dropped or done.truncated:
            said["left_out"] = dropped or list(done.truncated)
        return said if running else {**said, "error": failure(done)}

    async def write(self, text: str) -> None:
        """Hand text to its standard input."""
        await self._run.child.write(text.encode())

    async def kill(self) -> None:
        """End it and everything it started."""
        await self._run.end()
        await self._ending
