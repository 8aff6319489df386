"""The rows about the audit: appending against bare synced writes, and following a chain of a million entries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.audit_tasks import COUNT, CREW, ENTRIES
from bench.measure import Contestant, Entry, Measurement, in_process, peak_memory
from bench.rows import Bench

HERE = Path(__file__).parent


def append(bench: Bench) -> Measurement:
    entries = _turns(bench, ("audit, one process", "append"), ("floor: write and fsync of the same bytes", "sync"))
    title = f"Appending {COUNT} entries to the audit, each on the disk before the next"
    return Measurement("audit-append", title, "ms", entries, note=_rates(entries))


def append_crew(bench: Bench) -> Measurement:
    named = (f"audit, {CREW} processes", "crew-append"), (f"floor: write and fsync in {CREW} processes", "crew-sync")
    entries = _turns(bench, *named)
    title = f"Appending {COUNT} entries to one chain from {CREW} processes at once"
    return Measurement("audit-append-crew", title, "ms", entries, note=_rates(entries))


def verify(bench: Bench) -> Measurement:
    _filled(bench)
    contestants = [_task(bench, "verify", "verify"), _task(bench, "floor: every row fetched by SQLite", "fetch")]
    entries = in_process(contestants, 1, {"": (3, 0)})
    title = f"Verifying a chain of {ENTRIES:,} entries, in process"
    return Measurement("audit-verify", title, "ms", entries, note=_rates(entries))


def verify_memory(bench: Bench) -> Measurement:
    _filled(bench)
    entries = peak_memory([_task(bench, "verify", "verify"), _task(bench, "fetch", "fetch")], 1)
    title = f"Peak memory of verifying {ENTRIES:,} entries in a fresh process"
    return Measurement("audit-verify-memory", title, "MiB", entries)


def _turns(bench: Bench, *named: tuple[str, str]) -> tuple[Entry, ...]:
    return in_process([_task(bench, name, task) for name, task in named], bench.turns, {"": (3, 1)})


def _task(bench: Bench, name: str, task: str) -> Contestant:
    return bench.of(name, sys.executable, str(HERE / "audit_tasks.py"), task, str(bench.state / "audit"))


def _filled(bench: Bench) -> None:
    """The long chain is made once, and not timed."""
    if not (bench.state / "audit" / "long").exists():
        one = _task(bench, "fill", "fill")
        subprocess.run(one.command, env=one.environ, cwd=one.cwd, check=True, stdout=subprocess.DEVNULL)


def _rates(entries: tuple[Entry, ...]) -> str:
    said = [f"{one.name}: {(one.found or 0) / one.best * 1e3:,.0f} a second" for one in entries]
    return f"{'; '.join(said)}. The disk of the temporary folder decides; where it is memory, a sync costs nothing."


ROWS = {
    "audit-append": append, "audit-append-crew": append_crew, "audit-verify": verify,
    "audit-verify-memory": verify_memory,
}  # fmt: skip
