"""`sealskill approvals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.errors import Refused, UsageError
from sealskill.model.change import Change, State
from sealskill.report.page import Block, Table, page

if TYPE_CHECKING:
    from sealskill.session.approvers import Counter

Words = Annotated[
    list[str],
    typer.Argument(metavar="list | show ID | approve ID | reject ID | revoke ID", help="What to do, and with which."),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it is kept, and told to whoever asked.")]
Every = Annotated[bool, typer.Option("--all", help="With `list`: also what was answered or came to nothing.")]
_OPEN = (State.PENDING, State.APPROVED_ONCE, State.APPROVED, State.APPLYING)


def approvals(words: Words, *, reason: Reason = "", every: Every = False, json: Json = False) -> int:
    """See what was asked, and answer it.

    `approve` shows all of it at the terminal and asks for your name and secret. A call that is approved does not run
    before its own session asks again, once, within fifteen minutes. `revoke` takes back all that a change gave, or
    forgets an answer that is remembered. `list` ends with those.
    """
    from sealskill.cli.frame import counter  # late: the database costs more than everything else

    match words:
        case ["list"]:
            return _list(counter.opened(), every=every, json=json)
        case ["show", id]:
            return _shown(counter.opened().changes.find(id), "", json=json)
        case ["approve", id]:
            opened = counter.opened()
            return _approve(opened, opened.changes.find(id), json=json)
        case ["reject", id]:
            return _shown(counter.opened().changes.reject(id, "this machine", reason), "rejected", json=json)
        case ["revoke", id]:
            return _revoke(counter.opened(), id, reason, json=json)
        case _:
            raise UsageError("write `approvals list`, or `show`, `approve`, `reject` or `revoke` and an id")


def _approve(opened: Counter, change: Change, *, json: bool) -> int:
    from sealskill.approve import terminal
    from sealskill.approve.tty import Tty
    from sealskill.model.question import Ending

    if change.state not in _OPEN[:2]:
        return _shown(change, f"is {change.state} already", json=json, code=exits.FOUND)
    if not opened.people.standing():
        raise Refused("nobody is registered who could approve it", advice="run `sealskill people add NAME`")
    with Tty(enough=lambda: opened.clock() >= change.question.expires) as tty:
        reply = terminal.put(change, tty, opened.people)
    if reply.ending is Ending.REJECTED:
        return _shown(opened.changes.reject(change.id, reply.by, reply.reason), "rejected", json=json, code=exits.FOUND)
    for login in reply.logins:
        change = opened.changes.approve(change.id, login)
    if reply.remember and change.state is State.APPROVED:
        opened.memory.keep(change, reply.logins[0])
    done = change.state not in _OPEN[:2]
    words = str(change.state) if done else "waits for another signature"
    return _shown(change, words, json=json, code=exits.DONE if done else exits.FOUND)


def _revoke(opened: Counter, id: str, reason: str, *, json: bool) -> int:
    from sealskill.cli.frame import counter

    if id.startswith("ans_"):
        opened.memory.revoke(id, counter.actor(opened))
        return _list(opened, every=False, json=json, done=f"{id} is forgotten")
    opened.changes.find(id)
    return _shown(opened.changes.revoke(id, counter.actor(opened), reason), "revoked", json=json)


def _shown(change: Change, done: str, *, json: bool, code: int = exits.DONE) -> int:
    from sealskill.approve import shown
    from sealskill.report.approval_shapes import ApprovalsDocument
    from sealskill.report.approvals import change as row

    if json:
        screen.emit_exactly("approvals/1", ApprovalsDocument(changes=(row(change),), message=done))
    elif done:
        screen.say(f"{change.id} {done}")
    else:
        signed = f", signed by {', '.join(change.signed)}" if change.signed else ""
        screen.say(f"{change.id} is {change.state}{signed}{f': {change.reason}' if change.reason else ''}")
        for line in shown.lines(change.question):
            screen.say(line)
    return code


def _list(opened: Counter, *, every: bool, json: bool, done: str = "") -> int:
    from sealskill.report.approval_shapes import ApprovalsDocument, KeptRow
    from sealskill.report.approvals import change as row
    from sealskill.report.approvals import moment

    found = tuple(one for one in opened.changes.all() if every or one.state in _OPEN)
    kept = opened.memory.all()
    if json:
        remembered = tuple(
            KeptRow(
                id=one.id, tool=one.tool, persona=one.persona, seal=one.seal, requester=one.requester,
                arguments=dict(one.arguments), open=one.open, by=one.by, at=moment(one.at), expires=moment(one.expires),
            )
            for one in kept
        )  # fmt: skip
        screen.emit_exactly(
            "approvals/1", ApprovalsDocument(changes=tuple(map(row, found)), remembered=remembered, message=done)
        )
        return exits.DONE
    if done:
        screen.say(done)
    changes = tuple(
        (
            str(one.state),
            one.id,
            one.question.summary or one.question.bound.tool,
            one.question.bound.requester,
            moment(one.question.expires),
        )
        for one in found
    )
    answers = tuple(("remembered", one.id, one.tool, one.by, moment(one.expires)) for one in kept)
    if changes or answers:
        columns = ("State", "Id", "What", "Who", "Until")
        screen.show(page(Block(table=Table(columns=columns, rows=(*changes, *answers)))))
    elif not done:
        screen.say("Nothing waits for an answer.")
    return exits.DONE


COMMAND = Command(name="approvals", run=approvals)
