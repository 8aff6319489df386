"""What a session has spent: turns, calls of each tool within a minute, and seconds."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

from sealskill.model.context import Usage

_MINUTE = 60.0


class Meter:
    """Counts what one session spends. A call is counted when it is let through, whatever becomes of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._calls: dict[str, deque[float]] = defaultdict(deque)
        self._running: dict[str, float] = {}
        self._seconds = 0.0
        self.turns = 0

    def usage(self, tool: str) -> Usage:
        """What was spent so far, as a call of this tool sees it."""
        recent, now = self._calls[tool], self._clock()
        while recent and recent[0] <= now - _MINUTE:
            recent.popleft()
        under_way = sum(now - began for began in self._running.values())
        return Usage(turns=self.turns, recent_calls=len(recent), seconds=self._seconds + under_way)

    def count(self, tool: str) -> None:
        """Note a call that was let through."""
        self._calls[tool].append(self._clock())

    def began(self, call: str) -> None:
        """Start the clock of a call."""
        self._running[call] = self._clock()

    def ended(self, call: str) -> float:
        """Stop it; the seconds it took."""
        took = self._clock() - self._running.pop(call)
        self._seconds += took
        return took
