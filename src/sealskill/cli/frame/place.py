"""Where a command looks, read from its flags; and the load that looks there."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from sealskill.cli.frame import exits, screen
from sealskill.errors import UsageError
from sealskill.model.inventory import Inventory
from sealskill.model.settings import Also, Shown
from sealskill.report.row import package_of

if TYPE_CHECKING:
    from sealskill.model.persona import Persona, PersonaFile
    from sealskill.model.settings import Settings
    from sealskill.runtime import Runtime
    from sealskill.session.workspaces import Workspaces

_TOLD = 5
"""Lines on stderr about places that could not be read: a person wants to know of them, not to scroll."""


def look(
    roots: Sequence[Path] | None = None,
    workspace: Path | None = None,
    agent: str = "",
    overrides: Sequence[str] | None = None,
    *,
    everywhere: bool = False,
    verbose: bool = False,
    seal: bool = False,
) -> Runtime:
    """Load everything the flags point at. `everywhere` adds the folders of other agents; `verbose` tells on stderr."""
    from sealskill.runtime import Runtime  # every parser comes with it; `--help` does without

    asked = said(agent, overrides) | ({"skills.load.also": list(get_args(Also))} if everywhere else {})
    with screen.patience("reading skills") as progress:
        runtime = Runtime.load(
            workspace=workspace, roots=tuple(roots or ()), overrides=asked, seal=seal, progress=progress
        )
    gc.freeze()  # what a load made stays to the end of the command: never search it for garbage
    if verbose:
        for line in runtime.inventory.log:
            screen.hear(line)
    return runtime


def said(agent: str, overrides: Sequence[str] | None) -> dict[str, Any]:
    """What the command line says about settings."""
    return {**parsed(overrides or ()), **({"agent": agent} if agent else {})}


def settings(workspace: Path | None, overrides: Sequence[str] | None) -> Settings:
    """The settings alone: no skill is looked at."""
    from sealskill import settings as room  # as above

    found, _ = room.load(
        environ=os.environ,
        home=home(),
        workspace=standing(workspace),
        overrides=said("", overrides),
        trust=workspaces().trusts,
    )
    return found


def agent(shown: Sequence[Shown]) -> str:
    """The agent in use, whoever named it; empty when nobody did."""
    return next((str(one.value) for one in shown if one.key == "agent" and one.value), "")


def settings_files(workspace: Path) -> list[Path]:
    """Every settings file that is read if it is there, the weakest first."""
    from sealskill.settings import WORKSPACE_FILES, state_folder
    from sealskill.settings.files import OUR_FILES
    from sealskill.settings.load import SYSTEM

    folders = (SYSTEM, state_folder(os.environ, home()))
    ours = [folder / name for folder in folders for name in OUR_FILES]
    return [*ours, *(workspace.absolute() / name for name in WORKSPACE_FILES)]


def parsed(overrides: Sequence[str]) -> dict[str, Any]:
    """`KEY=VALUE` as settings; a value is JSON where it reads as JSON, else the text itself."""
    return dict(_pair(one) for one in overrides)


def _pair(given: str) -> tuple[str, Any]:
    key, equals, value = given.partition("=")
    if not equals or not key.strip():
        raise UsageError(f"--set {given!r} is not KEY=VALUE", advice="write --set skills.limits.max_depth=4")
    try:
        return key.strip(), json.loads(value)
    except ValueError:
        return key.strip(), value


def workspaces() -> Workspaces:
    """The workspaces a person trusts. Nothing else is loaded, so that broken settings cannot stand in the way."""
    from sealskill.session.workspaces import Workspaces  # as above
    from sealskill.settings import state_folder
    from sealskill.store.lock import Lock

    return Workspaces(Lock(state_folder(os.environ, home()) / "lock.json"))


def standing(workspace: Path | None) -> Path:
    """The workspace that was named, or the current folder. Raises NoFolder where it is not there."""
    from sealskill.session import workspaces as room  # as above

    return room.standing(workspace)


def home() -> Path:
    """The person's home folder, as the library finds it."""
    return Path(os.environ.get("HOME") or Path.home())


def who(runtime: Runtime, named: str) -> Persona | PersonaFile | None:
    """A persona by its name, or the one of a file. Raises UsageError.

    A name is a name even where a file is called so: the folder a command runs in says nothing about who runs it.
    """
    if not named:
        return None
    return runtime.persona_file(named) if "/" in named or named.endswith(".md") else runtime.persona(named)


def verdict(inventory: Inventory, roots: Sequence[Path] | None) -> int:
    """Whether everything could be looked at: the exit code, after telling the person what could not."""
    for lost in inventory.unreadable[:_TOLD]:
        screen.hear(f"could not look: {lost.path}: {lost.why}{f' — {lost.advice}' if lost.advice else ''}")
    if len(inventory.unreadable) > _TOLD:
        screen.hear(f"and {len(inventory.unreadable) - _TOLD} more; `sealskill check` names them all")
    bare = [root for root in roots or () if not _holds(inventory, root.absolute())]
    for root in bare:
        screen.hear(f"nothing found at {root}: {'no manifest in it' if root.is_dir() else 'no such folder'}")
    return exits.NOT_SEEN if bare or inventory.unreadable else exits.DONE


def _holds(inventory: Inventory, root: Path) -> bool:
    """Whether any manifest was seen below a root, whatever became of it."""
    places = (
        *(package_of(one).folder for one in inventory),
        *(one.path for one in inventory.unreadable),
        *(one.path for one in inventory.passed),
    )
    spellings = {root, root.resolve()}
    return any(Path(place).is_relative_to(spelling) for place in places for spelling in spellings)
