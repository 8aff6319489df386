"""`sealskill egress`."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Annotated

import typer

from sealskill.cli.frame import exits, place, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Workspace
from sealskill.cli.frame.moment import micros
from sealskill.errors import UsageError
from sealskill.report import egress as report
from sealskill.report.audit_shapes import AuditDocument, EntryRow

Words = Annotated[list[str], typer.Argument(metavar="watch", help="What to do.")]
Since = Annotated[str, typer.Option("--since", metavar="WHEN", help="Begin with what happened since: 30m, 12h, 7d.")]
Count = Annotated[int | None, typer.Option("--count", min=1, metavar="N", help="End after so many connections.")]


def egress(
    words: Words,
    *,
    since: Since = "",
    count: Count = None,
    json: Json = False,
    workspace: Workspace = None,
    overrides: Overrides = None,
) -> int:
    """Show who reaches what as it happens, in every process, and what was refused with the grant that would allow it.

    Ctrl-C ends it.
    """
    if words != ["watch"]:
        raise UsageError("egress has one word", advice="write egress watch")
    settings, now = place.settings(workspace, overrides), datetime.now(UTC)

    from sealskill.session import reviewing  # late: the database comes with it

    asked = reviewing.Wanted(since=micros(since, now) if since else None, noun="egress")
    last = max((one.sequence for one in reviewing.entries(settings, os.environ, reviewing.Wanted(many=1))), default=0)
    found = list(reviewing.entries(settings, os.environ, asked)) if since else []
    last = max((one.sequence for one in found), default=last)
    for one in islice(chain(found, reviewing.later(settings, os.environ, asked, last)), count):
        _tell(reviewing.row(one), json=json)
    return exits.DONE


def _tell(row: EntryRow, *, json: bool) -> None:
    if json:
        screen.emit_exactly("audit/1", AuditDocument(entries=(row,)), indent=None)
    else:
        screen.say(report.line(row))
    screen.flush()


COMMAND = Command(name="egress", run=egress)
