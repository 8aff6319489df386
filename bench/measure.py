"""Starts contestants and keeps their times. Those of one row take turns, so that noise hits them all alike."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

FINE = (0, 1, 3)  # a tree with faults in it ends in 1 (problems) or 3 (something could not be read)

# A child's peak starts at that of the process it was forked from, so the parent must be smaller than what is weighed.
WEIGH = """import os, sys
child = os.fork()
if not child:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1), os.dup2(1, 2)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status) not in (0, 1, 3))
"""


@dataclass(frozen=True)
class Contestant:
    """Who takes part in a row: a command line, and where it runs."""

    name: str
    command: tuple[str, ...]
    environ: dict[str, str]
    cwd: Path


@dataclass(frozen=True)
class Entry:
    """What one contestant did: every sample, and what it says it found."""

    name: str
    samples: tuple[float, ...]
    found: int | None = None

    @property
    def best(self) -> float:
        return min(self.samples)

    @property
    def median(self) -> float:
        return statistics.median(self.samples)


@dataclass(frozen=True)
class Measurement:
    """One row. Ratios are against `entries[0]`, which is ours, or the floor where the row is about the floor."""

    name: str
    title: str
    unit: str
    entries: tuple[Entry, ...]
    note: str = ""
    missing: tuple[str, ...] = ()

    def ratio(self, entry: Entry) -> float:
        return entry.best / self.entries[0].best

    def as_dict(self) -> dict[str, object]:
        entries = [
            {"name": one.name, "best": one.best, "median": one.median, "ratio": self.ratio(one), "found": one.found}
            | {"samples": len(one.samples)}
            for one in self.entries
        ]
        return {"name": self.name, "title": self.title, "unit": self.unit, "entries": entries, "missing": self.missing}


class ContestantFailed(Exception):
    """A contestant ended with an error; a row without it would look like a victory."""


def _run(one: Contestant, extra: Sequence[str] = (), fine: Sequence[int] = (0,)) -> tuple[float, bytes]:
    """Wall time in ms from start to exit, and what it printed."""
    start = time.perf_counter()
    with subprocess.Popen(
        [*one.command, *extra], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=one.environ, cwd=one.cwd
    ) as child:
        out, said = child.communicate()
        ms = (time.perf_counter() - start) * 1000
    if child.returncode not in fine:
        raise ContestantFailed(f"{one.name}: exit {child.returncode}: {said.decode(errors='replace')[-2000:]}")
    return ms, out


def in_process(contestants: Sequence[Contestant], turns: int, rounds: dict[str, tuple[int, int]]) -> tuple[Entry, ...]:
    """Each contestant times itself over (rounds, warm-up) in one process, `turns` times, taking turns."""
    samples: dict[str, list[float]] = {one.name: [] for one in contestants}
    found: dict[str, int] = {}
    for _ in range(turns):
        for one in contestants:
            number, warmup = rounds.get(one.name, rounds[""])
            said = json.loads(_run(one, (str(number), str(warmup)))[1])
            samples[one.name] += said["ms"]
            found[one.name] = said["skills"]
    return tuple(Entry(one.name, tuple(samples[one.name]), found[one.name]) for one in contestants)


def fresh(
    contestants: Sequence[Contestant], rounds: int, before: Callable[[], None] = lambda: None
) -> tuple[Entry, ...]:
    """Wall time of a whole process, start to exit; the first round fills the page cache and is not kept.

    `before` runs ahead of each start and is not timed.
    """
    samples: dict[str, list[float]] = {one.name: [] for one in contestants}
    for number in range(rounds + 1):
        for one in contestants:
            before()
            ms = _run(one, fine=FINE)[0]
            if number:
                samples[one.name].append(ms)
    return tuple(Entry(one.name, tuple(samples[one.name])) for one in contestants)


def peak_memory(contestants: Sequence[Contestant], rounds: int = 3) -> tuple[Entry, ...]:
    """The largest resident set of a child, in MiB."""
    return tuple(Entry(one.name, tuple(_peak(one) for _ in range(rounds))) for one in contestants)


def _peak(one: Contestant) -> float:
    said = subprocess.run(
        [sys.executable, "-ISc", WEIGH, *one.command], check=True, stdout=subprocess.PIPE, env=one.environ, cwd=one.cwd
    )
    return int(said.stdout) / 1024
