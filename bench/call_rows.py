"""The row about calls: what the ceremony costs beside the function it calls, and how much of that is the disk."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from bench.call_tasks import COUNT
from bench.measure import Measurement, in_process
from bench.rows import Bench

HERE = Path(__file__).parent


def call(bench: Bench) -> Measurement:
    named = {
        "session.call": "call",
        "floor: the two entries of the audit alone": "appends",
        "session.call, an audit without a disk": "call-without-disk",
        "calling the function": "function",
    }
    contestants = [
        bench.of(name, sys.executable, str(HERE / "call_tasks.py"), task, str(bench.state / f"call-{task}"))
        for name, task in named.items()
    ]
    entries = in_process(contestants, bench.turns, {"": (3, 1)})
    title = f"{COUNT} calls of a tool that does next to nothing, decided and recorded, against calling its function"
    return Measurement("call", title, "ms", entries)


ROWS: dict[str, Callable[[Bench], Measurement]] = {"call": call}
