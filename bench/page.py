"""Measurements → a Markdown page, and lines for a terminal."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Sequence

from bench.measure import Entry, Measurement
from bench.tree import Census

HEAD = """# Benchmarks

This page is written by `make bench`. Each row was measured in one run on one machine, its contestants taking turns.
Read the **ratio**: below 1 is faster (or smaller) than the first line. The times only say what a ratio is made of.

{facts}

"""
ABOUT = """## How it is measured

- The tree is generated (`bench/tree.py`): {packages} packages shaped like a public archive of 2,417 skills, {files}
  files and {size:.0f} MB, with every fault kind that a loader can meet. A second tree holds well-formed skills only.
- pi's loader is `loadSkillsFromDir` of the npm package, imported by its own module and not by the package's front door,
  which pulls in the whole agent. It reads and checks `SKILL.md`; it does not gate, read other manifests or keep to a
  root. skills-ref has no walk; it gets the plainest one.
- In process: each contestant times itself after warm-up rounds, import not counted. Fresh process: the wall time from
  start to exit, import counted. The disk's page cache is warm for everybody.
- Cold: our cache folder is new for every load. Warm: it was filled by an earlier load of the same tree.
- A **floor** is the plainest code that does the unavoidable part of the work.
- The home folder of every process is an empty one made for the run.
- The rows about scanning take the packages of a folder: `make bench ARGS="--corpus FOLDER"`. Without one they take
  generated ones.
- The rows about the audit write to the temporary folder (`TMPDIR`); the floor writes the same bytes as one line to one
  file and waits for the disk after each. Of eight processes each does an eighth; all are ready when the clock starts.
- What a rival needs minutes for runs once, beside several rounds of ours.
"""


def markdown(rows: Sequence[Measurement], tree: Census) -> str:
    """The whole of `docs/benchmarks.md`."""
    facts = (
        f"Measured on {datetime.datetime.now(datetime.UTC):%Y-%m-%d}: {os.cpu_count()} cores, {platform.system()}"
        f" {platform.machine()}, Python {platform.python_version()}."
    )
    about = ABOUT.format(packages=sum(tree.kinds.values()), files=f"{tree.files:,}", size=tree.size / 1e6)
    return HEAD.format(facts=facts) + "\n".join(_section(row) for row in rows) + "\n" + about


def _section(row: Measurement) -> str:
    lines = [f"## {row.title}", "", f"| | best, {row.unit} | median | ratio of the best |", "|---|---:|---:|---:|"]
    lines += [
        f"| {one.name} | {_number(one.best)} | {_number(one.median)} | {row.ratio(one):.2f} |" for one in row.entries
    ]
    lines += [f"\n{said}" for said in (row.note, *(f"Not measured: {why}." for why in row.missing)) if said]
    return "\n".join(lines) + "\n"


def plain(row: Measurement) -> str:
    """The same row for a terminal."""
    wide = max(len(one.name) for one in row.entries)
    return "\n".join(
        [
            row.title,
            *(_line(row, one, wide) for one in row.entries),
            *(f"  not measured: {why}" for why in row.missing),
            "",
        ]
    )


def _line(row: Measurement, one: Entry, wide: int) -> str:
    found = "" if one.found is None else f"  {one.found} found"
    return (
        f"  {one.name:<{wide}}  best {one.best:8.1f} {row.unit}  median {one.median:8.1f}  ×{row.ratio(one):.2f}{found}"
    )


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"
