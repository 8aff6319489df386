"""A small audit, and the hands of somebody who may write to its database."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import text

from sealskill.audit import chain
from sealskill.audit.log import Log
from sealskill.audit.places import Place
from sealskill.audit.rows import rows
from sealskill.audit.verify import Kept, Verified, anchored, kept, verify
from sealskill.audit.words import Spelling
from sealskill.model.record import Category, Record
from sealskill.store.database import Database

KEY = b"k" * 32
Open = Callable[[], Database]


def record(number: int = 0, **more: Any) -> Record:
    given: dict[str, Any] = {
        "action": "call.decided", "category": Category.CALL, "actor": "ada", "session": "s1", "call": f"c{number}",
        "skill": "pdf", "seal": "sha256:" + "0" * 64, "tool": "write", "arguments": {"path": f"/w/{number}", "n": number},
        "decision": "allow", "reasons": ("the class is mutating",), "answer": "approved", "outcome": "ok",
        "detail": {"number": number},
    }  # fmt: skip
    return Record(**(given | more))


class Kept2nd:
    """The second place: lines in memory."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        self.lines.append(line)

    @property
    def kept(self) -> Kept:
        return kept(self.lines, KEY)


def clock() -> Callable[[], float]:
    """A second later each time it is asked."""
    return map(float, itertools.count(1_700_000_000)).__next__


def audit(database: Database, count: int = 0, *, places: Sequence[Place] = (), every: int = 3, **spelling: Any) -> Log:
    """An audit with so many entries in it."""
    log = Log(database, Spelling(key=KEY, **spelling), places=places, every=every, clock=clock())
    for number in range(1, count + 1):
        log.append(record(number))
    return log


def change(database: Database, sql: str, **values: Any) -> None:
    """What anybody may do who may write to the database."""
    with database.begin() as connection:
        connection.execute(text(sql), values)


def looked(database: Database, second: Kept2nd | None = None) -> Verified:
    told = anchored(database)
    return verify(database, replace(second.kept, anchored=told) if second else Kept())


def all_rows(database: Database) -> list[tuple[Any, ...]]:
    with database.read() as connection:
        return list(rows(connection, database.tables["audit"]))


def rehashed(database: Database, start: int, columns: dict[str, Any]) -> None:
    """Change one entry and write every hash anew from there on, the head's too: the chain agrees with itself again."""
    table = database.tables["audit"]
    previous = None
    for row in all_rows(database):
        given = dict(zip(chain.COLUMNS, row, strict=True))
        if given["sequence"] < start:
            previous = given["hash"]
            continue
        given |= columns if given["sequence"] == start else {}
        given["previous"] = previous or given["previous"]
        given["hash"] = previous = chain.hashed(tuple(given.values())[:-1])
        with database.begin() as connection:
            connection.execute(table.update().where(table.c.sequence == given["sequence"]).values(given))
    change(database, "UPDATE audit_head SET hash = :hash", hash=previous)
