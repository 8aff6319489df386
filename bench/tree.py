"""A tree of generated skills, shaped like a public archive of them and holding every fault kind in known numbers.

`make_tree` writes three folders: `skills` (the root to load), `external` (a root for `skill.json`) and `outside` (what
escaping links point at).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.faults import FAULTS
from bench.maker import FULL, Kind, Maker, good
from bench.prose import Prose


@dataclass(frozen=True)
class Census:
    """What was written. `ends` counts the manifests below `root` by the state each should reach, `external_ends` those
    below `external`. Two manifests in one folder are one package and count once.

    The words of `ends` are those of the design (`invalid`, `unreadable`, `nested`, `skipped`), and four more where
    settings or the host choose: `loads` (ready, or blocked by a gate), `duplicate` (the name of an earlier package),
    `misplaced` (a `skill.json` outside an external root), `linked` (a manifest, or its folder, behind a link).
    """

    root: Path
    external: Path
    outside: Path
    kinds: Mapping[str, int]
    ends: Mapping[str, int]
    external_ends: Mapping[str, int]
    files: int
    size: int

    @property
    def manifests(self) -> int:
        """How many manifests a load of `root` should count."""
        return sum(self.ends.values())


def make_tree(folder: Path, skills: int = FULL, seed: int = 7, faults: tuple[Kind, ...] = FAULTS) -> Census:
    """Write a tree of about `skills` packages under `folder` and say what is in it.

    `folder` is made when missing. `faults=()` gives well-formed skills only.
    """
    rng = Random(seed)
    maker = Maker(folder, rng, Prose(rng))
    for place in (maker.root, maker.external, maker.outside):
        place.mkdir(parents=True)
    odd = [(kind, kind.number(skills)) for kind in faults]
    plain = Kind("good", FULL, {"loads": 1}, good)
    kinds = [(plain, max(1, skills - sum(number for _, number in odd))), *odd]
    ends: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    for kind, number in kinds:
        for _ in range(number):
            kind.write(maker)
            ends[kind.external].update(kind.ends)
    counts = {kind.name: number for kind, number in kinds}
    return Census(
        maker.root, maker.external, maker.outside, counts,
        dict(ends[False]), dict(ends[True]), maker.files, maker.size,
    )  # fmt: skip
