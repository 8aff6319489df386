"""The switch that stops everything, or one session, in every process that shares the database, until it is lifted."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import delete, insert, select

from sealskill.model.database import Database
from sealskill.model.record import Category, Record, Recorder
from sealskill.model.value import Value

ALL = ""
"""The session that is every session."""


class Stop(Value):
    """One stop that stands."""

    session: str
    """"" for everything."""
    why: str
    by: str
    at: float


class Stops:
    """The stops of one database. Each is recorded in the audit in the transaction that sets or lifts it."""

    def __init__(self, database: Database, recorder: Recorder, clock: Callable[[], float] = time.time) -> None:
        self._database, self._recorder, self._clock = database, recorder, clock
        self._table = database.tables["stops"]

    def why(self, sessions: tuple[str, ...]) -> str:
        """Why one of these sessions is stopped; "" while none is. Raises CannotRecord."""
        wanted = self._table.c.session.in_((ALL, *sessions))
        with self._database.read() as connection:
            found = connection.execute(select(self._table).where(wanted).order_by(self._table.c.at)).first()
        return f"{found.why} (by {found.by})" if found is not None else ""

    def all(self) -> tuple[Stop, ...]:
        """Every stop that stands, the oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(select(self._table).order_by(self._table.c.at)).all()
        return tuple(Stop(session=row.session, why=row.why, by=row.by, at=row.at) for row in rows)

    def stop(self, session: str, why: str, by: str) -> None:
        """Stop a session, or everything where it is "". Raises CannotRecord, and then nothing is stopped."""
        with self._database.begin() as connection:
            connection.execute(delete(self._table).where(self._table.c.session == session))
            connection.execute(insert(self._table).values(session=session, why=why, by=by, at=self._clock()))
            self._recorder.append_in(connection, _said("session.stopped", session, by, why))

    def opened(self, session: str) -> bool:
        """Whether a session of that id is in the audit: a stop of none is a slip of the hand, and stops nobody."""
        audit = self._database.tables["audit"]
        found = select(audit.c.sequence).where(audit.c.session == session, audit.c.action == "session.opened").limit(1)
        with self._database.read() as connection:
            return connection.execute(found).first() is not None

    def lift(self, session: str, by: str) -> bool:
        """Let calls through again; whether there was anything to lift."""
        with self._database.begin() as connection:
            gone = connection.execute(delete(self._table).where(self._table.c.session == session)).rowcount > 0
            if gone:
                self._recorder.append_in(connection, _said("session.lifted", session, by, ""))
        return gone


def _said(action: str, session: str, by: str, why: str) -> Record:
    return Record(
        action=action, category=Category.SECURITY, actor=by, session=session, reasons=(why,) if why else (),
        detail={} if session else {"all": True},
    )  # fmt: skip
