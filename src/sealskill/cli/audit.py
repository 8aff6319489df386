"""`sealskill audit`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import asdict

from sealskill.cli.frame import exits, place, screen
from sealskill.cli.frame.bar import bar
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Workspace
from sealskill.cli.frame.moment import micros
from sealskill.errors import UsageError
from sealskill.model.record import Category
from sealskill.model.settings import AnchorSettings
from sealskill.report import audit as report
from sealskill.report.audit_shapes import AuditDocument, EntryRow, RotateDocument

if TYPE_CHECKING:
    from sealskill.model.settings import Settings

Words = Annotated[
    list[str],
    typer.Argument(metavar="list | show N | verify [FILE...] | export | rotate FOLDER | anchor", help="What to do."),
]


class Format(StrEnum):
    """How entries are exported."""

    JSONL = "jsonl"
    CEF = "cef"


Since = Annotated[str, typer.Option("--since", metavar="WHEN", help="Only newer entries: 30m, 12h, 7d, or a date.")]
Before = Annotated[str, typer.Option("--before", metavar="WHEN", help="`rotate`: what is older is moved away.")]
Kind = Annotated[str, typer.Option("--category", metavar="NAME", help=f"Only {', '.join(Category)}.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", help="`list`: the newest N; 0 is all.")]
Follow = Annotated[bool, typer.Option("--follow", "-f", help="`list`: go on as entries come.")]
As = Annotated[Format, typer.Option("--format", help="`export`: JSON that can be verified again, or CEF.")]
Checkpoints = Annotated[
    list[Path] | None,
    typer.Option("--checkpoints", metavar="FILE", help="`verify`: checkpoints stand in here as well. Repeatable."),
]
OnlyFiles = Annotated[bool, typer.Option("--only-files", help="`verify`: the files alone, without the database.")]

_LONG = 50_000
"""Entries from which a bar is worth its import."""
_ACTOR = "terminal"
"""Who rotates: an operating system's user is no person of ours."""


def audit(
    words: Words,
    *,
    json: Json = False,
    since: Since = "",
    before: Before = "",
    category: Kind = "",
    limit: Limit = 50,
    follow: Follow = False,
    format: As = Format.JSONL,
    checkpoints: Checkpoints = None,
    only_files: OnlyFiles = False,
    workspace: Workspace = None,
    overrides: Overrides = None,
) -> int:
    """Look at what was decided, asked and done, and find out whether anybody changed the record of it.

    `verify` says up to which entry a checkpoint proves it, and names the first one that is not what it was; files of
    `export` and `rotate` are verified together with the database. `rotate` moves old entries into FOLDER, `anchor`
    keeps a checkpoint now.
    """
    if category and category not in tuple(Category):
        raise UsageError(f"there is no category {category!r}", advice=f"there are {', '.join(Category)}")
    settings, now = place.settings(workspace, overrides), datetime.now(UTC)
    newer = micros(since, now) if since else None
    match words:
        case ["list"]:
            many = 0 if since else limit
            return _list(settings, {"since": newer, "category": category, "many": many}, follow=follow, json=json)
        case ["show", number] if number.isascii() and number.isdigit():
            return _show(settings, int(number), json=json)
        case ["verify", *files]:
            named = {"checkpoint_files": checkpoints or (), "files": tuple(map(Path, files)), "only_files": only_files}
            return _verify(settings, named, json=json)
        case ["export"]:
            return _export(settings, {"since": newer, "category": category}, cef=format is Format.CEF)
        case ["rotate", folder] if before:
            return _rotate(settings, Path(folder), micros(before, now), json=json)
        case ["anchor"]:
            return _anchor(settings)
        case _:
            raise UsageError("audit needs one of its words", advice=_ADVICE)


_ADVICE = "write audit list, show N, verify, export, anchor, or rotate FOLDER --before WHEN"


# What follows imports the database where it is used: `--help` does without.


def _list(settings: Settings, wanted: Mapping[str, Any], *, follow: bool, json: bool) -> int:
    from sealskill.session import reviewing

    asked = reviewing.Wanted(**wanted)
    found = [reviewing.row(one) for one in reviewing.entries(settings, os.environ, asked)]
    if follow:
        last = max((one.sequence for one in found), default=0)
        _follow(chain(found, map(reviewing.row, reviewing.later(settings, os.environ, asked, last))), json=json)
    elif json:
        screen.emit_exactly("audit/1", AuditDocument(entries=tuple(found)))
    elif found:
        screen.show(report.entries(found))
    else:
        screen.hear("nothing was recorded")
    return exits.DONE


def _follow(found: Iterable[EntryRow], *, json: bool) -> None:
    for one in found:
        if json:
            screen.emit_exactly("audit/1", AuditDocument(entries=(one,)), indent=None)
        else:
            screen.say(report.line(one))
        screen.flush()


def _show(settings: Settings, number: int, *, json: bool) -> int:
    from sealskill.session import reviewing

    found = reviewing.row(reviewing.one(settings, os.environ, number))
    if json:
        screen.emit_exactly("audit-entry/1", found)
    else:
        screen.show(report.entry(found))
    return exits.DONE


def _verify(settings: Settings, named: Mapping[str, Any], *, json: bool) -> int:
    from sealskill.session import reviewing

    with bar("verifying", least=_LONG) as progress:
        found = reviewing.verified(settings, os.environ, progress=progress, **named)
    if json:
        screen.emit("audit-verify/1", found)
    else:
        screen.show(report.verified(found))
    return exits.FOUND if found.breach else exits.DONE if found.ok else exits.NOT_SEEN


def _export(settings: Settings, wanted: Mapping[str, Any], *, cef: bool) -> int:
    from sealskill.audit import export
    from sealskill.session import reviewing

    line = export.cef if cef else export.jsonl
    for one in reviewing.entries(settings, os.environ, reviewing.Wanted(**wanted)):
        screen.raw(line(one))
    return exits.DONE


def _rotate(settings: Settings, folder: Path, before: int, *, json: bool) -> int:
    from sealskill.audit.rotate import rotate
    from sealskill.session import keeping

    with keeping.recording(settings, os.environ) as (kept, log):
        found = rotate(kept, log, folder.absolute(), before, _ACTOR)
    if json:
        screen.emit("audit-rotate/1", RotateDocument(**({} if found is None else asdict(found))))
    elif found is None:
        screen.say("nothing is that old")
    else:
        screen.say(f"moved entries {found.first} to {found.last} into {found.file}")
    return exits.DONE


def _anchor(settings: Settings) -> int:
    from sealskill.session import keeping

    if settings.audit.anchor == AnchorSettings():
        raise UsageError("there is no second place", advice="name one in audit.anchor: a file, a command or syslog")
    with keeping.recording(settings, os.environ) as (_, log):
        log.anchor()
    screen.say("every place has a checkpoint of the newest entry")
    return exits.DONE


COMMAND = Command(name="audit", run=audit)
