"""Personas on disk: the Markdown files of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Unreadable
from sealskill.model.persona import PersonaFile
from sealskill.model.problem import error
from sealskill.model.settings import Settings
from sealskill.read import contained
from sealskill.read.folder import Folder, TooLarge
from sealskill.read.formats import persona

FOLDERS = frozenset({"personas", "agents"})
"""What folders of personas are called, here and elsewhere."""
Found = PersonaFile | Unreadable


def discover(folder: str, settings: Settings) -> Iterator[Found]:
    """The personas of a folder, by file name; what cannot be read appears as `Unreadable`. A missing folder is none."""
    try:
        with Folder.open(os.path.realpath(folder)) as place:
            names = [found.name for found in place.scan() if _is_persona(found.name)]
            for name in names[: settings.limits.max_candidates_per_root]:
                yield _read(place, name, settings)
    except FileNotFoundError:
        return
    except OSError as exc:
        yield Unreadable(path=folder, why=contained.why(exc), manifest=False)
        return
    if len(names) > settings.limits.max_candidates_per_root:
        yield Unreadable(path=folder, why="it holds more files than skills.limits.max_candidates_per_root")


def read(path: str, settings: Settings) -> Found:
    """One persona, by the path of its file."""
    try:
        with Folder.open(os.path.realpath(os.path.dirname(path))) as place:
            return _read(place, os.path.basename(path), settings)
    except OSError as exc:
        return Unreadable(path=path, why=contained.why(exc))


def _is_persona(name: str) -> bool:
    return name.endswith(".md") and not name.startswith(".") and name.lower() != "readme.md"


def _read(place: Folder, name: str, settings: Settings) -> Found:
    path = os.path.join(place.path, name)
    homes = contained.homes(place.path, settings.load.allow_link_targets)
    try:
        data, state = contained.read(place, name, homes, settings.limits.max_skill_file_bytes)
    except TooLarge as exc:
        return Unreadable(path=path, why=f"it has {exc.size} bytes; the cap is skills.limits.max_skill_file_bytes")
    except (OSError, ChangedWhileRead) as exc:
        return Unreadable(path=path, why=contained.why(exc))
    parsed = persona.FORMAT.parse(data, settings.limits)
    problems = [msgspec.structs.replace(one, path=name) for one in parsed.problems]
    if state.st_mode & 0o002:
        problems.append(error("world-writable", f"{name} may be changed by everybody", path=name, advice="chmod o-w"))
    return PersonaFile(path=path, persona=parsed.value, problems=tuple(problems))
