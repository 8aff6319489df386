"""What a Python contestant does in a process of its own; prints one JSON line: {skills, ms: [each round]}.

usage: python tasks.py TASK FOLDER STATE ROUNDS [WARMUP]

STATE is an empty folder for homes, workspaces and copies. The floors (`walk`, `lstat`, `read`, `yaml`, `hash`, `copy`)
are the plainest Python that does the unavoidable part of the work; they import nothing of ours.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealskill.runtime import Runtime

Act = Callable[[], int]
Prepare = Callable[[str, Path], Act]
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


def bytes_of(path: str) -> bytes:
    """The whole of a file, by the fewest system calls."""
    handle = os.open(path, os.O_RDONLY)
    try:
        return os.read(handle, os.fstat(handle).st_size)
    finally:
        os.close(handle)


def walk(folder: str, state: Path) -> int:
    return sum(1 for _ in files(folder))


def lstat(folder: str, state: Path) -> int:
    return len([entry.stat(follow_symlinks=False) for entry in files(folder)])


def read(folder: str, state: Path) -> int:
    """Find every `SKILL.md` and read its bytes."""
    count = 0
    for path in manifests(folder):
        if os.path.isfile(path):
            bytes_of(path)
            count += 1
    return count


def frontmatters(folder: str) -> Iterator[str]:
    """The text between the first two fences of every `SKILL.md`; none of what an anchor could blow up."""
    for path in manifests(folder):
        head = bytes_of(path).split(b"\n---", 1) if os.path.isfile(path) else []
        if len(head) == 2 and head[0].startswith(b"---") and b"&" not in head[0]:
            yield head[0][3:].decode("utf-8", "replace")


def ready_to_parse(folder: str, state: Path) -> Act:
    """The YAML library alone: every frontmatter is in memory when the clock starts."""
    import ryaml  # late: the other floors must not pay for it

    texts = list(frontmatters(folder))

    def parse() -> int:
        count = 0
        for text in texts:
            with suppress(ValueError):
                ryaml.loads(text)
                count += 1
        return count

    return parse


def hash_all(folder: str, state: Path) -> int:
    """The SHA-256 of every regular file."""
    count = 0
    for entry in files(folder):
        if entry.is_file(follow_symlinks=False):
            hashlib.sha256(bytes_of(entry.path)).digest()
            count += 1
    return count


def copy(folder: str, state: Path) -> int:
    """Copy every regular file, byte by byte."""
    count = 0
    for entry in files(folder):
        if entry.is_file(follow_symlinks=False):
            _write(f"{state}/{entry.path[len(folder) :]}", bytes_of(entry.path))
            count += 1
    return count


def _write(path: str, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        handle = os.open(path, flags, 0o400)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        handle = os.open(path, flags, 0o400)
    os.write(handle, data)
    os.close(handle)


def load(folder: str, state: Path) -> int:
    """Load and gate the folder with ours. A `state` never used before makes it cold, a used one warm."""
    return len(_runtime(folder, state).skills)


def _runtime(folder: str, state: Path) -> Runtime:
    """No other loader scans, so ours does not either here; `load-scanned` is a row of its own."""
    from sealskill import Runtime  # late: the floors must not pay for it

    home, workspace = state / "home", state / "workspace"
    for place in (home, workspace):
        place.mkdir(parents=True, exist_ok=True)
    quiet = {"scan.on_load": False}
    return Runtime.load(workspace=workspace, roots=[folder], environ=os.environ, home=home, overrides=quiet)


def ready_to_seal(folder: str, state: Path) -> Act:
    """Sealing alone: the load is over when the clock starts."""
    from sealskill.read import digest

    skills = [one.skill for one in _runtime(folder, state).skills]
    return lambda: len([digest.seal(skill) for skill in skills])


def ready_to_keep(folder: str, state: Path) -> Act:
    """Sealed copies alone: the load and the seals are there when the clock starts."""
    from sealskill.read import digest, sealed

    skills = [one.skill for one in _runtime(folder, state).skills]
    seals = [digest.seal(skill) for skill in skills]
    store = sealed.store_for(state)
    return lambda: len([sealed.keep(skill, seal, store) for skill, seal in zip(skills, seals, strict=True)])


def slurp(folder: str, state: Path) -> int:
    """Read every byte of every file."""
    return len([bytes_of(entry.path) for entry in files(folder) if entry.is_file(follow_symlinks=False)])


def ready_to_scan(folder: str, state: Path) -> Act:
    """The scan alone: bytes and rules are in memory when the clock starts."""
    from sealskill.model.content import Content
    from sealskill.scan import run

    packages: dict[str, list[Content]] = {}
    for entry in files(folder):
        name, _, path = os.path.relpath(entry.path, folder).partition(os.sep)
        if entry.is_file(follow_symlinks=False):
            packages.setdefault(name, []).append(Content(path=path or name, data=bytes_of(entry.path)))
    run.matcher()
    return lambda: len([run.scan(contents, None, name=name) for name, contents in packages.items()])


def at_once(task: Callable[[str, Path], int]) -> Prepare:
    """A task with nothing to prepare."""
    return lambda folder, state: lambda: task(folder, state)


# The flag says whether each round gets a state folder of its own.
TASKS: dict[str, tuple[Prepare, bool]] = {
    "walk": (at_once(walk), False),
    "lstat": (at_once(lstat), False),
    "read": (at_once(read), False),
    "yaml": (ready_to_parse, False),
    "hash": (at_once(hash_all), False),
    "copy": (at_once(copy), True),
    "load": (at_once(load), True),
    "reload": (at_once(load), False),
    "seal": (ready_to_seal, True),
    "keep": (ready_to_keep, True),
    "slurp": (at_once(slurp), False),
    "scan": (ready_to_scan, False),
}


def main(name: str, folder: str, state: str, rounds: str = "1", warmup: str = "0") -> None:
    prepare, fresh_state = TASKS[name]
    ms: list[float] = []
    found = 0
    for number in range(-int(warmup), int(rounds)):
        place = Path(state) / (f"{os.getpid()}-{number}" if fresh_state else "kept")
        place.mkdir(parents=True, exist_ok=True)
        act = prepare(folder, place)
        start = time.perf_counter()
        found = act()
        if number >= 0:
            ms.append((time.perf_counter() - start) * 1000)
        if fresh_state:
            remove(place)
    print(json.dumps({"skills": found, "ms": ms}))


def remove(folder: Path) -> None:
    """Remove a tree whose folders may be closed to writing, as sealed copies are."""
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o700)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
