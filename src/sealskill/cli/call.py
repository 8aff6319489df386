"""`sealskill call`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Roots, Workspace
from sealskill.cli.frame.place import look, who
from sealskill.errors import UsageError
from sealskill.report import call as words

if TYPE_CHECKING:
    from sealskill.model.event import Event

Tool = Annotated[str, typer.Argument(metavar="TOOL", help="A built-in tool, or that of a ready skill.json.")]
Given = Annotated[str, typer.Option("--args", metavar="JSON", help="The arguments, or - to read them.  [default: {}]")]
Who = Annotated[str, typer.Option("--persona", metavar="NAME|FILE", help="Who calls it.  [default: default]")]
Skill = Annotated[str, typer.Option("--skill", metavar="NAME", help="The skill it is called for.")]
Asks = Annotated[
    str, typer.Option("--approver", metavar="WHO", help="Who is asked: terminal, queue or nobody.  [default: terminal]")
]
Unconfined = Annotated[
    bool, typer.Option("--unsafe-unconfined", help="Run commands without any boundary, with all your rights.")
]
Resume = Annotated[
    str, typer.Option("--session", metavar="ID", help="Take up the session of a call that waited, to make it again.")
]


def call(
    tool: Tool,
    *,
    args: Given = "{}",
    persona: Who = "",
    skill: Skill = "",
    approver: Asks = "terminal",
    unsafe_unconfined: Unconfined = False,
    resume: Resume = "",
    json: Json = False,
    roots: Roots = None,
    workspace: Workspace = None,
    overrides: Overrides = None,
) -> int:
    """Call one tool, as a session of one call would: decided, asked, recorded, run.

    Prints its value; what it writes to standard error comes as it is written. Exits 1 when it was refused or failed.
    """
    given = sys.stdin.read() if args == "-" else args
    if not given.strip():
        raise UsageError("--args is empty", advice="""write --args '{"path": "notes.txt"}'""")
    runtime = look(roots, workspace, "", overrides)
    session = runtime.session(
        persona=who(runtime, persona), approver=approver, unsafe_unconfined=unsafe_unconfined, resume=resume
    )
    session.timeline.subscribe(_tell)
    with session.sync() as open_one:
        result = open_one.call(tool, given, skill=skill)
    if json:
        screen.emit_exactly("call/1", words.document(result, session.notices))
    elif result.ok:
        screen.raw(words.text(result))
    else:
        _say(result.outcome.error, result.outcome.advice)
    return exits.DONE if result.ok else exits.FOUND


def _tell(event: Event) -> None:
    """Lines as they come; and what runs without a boundary is said each time."""
    from sealskill.model.event import Happening  # late, as the session itself

    if event.what is Happening.LINE:
        screen.hear(event.text)


def _say(error: str, advice: str) -> None:
    screen.hear(f"error: {error}")
    if advice:
        screen.hear(advice)


COMMAND = Command(name="call", run=call)
