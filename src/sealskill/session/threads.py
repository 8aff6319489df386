"""Threads of our own for what waits for disks: those of the loop may all be held by people who read a question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

_MOST = 8
"""More would only stand in the queue of the one database behind them."""
P = ParamSpec("P")
T = TypeVar("T")


async def away(do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Do something on one of them, and come back when it is done."""
    return await asyncio.get_running_loop().run_in_executor(_pool(), partial(do, *args, **named))


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_MOST, thread_name_prefix="sealskill")
