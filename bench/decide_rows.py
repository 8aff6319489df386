"""The row about decisions: how long one takes, beside one look into the table it ends in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from bench.decide_tasks import COUNT, MANY
from bench.measure import Entry, Measurement, in_process
from bench.rows import Bench

HERE = Path(__file__).parent
NAMED = {
    "a read, nobody counts": "read",
    "a fetch, three skills count": "fetch",
    "a command line held to three lists": "line",
    f"a fetch, {MANY:,} loaded skills count": "many",
    "floor: one look into the table": "table",
}


def decisions(bench: Bench) -> Measurement:
    contestants = [
        bench.of(name, sys.executable, str(HERE / "decide_tasks.py"), task, str(bench.state))
        for name, task in NAMED.items()
    ]
    entries = in_process(contestants, bench.turns, {"": (3, 1)})
    title = f"{COUNT:,} decisions, every step asked"
    return Measurement("decisions", title, "ms", entries, note=_rates(entries))


def _rates(entries: tuple[Entry, ...]) -> str:
    return "; ".join(f"{one.name}: {COUNT / one.best * 1e3:,.0f} a second" for one in entries)


ROWS: dict[str, Callable[[Bench], Measurement]] = {"decisions": decisions}
