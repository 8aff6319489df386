"""Changes as rows: read, written, and moved from one state to the next by compare-and-set."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from sealskill.approve import state
from sealskill.errors import Conflict, UsageError
from sealskill.model.change import Change, State
from sealskill.model.database import Database
from sealskill.model.question import Kind, Question

_LONGEST = 1_000_000
"""Bytes of a question. Nobody reads more before saying yes."""
_LIVE = (State.PENDING, State.APPROVED_ONCE, State.APPROVED)


class Rows:
    """The changes of one database and their signatures. Every act happens in the transaction it is given."""

    def __init__(self, database: Database) -> None:
        self.changes, self.signatures = database.tables["changes"], database.tables["signatures"]

    def find(self, connection: Connection, id: str) -> Change | None:
        """One change, as it was last written."""
        return next(iter(self._read(connection, select(self.changes).where(self.changes.c.id == id))), None)

    def alike(self, connection: Connection, digest: str) -> list[Change]:
        """Changes of one digest that somebody may still answer or redeem, the newest first."""
        return self._read(connection, self._live().where(self.changes.c.digest == digest))

    def of_session(self, connection: Connection, session: str) -> list[Change]:
        """Changes of one session that somebody may still answer or redeem."""
        return self._read(connection, self._live().where(self.changes.c.session == session))

    def signed_by(self, connection: Connection, person: str) -> list[Change]:
        """Changes a person said yes to that nothing has come of yet."""
        theirs = select(self.signatures.c.change).where(self.signatures.c.person == person)
        return self._read(connection, self._live().where(self.changes.c.id.in_(theirs)))

    def due(self, connection: Connection, now: float) -> list[Change]:
        """Changes that time has moved on: nobody answered, or nobody said how it ended."""
        table = self.changes
        late = table.c.state.in_(_LIVE) & (table.c.expires <= now)
        lost = (table.c.state == State.APPLYING) & (table.c.lease <= now)
        return self._read(connection, select(table).where(late | lost).order_by(table.c.asked, table.c.id))

    def forget(self, connection: Connection, before: float) -> None:
        """Take away the calls that were asked about before a moment and came to an end; the audit keeps that they were.

        Grants and installs stay: whoever revokes one wants to see what it gave.
        """
        table = self.changes
        ended = table.c.state.not_in((*_LIVE, State.APPLYING)) & (table.c.kind == Kind.CALL) & (table.c.asked < before)
        gone = select(table.c.id).where(ended)
        connection.execute(delete(self.signatures).where(self.signatures.c.change.in_(gone)))
        connection.execute(delete(table).where(ended))

    def all(self, connection: Connection, limit: int) -> list[Change]:
        """The newest changes, the newest first."""
        table = self.changes
        return self._read(connection, select(table).order_by(table.c.asked.desc(), table.c.id).limit(limit))

    def add(self, connection: Connection, question: Question) -> Change:
        """Write a new change down, pending. Raises UsageError for one that is too long to be read."""
        bound, written = question.bound, msgspec.json.encode(question).decode()
        if len(written) > _LONGEST:
            raise UsageError("it is too long for anybody to read before they say yes")
        connection.execute(
            insert(self.changes).values(
                id=question.id, digest=bound.digest, kind=bound.kind, state=State.PENDING, ruling=question.ruling,
                session=bound.session, asked=question.asked, expires=question.expires,
                question=written, ended_by="", reason="", owner="", lease=0.0,
            )
        )  # fmt: skip
        return Change(question=question, state=State.PENDING)

    def move(self, connection: Connection, change: Change, then: State, **values: Any) -> Change:
        """Bring a change from the state it was read in to another. Raises Conflict if it is not there any more."""
        if not state.may(change.state, then):
            raise Conflict(f"{change.id} is {change.state} and cannot become {then}")
        table = self.changes
        here = (table.c.id == change.id) & (table.c.state == change.state) & (table.c.owner == change.owner)
        if connection.execute(update(table).where(here).values(state=then, **values)).rowcount != 1:
            raise Conflict(f"{change.id} was decided in the meantime")
        return msgspec.structs.replace(change, state=then, **values)

    def sign(self, connection: Connection, change: Change, person: str, now: float) -> Change:
        """Write a signature down."""
        number = len(change.signed) + 1
        values = {"change": change.id, "number": number, "person": person, "at": now}
        connection.execute(insert(self.signatures).values(values))
        return msgspec.structs.replace(change, signed=(*change.signed, person))

    def _live(self) -> Select[Any]:
        table = self.changes
        return select(table).where(table.c.state.in_(_LIVE)).order_by(table.c.asked.desc(), table.c.id)

    def _read(self, connection: Connection, query: Select[Any]) -> list[Change]:
        rows = connection.execute(query).all()
        signed = self._signed(connection, [row.id for row in rows])
        return [_change(row, signed.get(row.id, ())) for row in rows]

    def _signed(self, connection: Connection, ids: list[str]) -> dict[str, tuple[str, ...]]:
        table, found = self.signatures, dict[str, tuple[str, ...]]()
        query = select(table).where(table.c.change.in_(ids)).order_by(table.c.change, table.c.number)
        for row in connection.execute(query) if ids else ():
            found[row.change] = (*found.get(row.change, ()), row.person)
        return found


def _change(row: Row[Any], signed: tuple[str, ...]) -> Change:
    return Change(
        question=msgspec.json.decode(row.question, type=Question), state=State(row.state), signed=signed,
        ended_by=row.ended_by, reason=row.reason, owner=row.owner, lease=row.lease,
    )  # fmt: skip


def text(given: str) -> str:
    """Text that every database takes: without NUL and halves of characters."""
    return given.replace("\0", "\\x00").encode("utf-8", "backslashreplace").decode()


def plain(question: Question) -> Question:
    """The question in text that every database takes; what an answer is bound to is left as it is."""
    lines = {name: tuple(map(text, getattr(question, name))) for name in ("reasons", "touching")}
    return msgspec.structs.replace(question, summary=text(question.summary), diff=text(question.diff), **lines)
