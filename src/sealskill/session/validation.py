"""Everything that is wrong at one path, under one profile: what an author asks before publishing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sealskill.check import spec
from sealskill.check.spec import Profile
from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Draft, Unreadable
from sealskill.model.manifest import Dialect
from sealskill.model.problem import Problem, error
from sealskill.model.settings import Limits, Settings
from sealskill.read import again, roots
from sealskill.read.discover import discover
from sealskill.read.formats import strictness
from sealskill.read.package import Shelf

Examined = tuple[Draft | Unreadable, tuple[Problem, ...]]


def examine(path: Path, profile: Profile, settings: Settings, shelf_of: Callable[[str], Shelf]) -> Iterator[Examined]:
    """Each package at a path with its problems; what cannot be read comes without any."""
    place = path.parent if path.name in tuple(Dialect) and not path.is_dir() else path
    if not place.is_dir():
        return
    root = msgspec.structs.replace(roots.named([place], settings)[0], allows_json=True)
    for one in discover((root,), settings, shelf_of):
        if isinstance(one, Draft):
            yield one, problems(one, profile, settings.limits)
        elif isinstance(one, Unreadable) and one.manifest:
            yield one, ()


def problems(draft: Draft, profile: Profile, limits: Limits) -> tuple[Problem, ...]:
    """Every problem of one draft, those included that only the bytes of its manifest show."""
    found = spec.problems(draft, profile)
    if profile is not Profile.STRICT or draft.dialect is not Dialect.SKILL_MD or draft.manifest is None:
        return found
    try:
        data = again.manifest_bytes(draft, limits.max_skill_file_bytes)
    except ChangedWhileRead as exc:
        return (*found, error("changed", str(exc), path=draft.dialect.value, advice=exc.advice))
    return (*found, *strictness.faults(data, limits))
