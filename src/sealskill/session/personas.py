"""The personas of a person, each with everything that is wrong with it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from sealskill.errors import UsageError
from sealskill.model.persona import DEFAULT, Persona, PersonaFile
from sealskill.model.problem import Level, Problem, warning
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tools import MATRIX
from sealskill.policy.persona import in_vain
from sealskill.read import personas as files
from sealskill.session import skill_tools

NEVER = "tool-never-runs"
"""The code of the problem that a persona lists a tool its mode never runs."""


class Personas:
    """The personas in our own folder, and any file that is named. A workspace brings none by name."""

    def __init__(self, settings: Settings, ready: Sequence[Ready] = ()) -> None:
        self._settings = settings
        brought = (tool.known for one in ready for tool in skill_tools.of(one))
        self._tools = {**{one.name: one for one in brought}, **MATRIX}

    def all(self) -> Iterator[files.Found]:
        """Every persona of the folder, by file name; what cannot be read appears as `Unreadable`."""
        for one in files.discover(self._folder, self._settings):
            yield self._judged(one) if isinstance(one, PersonaFile) else one

    def named(self, name: str) -> Persona:
        """The persona of that name, or the built-in one. Raises UsageError for none, and for one with an error."""
        known = [one for one in self.all() if isinstance(one, PersonaFile)]
        found = next((one for one in known if one.name == name), None)
        if found is not None:
            return usable(found)
        if name == DEFAULT.name:
            return DEFAULT
        near = difflib.get_close_matches(name, [DEFAULT.name, *(one.name for one in known)], n=3)
        advice = f"did you mean {', '.join(near)}?" if near else f"put one into {self._folder}"
        raise UsageError(f"no persona is named {name!r}", advice=advice)

    def vain(self, persona: Persona | None) -> tuple[str, ...]:
        """A line for each tool that a persona lists and can never run."""
        found = in_vain(persona, self._tools) if persona is not None and persona.mode else {}
        return tuple(f"persona {persona.name if persona else ''}: tools: {name}: {why}" for name, why in found.items())

    def at(self, path: Path | str) -> PersonaFile:
        """The persona of a file. Raises UsageError where none can be read."""
        found = files.read(str(Path(path).absolute()), self._settings)
        if not isinstance(found, PersonaFile):
            raise UsageError(f"{path} cannot be read: {found.why}", advice="name a persona, or a file that holds one")
        return self._judged(found)

    @property
    def _folder(self) -> str:
        return str(Path(self._settings.state) / "personas")

    def _judged(self, one: PersonaFile) -> PersonaFile:
        return one if one.persona is None else replace(one, problems=(*one.problems, *self._vain(one, one.persona)))

    def _vain(self, one: PersonaFile, persona: Persona) -> Iterator[Problem]:
        for pattern, why in in_vain(persona, self._tools).items() if persona.mode else ():
            advice = "take it out of the list, or choose another permission_mode"
            yield warning(NEVER, f"tools: {pattern}: {why}", path=Path(one.path).name, advice=advice)


def faults(one: PersonaFile) -> tuple[Problem, ...]:
    """What keeps a persona from being used."""
    return tuple(problem for problem in one.problems if problem.level is Level.ERROR)


def usable(one: PersonaFile) -> Persona:
    """The persona of a file. Raises UsageError for one with an error: a fault must not make it wider."""
    wrong = faults(one)
    if one.persona is None or wrong:
        said = "; ".join(problem.message for problem in wrong) or "nothing in it can be read"
        raise UsageError(f"the persona {one.name} cannot be used: {said}", advice=f"sealskill persona check {one.path}")
    return one.persona
