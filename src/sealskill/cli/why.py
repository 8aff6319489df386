"""`sealskill why`."""

from __future__ import annotations

import json as text
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Roots, Workspace
from sealskill.cli.frame.place import look, who
from sealskill.errors import UsageError
from sealskill.report import policy

if TYPE_CHECKING:
    pass

Tool = Annotated[str, typer.Argument(metavar="TOOL", help="A tool, by its name: `sealskill tools` names them.")]
Skills = Annotated[
    list[str] | None, typer.Option("--skill", metavar="NAME", help="A skill that is active. Repeatable.")
]
Who = Annotated[str, typer.Option("--persona", metavar="NAME|FILE", help="Who calls it.  [default: default]")]
Given = Annotated[str, typer.Option("--args", metavar="JSON", help="The arguments it would be called with.")]


def why(
    tool: Tool,
    *,
    skills: Skills = None,
    persona: Who = "",
    args: Given = "",
    json: Json = False,
    roots: Roots = None,
    workspace: Workspace = None,
    overrides: Overrides = None,
) -> int:
    """Say what would become of a call, and why: every step that is asked, and what a person can do about it.

    Nothing is called and nobody is asked. Without --args only what does not depend on them is known.
    """
    runtime = look(roots, workspace, "", overrides)
    one = runtime.why(tool, skills=tuple(skills or ()), persona=who(runtime, persona), arguments=_arguments(args))
    if json:
        screen.emit("why/1", policy.why_document(one))
    else:
        screen.show(policy.why(one))
    return exits.DONE


def _arguments(given: str) -> dict[str, Any] | None:
    if not given:
        return None
    try:
        found = text.loads(given)
    except (ValueError, RecursionError) as exc:
        raise UsageError(f"--args is not JSON: {exc}", advice="""write --args '{"path": "notes.md"}'""") from exc
    if not isinstance(found, dict):
        raise UsageError("--args is not an object", advice="""write --args '{"path": "notes.md"}'""")
    return found


COMMAND = Command(name="why", run=why)
