"""`sealskill list`."""

from __future__ import annotations

from sealskill.cli.frame import screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import (
    Agent,
    Category,
    Eligible,
    Everywhere,
    Json,
    Overrides,
    Roots,
    Seal,
    Verbose,
    Workspace,
)
from sealskill.cli.frame.place import look, verdict
from sealskill.report import listing


def list_skills(
    *,
    json: Json = False,
    eligible: Eligible = False,
    category: Category = None,
    roots: Roots = None,
    everywhere: Everywhere = False,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
    seal: Seal = False,
    verbose: Verbose = False,
) -> int:
    """List every skill: is it ready, what may it do, where does it come from."""
    runtime = look(roots, workspace, agent, overrides, everywhere=everywhere, verbose=verbose, seal=seal)
    inventory = runtime.inventory
    shown = listing.chosen(inventory, category=category, eligible=eligible)
    if json:
        screen.emit("list/1", listing.document(inventory, runtime.settings, shown, runtime.commands))
    elif eligible and not shown and inventory.skills:
        screen.say("No eligible skills found. Run `sealskill list` to see all skills.")
    else:
        screen.show(listing.listing(listing.by_status(shown), verbose=verbose, seals=seal))
    if inventory.notices and not json:
        screen.hear(f"notices: {len(inventory.notices)}; `sealskill check` shows them")
    return verdict(inventory, roots)


COMMAND = Command(name="list", run=list_skills)
