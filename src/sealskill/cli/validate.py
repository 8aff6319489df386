"""`sealskill validate`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.cli.frame.place import look
from sealskill.errors import UsageError
from sealskill.model.draft import Unreadable
from sealskill.report import validation
from sealskill.report.validation import Examined


class Profile(StrEnum):
    """Which rules are errors."""

    SPEC = "spec"
    STRICT = "strict"
    LOAD = "load"


_PROFILES = "`load`: what stops a skill here; `spec`: the format's own words; `strict`: everything, as for publishing."
Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="A skill, its manifest, or a folder of skills.")]
Strict = Annotated[bool, typer.Option("--strict", help="The same as --profile strict.")]
Which = Annotated[Profile | None, typer.Option("--profile", help=f"{_PROFILES}  [default: spec]")]


def validate(paths: Paths, *, strict: Strict = False, profile: Which = None, json: Json = False) -> int:
    """Say everything that is wrong with some packages, for their authors. Exits 1 if anything is."""
    if strict and profile not in (None, Profile.STRICT):
        raise UsageError("--strict and --profile contradict each other", advice="leave one of them out")
    chosen = Profile.STRICT if strict else profile or Profile.SPEC
    found = list(_found(paths, chosen))
    examined = [one for one in found if isinstance(one, Examined)]
    lost = [one for one in found if isinstance(one, Unreadable)]
    if json:
        screen.emit("validate/1", validation.document(chosen.value, examined, lost))
    else:
        screen.show(validation.validation(examined))
    for one in lost:
        screen.hear(f"could not look: {one.path}: {one.why}")
    bad = any(not one.valid for one in examined)
    return exits.FOUND if bad else exits.NOT_SEEN if lost else exits.DONE


def _found(paths: list[Path], profile: Profile) -> Iterator[Examined | Unreadable]:
    runtime = look(paths)
    for path in paths:
        seen = False
        for one, problems in runtime.validate(path, profile.value):
            seen = True
            yield one if isinstance(one, Unreadable) else Examined(draft=one, problems=problems)
        if not seen:
            why = "no manifest in it" if path.exists() else "no such path"
            yield Unreadable(path=str(path), why=why, manifest=False)


COMMAND = Command(name="validate", run=validate)
