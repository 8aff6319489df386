"""`sealskill info`."""

from __future__ import annotations

from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Agent, Everywhere, Json, Overrides, Roots, Seal, Verbose, Workspace
from sealskill.cli.frame.place import look
from sealskill.errors import Error
from sealskill.report import info


def names(incomplete: str) -> list[str]:
    """The skills whose names begin like that, for the shell; none where an error would need a place to be shown."""
    try:
        return [one.skill.name for one in look().inventory.skills if one.skill.name.startswith(incomplete)]
    except Error:
        return []


Name = Annotated[str, typer.Argument(metavar="NAME", help="A skill, by name or key.", autocompletion=names)]


def show(
    *,
    name: Name,
    json: Json = False,
    roots: Roots = None,
    everywhere: Everywhere = False,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
    seal: Seal = False,
    verbose: Verbose = False,
) -> int:
    """Show everything known of one skill, and what it still needs."""
    runtime = look(roots, workspace, agent, overrides, everywhere=everywhere, verbose=verbose, seal=seal)
    one = runtime.named(name)
    if json:
        screen.emit("info/1", info.document(one, runtime.commands))
    else:
        screen.show(info.info(one, runtime.settings.home, runtime.commands))
    return exits.DONE


COMMAND = Command(name="info", run=show)
