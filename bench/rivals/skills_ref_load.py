"""Read a folder of skills with skills-ref and print one JSON line: {skills, diagnostics, ms: [each round]}.

usage: python skills_ref_load.py FOLDER [ROUNDS] [WARMUP]

skills-ref has no walk of its own, so the plainest one is here: it stops at a `SKILL.md` and passes over dot folders and
`node_modules`, as pi does. Runs in the virtual environment that `install.py` makes; imports nothing of ours.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from skills_ref.parser import read_properties  # type: ignore[import-not-found, unused-ignore]


def skill_folders(folder: str) -> Iterator[Path]:
    entries = list(os.scandir(folder))
    # A regular file only: skills-ref itself would wait for ever on a FIFO of that name.
    if any(entry.name == "SKILL.md" and entry.is_file() for entry in entries):
        yield Path(folder)
        return
    for entry in entries:
        if entry.name[0] != "." and entry.name != "node_modules" and entry.is_dir(follow_symlinks=False):
            yield from skill_folders(entry.path)


def load(folder: str) -> tuple[int, int]:
    read = failed = 0
    for place in skill_folders(folder):
        try:
            read_properties(place)
            read += 1
        except Exception:  # noqa: BLE001 - it lets UnicodeDecodeError and AttributeError of its parser escape
            failed += 1
    return read, failed


def main(folder: str, rounds: int = 1, warmup: int = 0) -> None:
    ms: list[float] = []
    read = failed = 0
    for number in range(-warmup, rounds):
        start = time.perf_counter()
        read, failed = load(folder)
        if number >= 0:
            ms.append((time.perf_counter() - start) * 1000)
    print(json.dumps({"skills": read, "diagnostics": failed, "ms": ms}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
