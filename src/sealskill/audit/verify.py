"""What the audit proves: up to which entry nobody changed anything, and where it only does not contradict itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import func, select

from sealskill.audit import chain, checkpoint
from sealskill.audit.chain import Breach, Columns, Link, Walked
from sealskill.audit.checkpoint import Checkpoint, Stray
from sealskill.audit.export import parsed
from sealskill.audit.rows import rows
from sealskill.errors import CannotRecord
from sealskill.model.database import Database
from sealskill.model.value import Value

Progress = Callable[[int, int], None]
_LONGEST = 1_000_000
"""Characters of a line of a file: one that is longer comes in pieces, and no piece is an entry."""
_TELL = 10_000
"""Entries between two words about how far it is."""


class Kept(Value):
    """The checkpoints that were found, and what is wrong with them."""

    good: tuple[Checkpoint, ...] = ()
    strange: int = 0
    """Checkpoints of another key: of another machine, or forged. They prove nothing."""
    unchecked: int = 0
    """Checkpoints that could not be checked, because there is no key here."""
    breach: Breach | None = None
    missing: str = ""
    """Why a place could not be read."""
    anchored: int = 0
    """Up to where the database said it was anchored, just before these were read. Later it may say more."""


class Verified(Value):
    """What a look at the whole audit found."""

    walked: Walked
    breach: Breach | None
    proven_at: int = 0
    """When the last checkpoint was kept, in microseconds since 1970."""
    doubts: tuple[str, ...] = ()
    """Why less is proven than should be. With any, whether all is well could not be found out."""
    notes: tuple[str, ...] = ()


def kept(lines: Iterable[str], key: bytes | None, *, mixed: bool = False) -> Kept:
    """The checkpoints of some lines. `mixed` lets other lines stand among them, as in the file of a syslog daemon."""
    good: list[Checkpoint] = []
    strange = unchecked = 0
    for one in checkpoint.read(lines):
        if isinstance(one, Stray):
            if not mixed:
                return Kept(
                    good=tuple(good), breach=Breach(sequence=0, why=f"line {one.line} of the checkpoints is none")
                )
        elif key is None:
            unchecked += 1
        elif one.key != checkpoint.name_of(key):
            strange += 1
        elif not checkpoint.genuine(one, key):
            why = f"the checkpoint of entry {one.sequence} is not as it was made: somebody edited it"
            return Kept(good=tuple(good), breach=Breach(sequence=one.sequence, why=why))
        else:
            good.append(one)
    return Kept(good=tuple(good), strange=strange, unchecked=unchecked)


def anchored(database: Database) -> int:
    """Up to where the database says it is anchored. To be asked before checkpoints are read: others go on writing."""
    with database.read() as connection:
        return int(connection.execute(select(database.tables["audit_head"].c.anchored)).scalar() or 0)


def verify(
    database: Database | None, found: Kept, *, files: Sequence[Path] = (), progress: Progress | None = None
) -> Verified:
    """Look at every entry: those of the files first, which rotation or `export` wrote, then those of the database.

    Nothing is held in memory but a few rows and the checkpoints. Raises CannotRecord where it cannot be read.
    """
    anchors, disputed = _anchors(found.good)
    if database is None:
        walked = chain.follow(_told(_lines(files), 0, progress), anchors)
        return _concluded(walked, None, found, disputed)
    with database.read() as connection:
        head = connection.execute(select(database.tables["audit_head"])).one_or_none()
        table = database.tables["audit"]
        ends = connection.execute(select(func.min(table.c.sequence), func.max(table.c.sequence))).one()
        total = ends[1] - ends[0] + 1 if ends[0] else 0  # to count them would take as long as reading them
        kept_rows = rows(connection, table)
        walked = chain.follow(_told(_joined(_lines(files), kept_rows), total, progress), anchors)
    stands = Link(sequence=head.sequence, hash=head.hash) if head else Link()
    return _concluded(walked, stands, found, disputed)


def _anchors(good: Sequence[Checkpoint]) -> tuple[dict[int, str], Breach | None]:
    """Number → hash; and the first number that two checkpoints dispute."""
    anchors: dict[int, str] = {}
    for one in sorted(good, key=lambda one: (one.sequence, one.time)):
        if anchors.setdefault(one.sequence, one.hash) != one.hash:
            why = (
                f"two checkpoints name different entries {one.sequence}: the record was written anew between them, "
                "or another database was anchored with the same key"
            )
            return anchors, Breach(sequence=one.sequence, since=1, why=why)
    return anchors, None


def _lines(files: Sequence[Path]) -> Iterator[Columns]:
    number = 0
    for file in files:
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                for line in iter(partial(lines.readline, _LONGEST), ""):
                    columns = parsed(line, number + 1)
                    number = columns[0]
                    yield columns
        except OSError as exc:
            raise CannotRecord(
                f"{file} cannot be read: {exc.strerror}", advice="name the files of the rotation"
            ) from exc


def _joined(first: Iterable[Columns], then: Iterable[Columns]) -> Iterator[Columns]:
    """Files and database, without what stands in both: a rotation may have written the file and then ended."""
    last = 0
    for columns in first:
        last = columns[0]
        yield columns
    yield from (columns for columns in then if columns[0] > last) if last else then


def _told(columns: Iterable[Columns], total: int, progress: Progress | None) -> Iterator[Columns]:
    if progress is None:
        yield from columns
        return
    for number, one in enumerate(columns, 1):
        yield one
        if not number % _TELL:
            progress(number, max(total, number))


def _concluded(walked: Walked, stands: Link | None, found: Kept, disputed: Breach | None) -> Verified:
    last = max((one.sequence for one in found.good), default=0)
    breaches = [disputed, found.breach, walked.breach]
    if walked.breach is None:
        breaches += [_cut(walked.end, last), _headed(walked.end, stands) if stands else None]
    first = min((one for one in breaches if one), key=lambda one: one.sequence, default=None)
    proven_at = max((one.time for one in found.good if one.sequence == walked.proven), default=0)
    return Verified(
        walked=walked,
        breach=first,
        proven_at=proven_at,
        doubts=tuple(_doubts(found, last)),
        notes=tuple(_notes(walked, found)),
    )


def _cut(end: Link, anchored: int) -> Breach | None:
    if anchored <= end.sequence:
        return None
    why = f"entries {end.sequence + 1} to {anchored} are missing: a checkpoint of entry {anchored} was kept"
    return Breach(sequence=end.sequence + 1, why=why)


def _headed(end: Link, head: Link) -> Breach | None:
    if head.sequence > end.sequence:
        return Breach(
            sequence=end.sequence + 1, why=f"entries {end.sequence + 1} to {head.sequence} are missing at the end"
        )
    if head.sequence < end.sequence:
        return Breach(
            sequence=head.sequence + 1, why=f"entry {head.sequence + 1} was put behind the last one, {head.sequence}"
        )
    if head.hash != end.hash:
        return Breach(
            sequence=end.sequence,
            why=f"entry {end.sequence} is not the last one that was written, or the head was edited",
        )
    return None


def _doubts(found: Kept, last: int) -> Iterator[str]:
    if found.missing:
        yield found.missing
    if found.unchecked:
        yield f"{found.unchecked} checkpoints could not be checked: the key of the audit is not here"
    elif found.anchored > last and not found.missing:
        found_one = f"the newest checkpoint that was found is of entry {last}" if last else "no checkpoint was found"
        yield f"entry {found.anchored} was anchored, and {found_one}: name the place where it is"


def _notes(walked: Walked, found: Kept) -> Iterator[str]:
    if walked.start.sequence and not walked.breach:
        gone = f"entries 1 to {walked.start.sequence} were rotated into files"
        yield f"{gone} and not looked at: name the files to verify them as well"
    if found.strange:
        yield f"{found.strange} checkpoints were made with another key and prove nothing here"
