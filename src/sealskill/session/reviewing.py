"""The audit to be looked at, where nothing can be written as well. Whoever imports this imports the database."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Table, and_

from sealskill.audit.export import document, moment
from sealskill.audit.rows import entry, newest, rows
from sealskill.audit.verify import Kept, Progress, Verified, anchored, kept, verify
from sealskill.errors import CannotRecord, NotFound
from sealskill.model.record import Entry
from sealskill.model.settings import Settings
from sealskill.model.value import Value
from sealskill.report.audit_shapes import BreachRow, EntryRow, VerifyDocument
from sealskill.session import keeping
from sealskill.store import database
from sealskill.store.database import Database

_LONGEST = 65_536
"""Characters of a line in a file of checkpoints."""
_PAUSE = 0.5
"""Seconds between two looks of somebody who follows."""


def there(settings: Settings, environ: Mapping[str, str]) -> Database | None:
    """The database for reading; None where nothing was ever recorded, or all of it was taken away."""
    place = keeping.place(settings, environ)
    if "://" not in place and not Path(place).exists():
        return None
    return database.look(place)


def checkpoints(settings: Settings, environ: Mapping[str, str], files: Sequence[Path]) -> Kept:
    """The checkpoints of the file the settings name, and of other files in which they may stand among other lines."""
    key = keeping.known_key(settings, environ)
    anchor = Path(settings.audit.anchor.file) if settings.audit.anchor.file else None
    found = [kept(_lines(file), key, mixed=True) for file in files]
    missing = ""
    if anchor is not None and anchor.exists():
        found.append(kept(_lines(anchor), key))
    elif anchor is not None:
        missing = f"the checkpoints are gone: {anchor} is not there"
    return Kept(
        good=tuple(one for some in found for one in some.good),
        strange=sum(some.strange for some in found),
        unchecked=sum(some.unchecked for some in found),
        breach=next((some.breach for some in found if some.breach), None),
        missing=missing,
    )


def verified(
    settings: Settings,
    environ: Mapping[str, str],
    *,
    checkpoint_files: Sequence[Path] = (),
    files: Sequence[Path] = (),
    only_files: bool = False,
    progress: Progress | None = None,
) -> VerifyDocument:
    """What the audit proves. Raises CannotRecord where there is none to be looked at."""
    if only_files:
        return _document(verify(None, checkpoints(settings, environ, checkpoint_files), files=files, progress=progress))
    recorded = there(settings, environ)
    if recorded is None:
        where = keeping.place(settings, environ)  # a path: a server that is not there is told by itself
        raise CannotRecord(f"there is no audit at {where}", advice="nothing was recorded, or somebody took it away")
    try:
        # In this order, as others go on writing: a checkpoint that the database knows of is in its place by then, and
        # what a checkpoint names is in the database when that is read.
        told = anchored(recorded)
        found = replace(checkpoints(settings, environ, checkpoint_files), anchored=told)
        return _document(verify(recorded, found, files=files, progress=progress))
    finally:
        recorded.close()


def _document(found: Verified) -> VerifyDocument:
    walked, breach = found.walked, None
    if (one := found.breach) is not None:
        breach = BreachRow(sequence=one.sequence, since=one.since or one.sequence, why=one.why)
    return VerifyDocument(
        ok=breach is None and not found.doubts,
        entries=walked.count,
        first=walked.start.sequence + 1 if walked.count else 0,
        last=walked.end.sequence,
        hash=walked.end.hash,
        proven=walked.proven,
        proven_at=moment(found.proven_at) if walked.proven else "",
        breach=breach,
        doubts=found.doubts,
        notes=found.notes,
    )


class Wanted(Value):
    """Which entries somebody wants to see."""

    since: int | None = None
    """Microseconds since 1970."""
    category: str = ""
    noun: str = ""
    """What their action begins with, as `egress`."""
    many: int = 0
    """So many of the newest; 0 is all."""

    def where(self, table: Table) -> ColumnElement[bool] | None:
        """The same as a condition; None for all."""
        said = [table.c.time >= self.since] if self.since is not None else []
        said += [table.c.category == self.category] if self.category else []
        said += [table.c.action.startswith(f"{self.noun}.", autoescape=True)] if self.noun else []
        return and_(*said) if said else None


def entries(settings: Settings, environ: Mapping[str, str], wanted: Wanted) -> Iterator[Entry]:
    """Yield the entries that are wanted, in order; none where nothing was recorded. One that is torn is there, too."""
    recorded = there(settings, environ)
    if recorded is None:
        return
    try:
        table = recorded.tables["audit"]
        with recorded.read() as connection:
            yield from map(entry, newest(connection, table, wanted.many, wanted.where(table)))
    finally:
        recorded.close()


def row(entry: Entry) -> EntryRow:
    """An entry as documents show it."""
    return EntryRow(**document(entry))


def later(settings: Settings, environ: Mapping[str, str], wanted: Wanted, after: int) -> Iterator[Entry]:
    """Yield entries with a greater number as they come, without end."""
    while True:
        recorded = there(settings, environ)
        if recorded is not None:
            try:
                for found in _since(recorded, wanted, after):
                    after = found.sequence
                    yield found
            finally:
                recorded.close()
        time.sleep(_PAUSE)


def _since(recorded: Database, wanted: Wanted, after: int) -> list[Entry]:
    table = recorded.tables["audit"]
    with recorded.read() as connection:
        return list(map(entry, rows(connection, table, after=after, where=wanted.where(table))))


def one(settings: Settings, environ: Mapping[str, str], number: int) -> Entry:
    """One entry. Raises NotFound."""
    recorded = there(settings, environ)
    if recorded is not None:
        try:
            with recorded.read() as connection:
                for found in rows(connection, recorded.tables["audit"], after=number - 1, upto=number):
                    return entry(found)
        finally:
            recorded.close()
    raise NotFound(
        f"there is no entry {number}", advice="`sealskill audit list` shows the newest; older ones may be rotated"
    )


def _lines(file: Path) -> Iterator[str]:
    """The lines of a file that may be as large as a log; one without an end comes in pieces."""
    try:
        with file.open(encoding="utf-8", errors="replace") as stream:
            yield from iter(lambda: stream.readline(_LONGEST), "")
    except OSError as exc:
        raise CannotRecord(f"{file} cannot be read: {exc.strerror}", advice="name a file with checkpoints") from exc
