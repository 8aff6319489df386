"""What a Python contestant does in a process of its own; prints one JSON line: {skills, ms: [each round]}.

usage: python tasks.py TASK FOLDER STATE ROUNDS [WARMUP]

STATE is an empty folder for homes, workspaces and copies. The floors (`walk`, `lstat`, `read`, `hash`, `copy`) are the
plainest Python that does the unavoidable part of the work; they import nothing of ours.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SKIPPED = ("node_modules", ".git", ".venv")


def manifests(folder: str) -> Iterator[str]:
    """Every `SKILL.md`, found as pi does: the folder that holds one is not walked further."""
    entries = list(os.scandir(folder))
    if any(entry.name == "SKILL.md" for entry in entries):
        yield os.path.join(folder, "SKILL.md")
        return
    for entry in entries:
        if entry.name not in SKIPPED and entry.is_dir(follow_symlinks=False):
            yield from manifests(entry.path)


def files(folder: str) -> Iterator[os.DirEntry[str]]:
    """Every file and link of the tree."""
    folders = [folder]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    yield entry


def walk(folder: str, state: Path) -> int:
    return sum(1 for _ in files(folder))


def lstat(folder: str, state: Path) -> int:
    return len([entry.stat(follow_symlinks=False) for entry in files(folder)])


def read(folder: str, state: Path) -> int:
    """Find every `SKILL.md` and read its bytes."""
    count = 0
    for path in manifests(folder):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                file.read()
            count += 1
    return count


def hash_all(folder: str, state: Path) -> int:
    """The SHA-256 of every regular file."""
    count = 0
    for entry in files(folder):
        if entry.is_file(follow_symlinks=False):
            with open(entry.path, "rb") as file:
                hashlib.file_digest(file, "sha256").digest()
            count += 1
    return count


def copy(folder: str, state: Path) -> int:
    """Copy every regular file, byte by byte."""
    count = 0
    for entry in files(folder):
        if entry.is_file(follow_symlinks=False):
            target = state / os.path.relpath(entry.path, folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(entry.path, target)
            count += 1
    return count


def load(folder: str, state: Path) -> int:
    """Load and gate the folder with ours. A `state` never used before makes it cold, a used one warm."""
    return len(_runtime(folder, state).skills)


def _runtime(folder: str, state: Path) -> Any:
    from sealskill import Runtime  # late: the floors must not pay for it

    home, workspace = state / "home", state / "workspace"
    for place in (home, workspace):
        place.mkdir(parents=True, exist_ok=True)
    return Runtime.load(workspace=workspace, roots=[Path(folder)], environ=dict(os.environ), home=home)


# The flag says whether each round gets a state folder of its own.
TASKS: dict[str, tuple[Callable[[str, Path], int], bool]] = {
    "walk": (walk, False),
    "lstat": (lstat, False),
    "read": (read, False),
    "hash": (hash_all, False),
    "copy": (copy, True),
    "load": (load, True),
    "reload": (load, False),
}


def main(name: str, folder: str, state: str, rounds: str = "1", warmup: str = "0") -> None:
    task, fresh_state = TASKS[name]
    ms: list[float] = []
    found = 0
    for number in range(-int(warmup), int(rounds)):
        place = Path(state) / (f"{os.getpid()}-{number}" if fresh_state else "kept")
        place.mkdir(parents=True, exist_ok=True)
        start = time.perf_counter()
        found = task(folder, place)
        if number >= 0:
            ms.append((time.perf_counter() - start) * 1000)
        if fresh_state:
            shutil.rmtree(place)
    print(json.dumps({"skills": found, "ms": ms}))


if __name__ == "__main__":
    main(*sys.argv[1:])
