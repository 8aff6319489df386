"""What reading a program costs, beside reading another: no test knows how fast a machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

BOMB = 40
"""A program of a hundred kilobytes that nobody would write may cost this many times an honest one of that size."""


@cache
def cost(read: Callable[[bytes], object], code: bytes) -> float:
    """Processor time of reading a program, the better of two goes, so that what is loaded on first use is not counted."""
    return min(_once(read, code), _once(read, code))


def _once(read: Callable[[bytes], object], code: bytes) -> float:
    started = time.process_time()
    read(code)
    return time.process_time() - started
