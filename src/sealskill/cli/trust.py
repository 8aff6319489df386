"""`sealskill trust`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sealskill.cli.frame import exits, place, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.errors import UsageError
from sealskill.report.page import Block, Table, page
from sealskill.report.shapes import TrustDocument, Trusted

if TYPE_CHECKING:
    from sealskill.session.workspaces import Workspaces

Words = Annotated[
    list[str], typer.Argument(metavar="PATH | list | revoke PATH", help="A workspace; ./list for a folder named so.")
]


def trust(words: Words, *, json: Json = False) -> int:
    """Let a workspace set more than an unknown one may, as its settings files stand now.

    `trust PATH` trusts it: its skills count as yours, its settings may name roots and secrets. An edit of its settings
    files ends that until you trust it again. `trust list` shows what is trusted, `trust revoke PATH` ends it.
    """
    if "" in words:
        raise UsageError("a path must not be empty", advice="name the workspace, for example `sealskill trust .`")
    workspaces = place.workspaces()
    match words:
        case ["list"]:
            return _list(workspaces, json=json)
        case ["revoke", path]:
            return _revoke(workspaces, Path(path), json=json)
        case ["revoke"]:
            raise UsageError("revoke needs a PATH", advice="`sealskill trust list` shows them")
        case [path]:
            return _trust(workspaces, Path(path), json=json)
        case _:
            raise UsageError("one PATH at a time", advice="write `trust PATH`, `trust list` or `trust revoke PATH`")


def _list(workspaces: Workspaces, *, json: bool) -> int:
    known = tuple(
        Trusted(
            path=one.path, since=datetime.fromtimestamp(one.since, UTC).isoformat("T", "seconds"), current=one.current
        )
        for one in workspaces.all()
    )
    if json:
        screen.emit("trust/1", TrustDocument(workspaces=known))
    elif known:
        rows = tuple(("+ trusted" if one.current else "! changed since", one.path, one.since) for one in known)
        screen.show(page(Block(table=Table(columns=("Status", "Workspace", "Since"), rows=rows))))
    else:
        screen.say("No workspace is trusted.")
    return exits.DONE


def _trust(workspaces: Workspaces, path: Path, *, json: bool) -> int:
    return _told(f"trusted {workspaces.trust(path)} as its settings stand now", json=json, code=exits.DONE)


def _revoke(workspaces: Workspaces, path: Path, *, json: bool) -> int:
    if workspaces.revoke(path):
        return _told(f"{path} is no longer trusted", json=json, code=exits.DONE)
    return _told(f"{path} was not trusted", json=json, code=exits.FOUND)


def _told(words: str, *, json: bool, code: int) -> int:
    if json:
        screen.emit("trust/1", {"done": code == exits.DONE, "message": words})
    else:
        screen.say(words)
    return code


COMMAND = Command(name="trust", run=trust)
