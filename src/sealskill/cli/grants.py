"""`sealskill grants`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sealskill.cli.frame import exits, place, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Roots, Workspace
from sealskill.errors import Conflict, Refused, UsageError
from sealskill.report.page import Block, Table, page

if TYPE_CHECKING:
    from sealskill.model.change import Change
    from sealskill.model.grant import Grant
    from sealskill.model.skill import TrustLevel
    from sealskill.session.approvers import Counter

Words = Annotated[
    list[str], typer.Argument(metavar="list | add [KEY] | revoke ID", help="What to do, and to which skill or grant.")
]
Egress = Annotated[
    list[str] | None, typer.Option("--egress", metavar="HOST:PORT", help="A public host it may reach. Repeatable.")
]
Private = Annotated[
    list[str] | None,
    typer.Option(
        "--unsafe-private", metavar="HOST:PORT@NETWORK", help="A private host, as db:5432@10.1.2.0/24. Repeatable."
    ),
]
Paths = Annotated[
    list[str] | None,
    typer.Option("--path", metavar="PATH:MODE", help="A path, to `read` or to `write`. Repeatable."),
]
Env = Annotated[
    list[str] | None, typer.Option("--env", metavar="NAME", help="A variable it may be handed. Repeatable.")
]
Class = Annotated[
    str, typer.Option("--accept-class", "--accept", metavar="CLASS", help="Believe this class: safe or mutating.")
]
Boundary = Annotated[str, typer.Option("--boundary", metavar="NAME", help="Run it in this boundary.")]
Group = Annotated[str, typer.Option("--group", metavar="NAME", help="Only for this group of agents.")]
Ask = Annotated[bool, typer.Option("--ask", help="Only ask: somebody approves it with `sealskill approvals`.")]


def grants(
    words: Words,
    *,
    egress: Egress = None,
    private: Private = None,
    paths: Paths = None,
    env: Env = None,
    accepts: Class = "",
    boundary: Boundary = "",
    group: Group = "",
    ask: Ask = False,
    roots: Roots = None,
    workspace: Workspace = None,
    json: Json = False,
) -> int:
    """Say what a skill may have beyond nothing, and what it has.

    `grants add KEY` with at least one thing shows what is new and asks for your name and secret at the terminal; it
    holds for the very bytes the skill has now, unless they are your own. While nobody is registered the owner of the
    settings grants. `grants revoke ID` takes back all that came with that grant.
    """
    from sealskill.cli.frame import counter  # late: the database costs more than everything else

    match words:
        case ["list"]:
            return _list(counter.opened(workspace), json=json)
        case ["add", *names] if len(names) == 1 or (group and not names):
            parts = {
                "egress": egress or [], "unsafe_private": private or [], "env": env or [], "paths": _modes(paths or []),
                "boundary": boundary, "group": group,
            }  # fmt: skip
            asked = {key: value for key, value in parts.items() if value} | ({"class": accepts} if accepts else {})
            opened = counter.opened(workspace)
            wanted, trust = _wanted(opened, names[0] if names else "", asked, roots, workspace)
            return _add(opened, wanted, trust, ask=ask, json=json)
        case ["revoke", id]:
            return _revoke(counter.opened(workspace), id, json=json)
        case _:
            raise UsageError("write `grants list`, `grants add KEY --egress HOST:PORT` or `grants revoke ID`")


def _modes(paths: list[str]) -> dict[str, str]:
    """`PATH:MODE` as a map; a path is given as it is really called."""
    found = {}
    for one in paths:
        path, _, mode = one.rpartition(":")
        if mode not in ("read", "write") or not path:
            raise UsageError(f"--path {one!r} is not PATH:read or PATH:write")
        found[str(Path(path).expanduser().absolute())] = mode
    return found


def _wanted(
    opened: Counter, key: str, asked: Mapping[str, object], roots: list[Path] | None, workspace: Path | None
) -> tuple[Grant, TrustLevel]:
    """The grant that is wanted, to the bytes that are there now, and how far they are believed."""
    from sealskill.model import grant_map, granting
    from sealskill.model.skill import Blocked, Ready, TrustLevel

    seal, trust = "", TrustLevel.BUILTIN
    if key:
        one = place.look(roots, workspace, seal=True).named(key)
        if not isinstance(one, Ready | Blocked):
            raise Refused(f"{key} cannot be used here, so nothing is granted to it", advice=f"`sealskill info {key}`")
        key, trust, known = one.skill.key, one.trust.level, one.seal or ""
        seal = known if trust.tier else ""  # one's own may be edited
    try:
        return opened.grants.fit(grant_map.read({**asked, "skill": key, "seal": seal})), trust
    except granting.Unfit as exc:
        raise UsageError(
            "; ".join(exc.faults), advice="`sealskill grants add --help` says how each is written"
        ) from exc
    except ValueError as exc:
        raise UsageError(str(exc)) from exc


def _add(opened: Counter, wanted: Grant, trust: TrustLevel, *, ask: bool, json: bool) -> int:
    from sealskill.approve import offer
    from sealskill.approve.tty import there

    before = opened.grants.of(wanted.skill, wanted.seal, trust)
    question = offer.question(wanted, trust, before, "the command line")
    change, lines = opened.changes.put(question), tuple(question.diff.split("\n"))
    if not opened.people.standing():
        from sealskill.cli.frame import counter

        return _told(opened, opened.changes.approve(change.id, counter.actor(opened)), lines, json=json)
    if not ask and there():
        return _told(opened, _signed(opened, change), lines, json=json)
    return _told(opened, change, lines, json=json)


def _signed(opened: Counter, change: Change) -> Change:
    from sealskill.approve import terminal
    from sealskill.approve.tty import Tty
    from sealskill.model.question import Ending

    with Tty(enough=lambda: opened.clock() >= change.question.expires) as tty:
        reply = terminal.put(change, tty, opened.people)
    if reply.ending is Ending.REJECTED:
        return opened.changes.reject(change.id, reply.by, reply.reason)
    for login in reply.logins:
        change = opened.changes.approve(change.id, login)
    return change


def _told(opened: Counter, change: Change, lines: tuple[str, ...], *, json: bool) -> int:
    """What became of it: the grants it brought, or who has to answer."""
    from sealskill.model.change import State
    from sealskill.report.approval_shapes import GrantsDocument
    from sealskill.report.approvals import grants as rows

    done = change.state is State.APPLIED
    waits = f"waits: `sealskill approvals approve {change.id}`"
    words = "granted" if done else waits if change.state is State.PENDING else str(change.state)
    made = {one.id: brought for one, brought in opened.grants.applied() if brought == change.id}
    if json:
        found = rows((one for one, brought in opened.grants.applied() if brought == change.id), made)
        screen.emit_exactly("grants/1", GrantsDocument(grants=found, message=words, change=change.id, diff=lines))
    else:
        for line in lines:
            screen.say(line)
        screen.say(f"{', '.join(made) or change.id} {words}")
    return exits.DONE if done else exits.FOUND


def _revoke(opened: Counter, id: str, *, json: bool) -> int:
    from sealskill.cli.frame import counter

    if id == "settings":
        raise Conflict("that one stands in the settings", advice="edit skills.entries.<key>.grant")
    change = next((brought for one, brought in opened.grants.applied() if one.id == id), id)
    gone = [one.id for one, brought in opened.grants.applied() if brought == change]
    opened.changes.find(change)
    opened.changes.revoke(change, counter.actor(opened))
    return _list(opened, json=json, done=f"revoked {', '.join(gone)}")


def _list(opened: Counter, *, json: bool, done: str = "") -> int:
    from sealskill.model import granting
    from sealskill.report.approval_shapes import GrantsDocument
    from sealskill.report.approvals import grants as rows

    found, changes = opened.grants.all(), {one.id: brought for one, brought in opened.grants.applied()}
    if json:
        screen.emit_exactly("grants/1", GrantsDocument(grants=rows(found, changes), message=done))
        return exits.DONE
    if done:
        screen.say(done)
    cells = tuple(
        (one.id, one.skill or f"group {one.group}", "; ".join(granting.given(one)), ", ".join(one.by)) for one in found
    )
    if cells:
        screen.show(page(Block(table=Table(columns=("Id", "Skill", "Gives", "By"), rows=cells, gives=(3, 2)))))
    elif not done:
        screen.say("Nothing is granted.")
    return exits.DONE


COMMAND = Command(name="grants", run=grants)
