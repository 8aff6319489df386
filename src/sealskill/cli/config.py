"""`sealskill config`."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sealskill.cli.frame import exits, place, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Agent, Json, Overrides, Workspace
from sealskill.model.settings import Shown
from sealskill.report import config as report


class What(StrEnum):
    """What to print."""

    SHOW = "show"
    PATH = "path"


Asked = Annotated[What, typer.Argument(help="`show` each setting and its source, or the `path` of each file read.")]


Changed = Annotated[bool, typer.Option("--changed", help="Only what somebody set, and what was ignored.")]


def config(
    what: Asked = What.SHOW,
    *,
    json: Json = False,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
    changed: Changed = False,
) -> int:
    """Show each setting, where it came from, and what was ignored and why.

    Secrets are never printed. Exits 1 when something that is set cannot be obeyed.
    """
    if what is What.PATH:
        return _paths(place.standing(workspace), json=json)
    from sealskill.settings import explain  # its parsers cost more than all the rest of this command

    found = explain(
        environ=os.environ,
        home=place.home(),
        workspace=place.standing(workspace),
        overrides=place.said(agent, overrides),
        trust=place.workspaces().trusts,
    )
    if json:
        screen.emit("config/1", report.document(found.shown, found.problems))
    else:
        screen.show(report.config(tuple(filter(_set, found.shown)) if changed else found.shown, found.problems))
    return exits.FOUND if found.problems else exits.DONE


def _set(one: Shown) -> bool:
    return one.source != "default" or bool(one.ignored)


def _paths(workspace: Path, *, json: bool) -> int:
    files = {str(path): path.is_file() for path in place.settings_files(workspace)}
    if json:
        found: Any = [{"path": path, "found": found} for path, found in files.items()]
        screen.emit("config-path/1", {"files": found})
    for path, there in files.items() if not json else ():
        screen.say(path if there else f"{path} (not there)")
    return exits.DONE


COMMAND = Command(name="config", run=config)
