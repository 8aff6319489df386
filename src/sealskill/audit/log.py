"""Writing the audit: the number, the place in the chain and the entry in the transaction of what it records."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Table, bindparam, select

from sealskill.audit import chain, checkpoint
from sealskill.audit.checkpoint import Checkpoint
from sealskill.audit.places import Place
from sealskill.audit.words import Spelling
from sealskill.errors import CannotRecord
from sealskill.model.database import Database
from sealskill.model.record import Record

EVERY = 100
"""Entries between two checkpoints, unless the settings say otherwise."""
_WRITING = "sealskill.audit"
_VERIFY = "run `sealskill audit verify`; then restore the database from a backup, or move it away and begin anew"


class Log:
    """The audit of one database. Every way to write raises CannotRecord, and then nothing may happen."""

    def __init__(
        self,
        database: Database,
        spelling: Spelling,
        *,
        places: Sequence[Place] = (),
        every: int = EVERY,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`places` get a checkpoint after every so many entries, whoever wrote them."""
        self._database = database
        self._spelling = spelling
        self._places = tuple(places)
        self._every = every
        self._clock = clock
        self._noted = database.tables["audit_noted"]
        self._says = _Statements(database.tables["audit"], database.tables["audit_head"])

    def append(self, record: Record) -> int:
        """Write one entry, durably, and return its number."""
        with self._database.begin() as connection:
            return self.append_in(connection, record)

    def append_in(self, connection: Connection, record: Record) -> int:
        """Write one entry in the transaction of the change it records: both are kept, or neither is."""
        # 1. Whoever writes holds the head, so nobody else gets this number.
        head = self._locked(connection)
        # 2. A checkpoint that is owed comes first: what cannot be anchored is not continued.
        anchored = head.anchored
        if _first(connection) and self._owes(head.sequence, anchored):
            anchored = self._anchor(connection, head)
        # 3. The entry, with the hash of the one before it.
        columns = self._columns(record, head.sequence + 1, head.hash)
        connection.execute(self._says.insert, dict(zip(chain.COLUMNS, columns, strict=True)))
        # 4. The head moves along.
        connection.execute(self._says.move, {"to": columns[0], "with": columns[-1]})
        # 5. Once it is kept, and not before: a checkpoint of what was undone would accuse everybody of an edit.
        if self._owes(columns[0], anchored):
            self._database.after(connection, self.anchor)
        return int(columns[0])

    def changed(self, kind: str, found: Mapping[str, tuple[str, Record]]) -> int:
        """Record of some things only what is not as it was recorded last; returns how many that were.

        `found` gives each thing's name, how it stands, and the record that says so. What is gone is not forgotten: when
        it comes back as it was, nothing changed.
        """
        with self._database.read() as connection:
            if not self._news(connection, kind, found):
                return 0
        with self._database.begin() as connection:
            news = self._news(connection, kind, found)
            for name in news:
                value, record = found[name]
                self.append_in(connection, record)
                here = (self._noted.c.kind == kind) & (self._noted.c.name == name)
                connection.execute(self._noted.delete().where(here))
                connection.execute(self._noted.insert().values(kind=kind, name=name, value=value))
        return len(news)

    def anchor(self) -> None:
        """Keep a checkpoint of the newest entry in every second place, unless it is there already."""
        if self._places:
            with self._database.begin() as connection:
                head = self._locked(connection)
                if head.sequence > head.anchored:
                    self._anchor(connection, head)

    def _news(self, connection: Connection, kind: str, found: Mapping[str, tuple[str, Record]]) -> list[str]:
        asked = select(self._noted.c.name, self._noted.c.value).where(self._noted.c.kind == kind)
        known = {row.name: row.value for row in connection.execute(asked)}
        return [name for name, (value, _) in found.items() if known.get(name) != value]

    def _owes(self, sequence: int, anchored: int) -> bool:
        return bool(self._places) and sequence - anchored >= self._every

    def _locked(self, connection: Connection) -> Row[Any]:
        """The head, held until the transaction ends. Raises CannotRecord where it is not the newest entry's."""
        head = connection.execute(self._says.head).one_or_none()
        newest = tuple(connection.execute(self._says.newest).one_or_none() or (0, chain.GENESIS))
        if head is None or head.anchored > head.sequence or (head.sequence, head.hash) != newest:
            raise CannotRecord("the audit does not end where it should: somebody changed it", advice=_VERIFY)
        return head

    def _columns(self, record: Record, number: int, previous: str) -> tuple[Any, ...]:
        try:
            columns = self._spelling.columns(record, number, round(self._clock() * 1e6), previous)
        except (ValueError, TypeError, RecursionError, OverflowError) as exc:
            raise CannotRecord("what is to be recorded cannot be written down", advice="hand over less of it") from exc
        return (*columns, chain.hashed(columns))

    def _anchor(self, connection: Connection, head: Row[Any]) -> int:
        line = checkpoint.line(self._checkpoint(head))
        for put in self._places:
            put(line)
        connection.execute(self._says.anchor, {"to": head.sequence})
        return int(head.sequence)

    def _checkpoint(self, head: Row[Any]) -> Checkpoint:
        return checkpoint.made(head.sequence, head.hash, round(self._clock() * 1e6), self._spelling.key)


class _Statements:
    """What is said to the database for each entry, put together once: that took longer than saying it."""

    def __init__(self, entries: Table, head: Table) -> None:
        self.head = select(head).with_for_update()
        self.newest = select(entries.c.sequence, entries.c.hash).order_by(entries.c.sequence.desc()).limit(1)
        self.insert = entries.insert()
        self.move = head.update().values(sequence=bindparam("to"), hash=bindparam("with"))
        self.anchor = head.update().values(anchored=bindparam("to"))


def _first(connection: Connection) -> bool:
    """Whether this is the first entry of its transaction: only then what the head names is kept already."""
    under_way, seen = connection.get_transaction(), connection.info.get(_WRITING)
    connection.info[_WRITING] = under_way
    return under_way is not seen
