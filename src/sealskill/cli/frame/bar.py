"""How far a long scan is: a bar with rate and remaining time on a terminal's standard error, nothing elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_FROM = 32
"""Packages from which a bar is worth its import."""
_PATIENCE = 2.0
"""Seconds after which it is worth it for fewer, too: one package may be as large as a hundred others."""


@contextmanager
def bar(words: str, least: int = _FROM) -> Iterator[Callable[[int, int], None] | None]:
    """Something to be told how many of how many are done; None where nobody looks. Only one is drawn at a time."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    drawn = _Bar(words, least)
    try:
        yield drawn.tell
    finally:
        drawn.stop()


class _Bar:
    def __init__(self, words: str, least: int) -> None:
        self._words = words
        self._least = least
        self._stop: Callable[[], None] = lambda: None
        self._advance: Callable[[int, int], None] | None = None
        self._began = time.monotonic()

    def tell(self, done: int, total: int) -> None:
        quick = total < self._least and (done == total or time.monotonic() - self._began < _PATIENCE)
        if self._advance is None and quick:
            return
        if self._advance is None:
            self._advance = self._start(total)
        self._advance(done, total)
        if done >= total:
            self.stop()  # another may be drawn now; this one is drawn anew for the next path

    def _start(self, total: int) -> Callable[[int, int], None]:
        from rich.console import Console  # late: rich costs as much as everything else together
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        progress = Progress(
            TextColumn(self._words), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(), console=Console(stderr=True), transient=True,
        )  # fmt: skip
        task = progress.add_task(self._words, total=total, rate="")
        progress.start()
        self._stop = progress.stop

        def advance(done: int, total: int) -> None:
            speed = progress.tasks[0].speed
            progress.update(task, completed=done, total=total, rate=f"{speed:.0f}/s" if speed else "")

        return advance

    def stop(self) -> None:
        self._stop()
        self._stop, self._advance = lambda: None, None
