"""What was decided, made into a plan. Pure: nothing is looked up, made or started here.

1. Name the boundary: the default one, or none where a person said so.
2. Mount what the run is of, read-only: its sealed copy, wherever somebody may have been told that it is.
3. Mount what was granted, as it was granted. In there folders of skills are empty, and orders to agents are read-only.
4. Start where it was asked for, if that is mounted; the workspace, which is not unless it was granted, is replaced by
   a scratch folder.
5. Name the layers without which it does not run.

The caller still owes: grants that count for this very call, real paths, and the environment.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from sealskill.errors import CannotRun
from sealskill.model.grant import PathMode
from sealskill.model.plan import STRICT, Boundary, Bounds, Layer, Mount, Plan
from sealskill.model.value import Value

SCRATCH = "/work"
"""Where a run in a boundary starts and may write, as it sees it."""
_FREE = Bounds(memory=4 << 30, file_bytes=1 << 30, open_files=1_024)
"""For what has no boundary anyway: accidents only."""
_COUNTED = (Layer.MEMORY_CGROUP, Layer.PIDS_CGROUP)


class Held(Value):
    """Whose run it is."""

    key: str
    slug: str
    seal: str
    copy: str
    """The folder of its sealed copy."""
    folder: str
    """Where it was found; what is seen there is the copy."""
    stranger: bool
    """Whether nobody here wrote it: then every limit is one of all its processes together."""


class Asked(Value):
    """What is to be run, as somebody asked for it."""

    argv: tuple[str, ...]
    cwd: str = ""
    stdin: bytes | None = b""
    wall: float | None = 30.0
    cap: int = 1 << 20
    whole: bool = False


class Ground(Value):
    """What the machine looks like where it was granted."""

    workspace: str = ""
    paths: Mapping[str, PathMode] = {}
    """What was granted."""
    egress: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    """Folders below a granted one that are empty for every run: those of skills, and our own."""
    fixed: tuple[str, ...] = ()
    """Files below a granted one that are never written: orders to agents."""


def unconfined(asked: Asked, env: Mapping[str, str], scratch: str, held: Held | None = None) -> Plan:
    """A plan without any boundary."""
    bounds = Bounds(
        wall=asked.wall, stdout=asked.cap, memory=_FREE.memory, file_bytes=_FREE.file_bytes, open_files=_FREE.open_files
    )
    return Plan(
        argv=asked.argv, cwd=asked.cwd or scratch, env=env, stdin=asked.stdin, whole=asked.whole, bounds=bounds,
        needs=(), boundary=Boundary.UNCONFINED, skill=held.key if held else "", seal=held.seal if held else "",
    )  # fmt: skip


def confined(asked: Asked, env: Mapping[str, str], ground: Ground, held: Held | None = None) -> Plan:
    """A plan in the default boundary. Raises CannotRun for a folder that is not there in it."""
    mounts = (*_granted(ground), *(_own(held) if held else ()))
    needs = (*STRICT, *(_COUNTED if held and held.stranger else ()))
    return Plan(
        argv=asked.argv, cwd=_start(asked.cwd, ground, mounts, held), env=env, stdin=asked.stdin, whole=asked.whole,
        bounds=Bounds(wall=asked.wall, stdout=asked.cap), needs=needs, mounts=mounts, egress=ground.egress,
        hidden=ground.closed, skill=held.key if held else "", seal=held.seal if held else "",
    )  # fmt: skip


def _own(held: Held) -> Iterator[Mount]:
    for target in dict.fromkeys((home(held.slug), held.copy, held.folder)):
        yield Mount(source=held.copy, target=target, exec=True)


def _granted(ground: Ground) -> Iterator[Mount]:
    for path, mode in sorted(ground.paths.items()):
        yield Mount(source=path, target=path, write=mode == "write")
    for path in ground.fixed:
        yield Mount(source=path, target=path)


def _start(cwd: str, ground: Ground, mounts: Iterable[Mount], held: Held | None) -> str:
    if not cwd or any(below(cwd, one.target) for one in mounts):
        return cwd or SCRATCH
    if cwd == ground.workspace:
        return SCRATCH
    key = held.key if held else "KEY"
    advice = f"sealskill grants add {key} --path {cwd}:read"
    raise CannotRun(f"{cwd} is not in the boundary: nobody granted it", advice=advice)


def home(slug: str) -> str:
    """Where a skill stands in a boundary."""
    return f"/skills/{slug}"


def below(path: str, folder: str) -> bool:
    """Whether a path is a folder, or in it. Both are real."""
    return path == folder or path.startswith(folder if folder.endswith("/") else f"{folder}{posixpath.sep}")
