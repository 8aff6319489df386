"""`sealskill watch`."""

from __future__ import annotations

from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Agent, Json, Overrides, Roots, Workspace
from sealskill.cli.frame.place import look
from sealskill.model.inventory import Inventory
from sealskill.report import changes
from sealskill.report.shapes import Change

Count = Annotated[int | None, typer.Option("--count", min=1, metavar="N", help="End after so many changes.")]
Poll = Annotated[bool, typer.Option("--poll", help="Look every second instead of asking the system to tell.")]


def watch(
    *,
    count: Count = None,
    poll: Poll = False,
    json: Json = False,
    roots: Roots = None,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
) -> int:
    """Look again whenever a skill changes, and print what is different. Ctrl-C ends it."""
    runtime = look(roots, workspace, agent, overrides)
    before, left = runtime.inventory, count
    screen.hear(f"watching {len(before.roots)} roots: {len(before.ready)} of {len(before.skills)} skills are ready")
    for after in runtime.watch(poll=poll, notice=screen.hear):
        found = changes.difference(before, after)
        if found:
            _tell(found, after, json=json)
            left = left - 1 if left is not None else None
        if left == 0:
            break
        before = after
    return exits.DONE


def _tell(found: tuple[Change, ...], after: Inventory, *, json: bool) -> None:
    if json:
        screen.emit("change/1", changes.document(found, after), indent=None)
    for words in () if json else changes.lines(found):
        screen.say(words)
    screen.flush()


COMMAND = Command(name="watch", run=watch)
