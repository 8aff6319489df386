"""Moving old entries into a file. The chain goes on: the first that stays holds the hash of the last that went."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from sqlalchemy import Connection, func, select

from sealskill.audit import chain
from sealskill.audit.chain import Columns
from sealskill.audit.export import jsonl
from sealskill.audit.log import Log
from sealskill.audit.rows import entry, rows
from sealskill.errors import CannotRecord, Conflict
from sealskill.model.database import Database
from sealskill.model.record import Category, Record
from sealskill.model.value import Value


class Segment(Value):
    """Entries that were moved into a file."""

    file: str
    first: int
    last: int
    hash: str
    """Of the last of them."""
    digest: str
    """SHA-256 of the file."""


def rotate(database: Database, log: Log, folder: Path, before: int, actor: str) -> Segment | None:
    """Move the entries older than a moment (microseconds since 1970) into a file, and say so in the audit.

    None where nothing is that old. Raises Conflict where the chain is broken among them: evidence is not moved away.
    """
    # 1. Which ones: whole from the beginning, and never the newest.
    upto = _upto(database, before)
    if not upto:
        return None
    # 2. Write them, followed as `verify` follows them, and have the file on the disk.
    segment = _written(database, folder, upto)
    # 3. Take them out and say so, in one transaction. A crash before it leaves them in both places, and harms nothing.
    with database.begin() as connection:
        _same(connection, database, segment)
        log.append_in(connection, _record(segment, actor))
        table = database.tables["audit"]
        connection.execute(table.delete().where(table.c.sequence <= segment.last))
    # 4. What is gone from here should be proven elsewhere.
    log.anchor()
    return segment


def _upto(database: Database, before: int) -> int:
    table = database.tables["audit"]
    with database.read() as connection:
        young = connection.execute(select(func.min(table.c.sequence)).where(table.c.time >= before)).scalar_one()
        newest = connection.execute(select(func.max(table.c.sequence))).scalar_one() or 0
        oldest = connection.execute(select(func.min(table.c.sequence))).scalar_one() or 0
    upto = min(newest - 1, (young or newest + 1) - 1)
    return upto if upto >= oldest else 0


def _written(database: Database, folder: Path, upto: int) -> Segment:
    fresh = folder / f".audit-{os.getpid()}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as out:
            segment = _filled(database, out, folder, upto)
            out.flush()
            os.fsync(out.fileno())
        _put(fresh, segment)
    except OSError as exc:
        raise CannotRecord(f"{folder} cannot be written: {exc.strerror or exc}", advice="name another folder") from exc
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
    return segment


def _filled(database: Database, out: BinaryIO, folder: Path, upto: int) -> Segment:
    """Write the entries, and follow them on the way."""
    digest = hashlib.sha256()

    def written(found: Iterable[Columns]) -> Iterator[Columns]:
        for columns in found:
            line = jsonl(entry(tuple(columns))).encode() + b"\n"
            out.write(line)
            digest.update(line)
            yield columns

    with database.read() as connection:
        walked = chain.follow(
            written(rows(connection, database.tables["audit"], upto=upto)), {}, _start(connection, database)
        )
    if walked.breach is not None:
        raise Conflict(f"the audit is broken: {walked.breach.why}", advice="run `sealskill audit verify`")
    first, last = walked.start.sequence + 1, walked.end.sequence
    file = folder / f"audit-{first:012}-{last:012}.jsonl"
    return Segment(file=str(file), first=first, last=last, hash=walked.end.hash, digest=f"sha256:{digest.hexdigest()}")


def _start(connection: Connection, database: Database) -> chain.Link:
    """What the oldest entry that is here follows."""
    table = database.tables["audit"]
    asked = select(table.c.sequence, table.c.previous).order_by(table.c.sequence).limit(1)
    number, previous = connection.execute(asked).one()
    return chain.Link(sequence=number - 1, hash=previous)


def _put(fresh: Path, segment: Segment) -> None:
    """Under its own name; one that a rotation left behind which then ended holds the same, or it is not ours."""
    file = Path(segment.file)
    try:
        os.link(fresh, file)
    except FileExistsError:
        with file.open("rb") as there:
            if f"sha256:{hashlib.file_digest(there, 'sha256').hexdigest()}" != segment.digest:
                raise Conflict(f"{file} is there already and holds something else", advice="look what it is") from None
    handle = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(handle)  # the name of a file is not on the disk before its folder is
    finally:
        os.close(handle)


def _same(connection: Connection, database: Database, segment: Segment) -> None:
    table = database.tables["audit"]
    asked = select(table.c.hash).where(table.c.sequence == segment.last)
    if connection.execute(asked).scalar_one_or_none() != segment.hash:
        raise Conflict("somebody else rotated the audit meanwhile", advice="run the same command again")


def _record(segment: Segment, actor: str) -> Record:
    return Record(
        action=chain.ROTATED,
        category=Category.SECURITY,
        actor=actor,
        detail=msgspec.to_builtins(segment),
    )
