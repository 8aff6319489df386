"""`sealskill persona`."""

from __future__ import annotations

from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Workspace
from sealskill.cli.frame.place import look
from sealskill.errors import UsageError
from sealskill.model.problem import Level
from sealskill.report import policy

Words = Annotated[list[str], typer.Argument(metavar="check FILE")]


def persona(words: Words, *, json: Json = False, workspace: Workspace = None, overrides: Overrides = None) -> int:
    """Say everything that is wrong with a persona, tools its mode can never run among it. Exits 1 if anything is."""
    match words:
        case ["check", path]:
            one = look(None, workspace, "", overrides).persona_file(path)
        case _:
            raise UsageError("write `persona check FILE`", advice="`sealskill personas` lists them all")
    document = policy.check_document(one)
    if json:
        screen.emit("persona/1", document)
    else:
        screen.show(policy.persona(document))
    return exits.FOUND if any(problem.level is not Level.NOTE for problem in one.problems) else exits.DONE


COMMAND = Command(name="persona", run=persona)
