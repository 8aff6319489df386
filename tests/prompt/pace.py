"""What a piece of work costs, to be held beside another: no test knows how fast a machine is."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    """Processor time, the best of three goes, so that what is loaded on first use is not counted."""
    return min(_once(work) for _ in range(3))


def _once(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
