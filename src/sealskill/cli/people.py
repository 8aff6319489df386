"""`sealskill people`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.errors import Refused, UsageError
from sealskill.report.page import Block, Table, page

if TYPE_CHECKING:
    from sealskill.session.approvers import Counter

Words = Annotated[list[str], typer.Argument(metavar="list | add NAME | revoke NAME", help="What to do, and to whom.")]


def people(words: Words, *, json: Json = False) -> int:
    """Say who may answer when something is asked.

    `people add NAME` registers a person, whose secret is typed at the terminal: never on the command line, in a pipe or
    in a variable. Whoever is registered vouches for the next one. `people revoke NAME` ends it, and takes back what
    that person signed and nobody used yet.
    """
    from sealskill.cli.frame import counter  # late: the database costs more than everything else

    match words:
        case ["list"]:
            return _list(counter.opened(), "", json=json)
        case ["add", name]:
            return _add(counter.opened(), name, json=json)
        case ["revoke", name]:
            opened = counter.opened()
            opened.changes.dismiss(name, counter.actor(opened))
            return _list(opened, f"{name} may not answer any more", json=json)
        case _:
            raise UsageError("write `people list`, `people add NAME` or `people revoke NAME`")


def _add(opened: Counter, name: str, *, json: bool) -> int:
    from sealskill.approve.people import named
    from sealskill.approve.tty import Tty
    from sealskill.cli.frame import counter

    name = named(name)
    with Tty() as tty:
        by = None
        if opened.people.standing():
            tty.write(f"Somebody who is registered has to vouch for {name}.\n")
            by = counter.asked(opened, tty)
        tty.write(f"Now {name} types a secret, of 12 characters or more.\n")
        first = tty.secret("Secret: ")
        if first != tty.secret("Again: "):
            raise Refused("those are two secrets", advice="begin anew")
        opened.people.add(name, first, by)
    return _list(opened, f"{name} may answer now", json=json)


def _list(opened: Counter, done: str, *, json: bool) -> int:
    from sealskill.report.approval_shapes import PeopleDocument, PersonRow
    from sealskill.report.approvals import moment

    rows = tuple(
        PersonRow(name=one.name, since=moment(one.since), by=one.by, revoked=moment(one.revoked))
        for one in opened.people.all()
    )
    if json:
        screen.emit("people/1", PeopleDocument(people=rows, message=done))
    elif done:
        screen.say(done)
    elif rows:
        cells = tuple(("- revoked" if one.revoked else "+ stands", one.name, one.since, one.by) for one in rows)
        screen.show(page(Block(table=Table(columns=("Status", "Name", "Since", "Registered by"), rows=cells))))
    else:
        screen.say(
            "Nobody is registered: nothing that asks can be approved. `sealskill people add NAME` registers you."
        )
    return exits.DONE


COMMAND = Command(name="people", run=people)
