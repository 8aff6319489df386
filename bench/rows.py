"""The rows of the benchmark. A row is a small function: it names its contestants and returns what they did."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bench.measure import Contestant, Measurement, fresh, in_process, peak_memory
from bench.rivals.install import Missing, Rival
from bench.tree import Census

HERE = Path(__file__).parent
ADD_UP = (
    "Ours does what all three floors do (the first two share a walk): it lists every file of a package, for its seal,"
    " where pi stops at `SKILL.md`."
)
UNSCANNED = ("--set", "scan.on_load=false")
"""No other loader scans: where we stand beside one, ours does not either."""
SLOW = {"skills-ref": (1, 0)}  # no compiler to warm up, and it is far from the others


@dataclass(frozen=True)
class Bench:
    """What every row needs: the trees, the rivals, a folder for homes, and how often to measure."""

    odd: Census
    plain: Census
    few: Census
    rivals: tuple[Rival | Missing, ...]
    state: Path
    turns: int
    rounds: int
    cache: Path
    to_scan: Path
    """The folder of packages that scanners get."""

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(f"{one.name}: {one.why}" for one in self.rivals if isinstance(one, Missing))

    def environ(self, home: str) -> dict[str, str]:
        """An environment that shows nothing of the person who measures."""
        place = self.state / home
        place.mkdir(parents=True, exist_ok=True)
        return {"HOME": str(place), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "SEALSKILL_EXTERNAL_DIRS": ""}

    def of(self, name: str, *command: str, home: str = "home") -> Contestant:
        workspace = self.state / "workspace"
        workspace.mkdir(parents=True, exist_ok=True)
        return Contestant(name, command, self.environ(home), workspace)

    def task(self, name: str, task: str, tree: Census | Path) -> Contestant:
        folder = tree if isinstance(tree, Path) else tree.root
        return self.of(
            name, sys.executable, str(HERE / "tasks.py"), task, str(folder), str(self.state / f"task-{task}")
        )

    def others(self, tree: Census) -> list[Contestant]:
        found = [one for one in self.rivals if isinstance(one, Rival)]
        return [self.of(f"{one.name} {one.version}", *one.command, str(tree.root)) for one in found]

    def ours(self, *arguments: str, home: str = "home") -> Contestant:
        name = f"sealskill {arguments[0]}"
        return self.of(name, str(Path(sys.executable).parent / "sealskill"), *arguments, home=home)

    def forget(self, home: str) -> None:
        """Empty one home, so that the next process starts with no cache."""
        shutil.rmtree(self.state / home, ignore_errors=True)
        (self.state / home).mkdir(parents=True)


def load(bench: Bench) -> Measurement:
    return _load(bench, bench.odd, "load", "Cold load and gate, in process: the tree with every fault kind")


def load_plain(bench: Bench) -> Measurement:
    return _load(bench, bench.plain, "load-plain", "Cold load and gate, in process: well-formed skills only")


def _load(bench: Bench, tree: Census, name: str, title: str) -> Measurement:
    contestants = [bench.task("sealskill", "load", tree), *bench.others(tree), *_floors(bench, tree)]
    rounds = {"": (bench.rounds, 3)} | {one.name: SLOW["skills-ref"] for one in contestants if "skills-ref" in one.name}
    return Measurement(
        name, title, "ms", in_process(contestants, bench.turns, rounds), note=ADD_UP, missing=bench.missing
    )


def _floors(bench: Bench, tree: Census) -> list[Contestant]:
    """What a load cannot do without, in plain Python."""
    return [
        bench.task("floor: walk and lstat of every file", "lstat", tree),
        bench.task("floor: find and read each SKILL.md", "read", tree),
        bench.task("floor: the YAML library on each frontmatter", "yaml", tree),
    ]


def load_fresh(bench: Bench) -> Measurement:
    tree = bench.odd
    python = bench.task("sealskill Runtime.load", "load", tree)
    listing = bench.ours("list", "--json", "--root", str(tree.root), *UNSCANNED, home="cold")
    entries = fresh([listing, python, *bench.others(tree)], bench.rounds, before=lambda: bench.forget("cold"))
    title = "Cold load and gate, a fresh process from start to exit"
    return Measurement("load-fresh", title, "ms", entries, missing=bench.missing)


def reload_fresh(bench: Bench) -> Measurement:
    """The round that is not kept fills our caches."""
    tree = bench.odd
    python = bench.task("sealskill Runtime.load", "reload", tree)
    listing = bench.ours("list", "--json", "--root", str(tree.root), *UNSCANNED, home="warm")
    entries = fresh([listing, python, *bench.others(tree)], bench.rounds)
    title = "Warm load and gate, a fresh process from start to exit"
    return Measurement("reload-fresh", title, "ms", entries, note="Only ours keeps a cache.", missing=bench.missing)


def load_scanned(bench: Bench) -> Measurement:
    """The first load scans everything, the next nothing."""
    tree = bench.odd
    line = ("list", "--json", "--root", str(tree.root))
    first = fresh([bench.ours(*line, home="scanned")], 1, before=lambda: bench.forget("scanned"))
    later = fresh([bench.ours(*line, home="scanned")], bench.rounds)
    bare = fresh([bench.ours(*line, *UNSCANNED, home="warm")], bench.rounds)
    named = (
        "sealskill list, first, all of it scanned",
        "sealskill list, again",
        "sealskill list, again, no scans asked for",
    )
    entries = tuple(replace(one[0], name=name) for one, name in zip((first, later, bare), named, strict=True))
    return Measurement("load-scanned", "A load with its scan, a fresh process from start to exit", "ms", entries)


def reload(bench: Bench) -> Measurement:
    tree = bench.odd
    contestants = [
        bench.task("sealskill, warm", "reload", tree),
        bench.task("sealskill, cold", "load", tree),
        bench.task("floor: walk", "walk", tree),
        bench.task("floor: walk and lstat of every file", "lstat", tree),
    ]
    entries = in_process(contestants, bench.turns, {"": (bench.rounds, 2)})
    return Measurement("reload", "Warm load against cold, and against the bare walk", "ms", entries)


def seal(bench: Bench) -> Measurement:
    tree = bench.plain
    contestants = [
        bench.task("sealing every package", "seal", tree),
        bench.task("floor: SHA-256 of every file", "hash", tree),
    ]
    entries = in_process(contestants, bench.turns, {"": (2, 1)})
    return Measurement("seal", "Sealing, in process, the load not counted", "ms", entries)


def keep(bench: Bench) -> Measurement:
    tree = bench.few
    contestants = [
        bench.task("sealed copy of every package", "keep", tree),
        bench.task("floor: copy of every file", "copy", tree),
    ]
    entries = in_process(contestants, bench.turns, {"": (2, 1)})
    title = f"Sealed copies of {sum(tree.kinds.values())} packages, in process, load and seals not counted"
    return Measurement("keep", title, "ms", entries)


def start(bench: Bench) -> Measurement:
    python = sys.executable
    contestants = [
        bench.of("python -c pass", python, "-c", "pass"),
        bench.of("import sealskill", python, "-c", "import sealskill"),
        bench.ours("--help"),
    ]
    title = "Starting up, a fresh process from start to exit"
    return Measurement("start", title, "ms", fresh(contestants, bench.rounds * 2), note="Against bare Python.")


def memory(bench: Bench) -> Measurement:
    tree = bench.odd
    contestants = [
        bench.ours("list", "--json", "--root", str(tree.root), *UNSCANNED),
        bench.of("python -c pass", sys.executable, "-c", "pass"),
        *bench.others(tree),
    ]
    return Measurement("memory", "Peak memory of a load in a fresh process", "MiB", peak_memory(contestants))


ROWS: dict[str, Callable[[Bench], Measurement]] = {
    "load": load,
    "load-plain": load_plain,
    "load-fresh": load_fresh,
    "reload-fresh": reload_fresh,
    "load-scanned": load_scanned,
    "reload": reload,
    "seal": seal,
    "keep": keep,
    "start": start,
    "memory": memory,
}
