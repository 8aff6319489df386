"""Everything that is wrong at one path, under one profile: what an author asks before publishing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sealskill.check import spec
from sealskill.check.spec import Profile
from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Draft, Unreadable
from sealskill.model.hook import HookFolder
from sealskill.model.manifest import Dialect
from sealskill.model.persona import PersonaFile
from sealskill.model.problem import Problem, error
from sealskill.model.settings import Limits, Settings
from sealskill.read import again, hooks, personas, roots
from sealskill.read.discover import Found, discover
from sealskill.read.reading import Shelf

Thing = Draft | PersonaFile | HookFolder
Examined = tuple[Thing | Unreadable, tuple[Problem, ...]]


def examine(path: Path, profile: Profile, settings: Settings, shelf_of: Callable[[str], Shelf]) -> Iterator[Examined]:
    """Each skill, persona and hook at a path with its problems; what cannot be read comes without any."""
    for one in _found(path, settings, shelf_of):
        if isinstance(one, Draft):
            yield one, problems(one, profile, settings.limits)
        elif isinstance(one, PersonaFile | HookFolder):
            yield one, tuple(spec.levelled(problem, profile) for problem in one.problems)
        elif isinstance(one, Unreadable) and one.manifest:
            yield one, ()


def _found(
    path: Path, settings: Settings, shelf_of: Callable[[str], Shelf]
) -> Iterator[Found | personas.Found | hooks.Found]:
    """What stands at a path: by the name of a file that was named itself, else by what a folder is called and holds."""
    if not path.is_dir():
        if path.name in tuple(Dialect):
            yield from _skills(path.parent, settings, shelf_of)
        elif path.name == hooks.MANIFEST:
            yield hooks.read(str(path.parent), settings)
        elif path.suffix == ".md" and path.parent.name in personas.FOLDERS and os.path.lexists(path):
            yield personas.read(str(path), settings)
        return
    yield from _skills(path, settings, shelf_of)
    if path.name in personas.FOLDERS:
        yield from personas.discover(str(path), settings)
    if os.path.lexists(path / hooks.MANIFEST):
        yield hooks.read(str(path), settings)
    elif path.name == "hooks":
        yield from hooks.discover(str(path), settings)


def _skills(place: Path, settings: Settings, shelf_of: Callable[[str], Shelf]) -> Iterator[Found]:
    if place.is_dir():
        root = msgspec.structs.replace(roots.named([place], settings)[0], allows_json=True)
        yield from discover((root,), settings, shelf_of)


def problems(draft: Draft, profile: Profile, limits: Limits) -> tuple[Problem, ...]:
    """Every problem of one draft, those included that only the bytes of its manifest show."""
    found = spec.problems(draft, profile)
    if profile is not Profile.STRICT or draft.dialect is not Dialect.SKILL_MD or draft.manifest is None:
        return found
    try:
        data = again.manifest_bytes(draft, limits.max_skill_file_bytes)
    except ChangedWhileRead as exc:
        return (*found, error("changed", str(exc), path=draft.dialect.value, advice=exc.advice))
    from sealskill.read.formats import strictness  # late: a second YAML library, for authors alone

    return (*found, *strictness.faults(data, limits))
