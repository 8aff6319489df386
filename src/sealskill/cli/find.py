"""`sealskill find`."""

from __future__ import annotations

from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Agent, Everywhere, Json, Overrides, Roots, Workspace
from sealskill.cli.frame.place import look, verdict
from sealskill.report.page import Block, Table, page
from sealskill.report.shapes import FindDocument, Hit

Query = Annotated[list[str], typer.Argument(metavar="QUERY...", help="Words of the task, or of a name.")]
Limit = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="At most so many.")]


def find(
    *,
    query: Query,
    limit: Limit = 10,
    json: Json = False,
    roots: Roots = None,
    everywhere: Everywhere = False,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
) -> int:
    """Find ready skills by what they are for, the best first. Exits 1 when none answers."""
    runtime, words = look(roots, workspace, agent, overrides, everywhere=everywhere), " ".join(query)
    hits = tuple(
        Hit(
            name=found.skill.skill.name,
            description=found.skill.skill.description,
            path=str(found.skill.skill.manifest_path),
            score=round(found.score, 4),
        )
        for found in runtime.snapshot().find(words, limit)
    )
    if json:
        screen.emit("find/1", FindDocument(query=words, results=hits))
    elif hits:
        rows = tuple((hit.name, hit.description) for hit in hits)
        screen.show(page(Block(table=Table(columns=("Skill", "Description"), rows=rows, gives=(1,)))))
    else:
        screen.say("No ready skill answers that. Run `sealskill list` to see all skills.")
    return verdict(runtime.inventory, roots) or (exits.DONE if hits else exits.FOUND)


COMMAND = Command(name="find", run=find)
