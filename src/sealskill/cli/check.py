"""`sealskill check`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sealskill.cli.frame import exits, place, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Agent, Everywhere, Json, Overrides, Roots, Seal, Verbose, Workspace
from sealskill.cli.frame.place import look, verdict
from sealskill.model.inventory import Inventory
from sealskill.report import check, summary


class Threshold(StrEnum):
    """What makes `check` exit 1. Each includes those before it; `never` includes none."""

    NEVER = "never"
    INVALID = "invalid"
    """A manifest cannot be loaded."""
    BLOCKED = "blocked"
    """Or a skill is stopped by a scan, or for claiming what is another's. A person's own allow-lists are no fault."""
    MISSING = "missing"
    """Or a skill lacks a requirement."""
    WARNING = "warning"
    """Or anything at all was found wrong."""


_HELP = "Exit 1 from here on; each includes those before it."


def run(
    *,
    json: Json = False,
    fail_on: Annotated[Threshold, typer.Option("--fail-on", help=_HELP)] = Threshold.BLOCKED,
    roots: Roots = None,
    everywhere: Everywhere = False,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
    seal: Seal = False,
    verbose: Verbose = False,
) -> int:
    """Count what is ready and say what is wrong with the rest. Made to be a gate in CI: see `--fail-on`.

    Exits 3 when something could not be read and nothing else is at the threshold.
    """
    runtime = look(roots, workspace, agent, overrides, everywhere=everywhere, verbose=verbose, seal=seal)
    inventory = runtime.inventory
    if json:
        screen.emit(
            "check/1",
            check.document(
                inventory, runtime.settings, place.agent(runtime.shown), runtime.commands, runtime.restrictions
            ),
        )
    else:
        screen.show(check.check(inventory, runtime.restrictions, verbose=verbose))
    unseen = verdict(inventory, roots)
    if fail_on is Threshold.NEVER:
        return exits.DONE
    return exits.FOUND if found(inventory, fail_on) else unseen


def found(inventory: Inventory, threshold: Threshold) -> bool:
    """Whether anything is at the threshold."""
    faults = {
        Threshold.NEVER: (),
        Threshold.INVALID: inventory.invalid,
        Threshold.BLOCKED: summary.stopped(inventory),
        Threshold.MISSING: summary.wanting(inventory),
        Threshold.WARNING: (*check.warned(inventory), *inventory.notices),
    }
    ladder = list(faults)
    return any(faults[step] for step in ladder[: ladder.index(threshold) + 1])


COMMAND = Command(name="check", run=run)
