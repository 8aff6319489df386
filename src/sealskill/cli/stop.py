"""`sealskill stop`."""

from __future__ import annotations

from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Workspace
from sealskill.cli.frame.place import said
from sealskill.errors import UsageError
from sealskill.report import call as words
from sealskill.report.call_shapes import StopDocument

Session = Annotated[str, typer.Argument(metavar="[SESSION]", help="One session, by its id.")]
All = Annotated[bool, typer.Option("--all", help="Every session; so it is where none is named.")]
Lift = Annotated[bool, typer.Option("--lift", help="Let calls through again: of one session, or all that is stopped.")]
Listed = Annotated[bool, typer.Option("--list", help="Only show what is stopped.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="What whoever is stopped is told.")]


def stop(
    session: Session = "",
    *,
    all: All = False,
    lift: Lift = False,
    listed: Listed = False,
    why: Why = "a person stopped it",
    json: Json = False,
    workspace: Workspace = None,
    overrides: Overrides = None,
) -> int:
    """Cancel what sessions run and refuse what they ask for, in every process, until it is lifted.

    Prints what is stopped afterwards. Exits 1 when there was nothing to lift, or no session of that id ever began.
    """
    from sealskill.runtime import Runtime  # every parser comes with it; `--help` does without

    if session and all:
        raise UsageError("one session, or --all", advice="`sealskill stop` stops every session")
    if lift and listed:
        raise UsageError("--lift, or --list", advice="`sealskill stop --list` changes nothing")
    stops = Runtime.open(workspace=workspace, overrides=said("", overrides)).stops
    by, code = _by(), exits.DONE
    if lift:
        wanted = [session] if session else [one.session for one in stops.all()]
        lifted = [stops.lift(one, by) for one in wanted]
        code = exits.DONE if any(lifted) else exits.FOUND
    elif not listed:
        stops.stop(session, why, by)
        if session and not stops.opened(session):
            screen.hear(f"no session {session} is in the audit: nothing that runs is stopped by this")
            code = exits.FOUND
    stand = words.rows((one.session, one.why, one.by, one.at) for one in stops.all())
    if json:
        screen.emit("stop/1", StopDocument(stops=stand))
    else:
        screen.show(words.stopped(stand))
    return code


def _by() -> str:
    from sealskill.session.beginning import principal  # late: the database comes with it

    return principal()


COMMAND = Command(name="stop", run=stop)
