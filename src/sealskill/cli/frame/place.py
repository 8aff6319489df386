"""Where a command looks, read from its flags; and the load that looks there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sealskill.cli.frame import exits, screen
from sealskill.errors import UsageError
from sealskill.model.inventory import Inventory
from sealskill.prompt.commands import commands as user_commands
from sealskill.report.row import package_of

if TYPE_CHECKING:
    from sealskill.runtime import Runtime


def look(
    roots: Sequence[Path] | None = None,
    workspace: Path | None = None,
    agent: str = "",
    overrides: Sequence[str] | None = None,
    *,
    verbose: bool = False,
    seal: bool = False,
) -> Runtime:
    """Load everything the flags point at. `verbose` prints the loader's lines to stderr."""
    from sealskill.runtime import Runtime  # every parser comes with it; `--help` does without

    said = {**parsed(overrides or ()), **({"agent": agent} if agent else {})}
    with screen.patience("reading skills"):
        runtime = Runtime.load(workspace=workspace, roots=tuple(roots or ()), overrides=said, seal=seal)
    if verbose:
        for line in runtime.inventory.log:
            screen.hear(line)
    return runtime


def commands(inventory: Inventory) -> dict[str, str]:
    """Folder → what a person types after `/`, for the ready skills that a person may call."""
    return {one.skill.folder: name for name, one in user_commands(inventory.ready).items()}


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


def verdict(inventory: Inventory, roots: Sequence[Path] | None) -> int:
    """Whether every root that was named held something. One that did not is told to the person."""
    bare = [root for root in roots or () if not _holds(inventory, root.absolute())]
    for root in bare:
        screen.hear(f"error: nothing found at {root}: {'no manifest in it' if root.is_dir() else 'no such folder'}")
    return exits.NOT_SEEN if bare else exits.DONE


def _holds(inventory: Inventory, root: Path) -> bool:
    """Whether any manifest was seen below a root, whatever became of it."""
    places = (
        *(package_of(one).folder for one in inventory),
        *(one.path for one in inventory.unreadable),
        *(one.path for one in inventory.passed),
    )
    spellings = {root, root.resolve()}
    return any(Path(place).is_relative_to(spelling) for place in places for spelling in spellings)
