"""The rows about scanning: beside Cisco's scanner, beside reading the bytes, and beside a scan of what was scanned."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bench.measure import Contestant, Entry, Measurement, fresh, in_process, peak_memory
from bench.rivals.install import Missing, Rival, install_cisco
from bench.rows import HERE, Bench

ROUNDS = 3


def scan(bench: Bench) -> Measurement:
    """Ours takes turns with the floor; the rival needs a minute, so it runs once, with the page cache warm."""
    folder = bench.to_scan
    ours = [_ours(bench, jobs) for jobs in (1, os.cpu_count() or 1)]
    entries = fresh([*ours, _floor(bench)], ROUNDS)
    rival = _cisco(bench)
    missing = (f"{rival.name}: {rival.why}",) if isinstance(rival, Missing) else ()
    if not isinstance(rival, Missing):
        entries += fresh([rival], 1)
    title = "Scanning, a fresh process from start to exit"
    return Measurement("scan", title, "ms", entries, note=_rates(folder, entries), missing=missing)


def scan_core(bench: Bench) -> Measurement:
    """The scan alone: the bytes are read and the rules imported when the clock starts."""
    contestants = [
        bench.task("scan, one process", "scan", bench.to_scan),
        bench.task("floor: read the bytes", "slurp", bench.to_scan),
    ]
    entries = in_process(contestants, 2, {"": (3, 1)})
    title = "Scanning bytes that are in memory, against reading them from a warm disk"
    return Measurement("scan-core", title, "ms", entries, note=_rates(bench.to_scan, entries))


def rescan(bench: Bench) -> Measurement:
    """The round that is not kept fills the cache."""
    again = bench.of(
        "scan, everything known", *_line("--jobs", "1"), str(bench.to_scan), home="scanned"
    )  # fmt: skip
    entries = fresh([again, _ours(bench, 1), _floor(bench)], ROUNDS)
    title = "Scanning again what did not change, a fresh process from start to exit"
    return Measurement("rescan", title, "ms", entries)


def scan_memory(bench: Bench) -> Measurement:
    contestants = [_ours(bench, 1)]
    rival = _cisco(bench)
    if not isinstance(rival, Missing):
        contestants.append(rival)
    entries = peak_memory(contestants, 1)
    return Measurement("scan-memory", "Peak memory of a scan in a fresh process", "MiB", entries)


def _line(*flags: str) -> tuple[str, ...]:
    return (str(Path(sys.executable).parent / "sealskill"), "scan", "--format", "json", *flags)


def _ours(bench: Bench, jobs: int) -> Contestant:
    said = "one process" if jobs == 1 else f"{jobs} processes"
    line = _line("--no-cache", "--jobs", str(jobs))
    return bench.of(f"sealskill scan, {said}", *line, str(bench.to_scan))


def _floor(bench: Bench) -> Contestant:
    return bench.of(
        "floor: Python reads every file", sys.executable, str(HERE / "tasks.py"), "slurp", str(bench.to_scan),
        str(bench.state / "task-slurp"),
    )  # fmt: skip


def _cisco(bench: Bench) -> Contestant | Missing:
    found = install_cisco(bench.cache)
    if not isinstance(found, Rival):
        return found
    line = (*found.command, "scan-all", str(bench.to_scan), "--recursive", "--lenient", "--format", "json")
    return bench.of(f"{found.name} {found.version}", *line)


def _rates(folder: Path, entries: tuple[Entry, ...]) -> str:
    """What the times mean: packages and megabytes a second."""
    files = [file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    packages, size = sum(1 for one in folder.iterdir() if one.is_dir()), sum(files) / 1e6
    said = [
        f"{one.name}: {packages / one.best * 1e3:.0f} packages/s, {size / one.best * 1e3:.1f} MB/s" for one in entries
    ]
    return f"{packages} packages, {len(files)} files, {size:.1f} MB. {'; '.join(said)}."


ROWS = {"scan": scan, "scan-core": scan_core, "rescan": rescan, "scan-memory": scan_memory}
