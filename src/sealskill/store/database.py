"""The database: changes, grants, people and the audit. SQLite beside our settings, or PostgreSQL by URL.

Everything that goes wrong in it is a CannotRecord, and whoever cannot record does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Table, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from sealskill.errors import CannotRecord
from sealskill.store import engine, private
from sealskill.store.tables import EDITION, HEAD, TABLES

_MIGRATING = 7_235_519_901_246_107
"""The number of the advisory lock of PostgreSQL under which a database is made: any, if it is always the same."""
_AFTER = "sealskill.after"


def open(place: str | Path) -> Database:
    """The database at a path (SQLite) or a URL (`postgresql+pg8000://…`), brought up to date.

    Raises CannotRecord where it cannot be opened, is not ours alone, or was made by a newer version.
    """
    url = engine.address(str(place))
    if url.get_backend_name() == "sqlite":
        private.own(Path(url.database or ""))
    database = Database(url)
    try:
        database.migrate()
    except BaseException:
        database.close()
        raise
    return database


def look(place: str | Path) -> Database:
    """The database that is there, only to be read: none is made, none is changed, and none has to be ours alone.

    Raises CannotRecord where it cannot be read, or was not made by this version.
    """
    url = engine.address(str(place))
    if url.get_backend_name() == "sqlite":
        url = engine.unwritten(url)
    database = Database(url, looking=True)
    try:
        database.expect()
    except BaseException:
        database.close()
        raise
    return database


class Database:
    """One database that stands as this version wants it. Made by `open`."""

    def __init__(self, url: URL, *, looking: bool = False) -> None:
        self.name = url.render_as_string(hide_password=True)
        self._looking = looking
        self._lite = url.get_backend_name() == "sqlite"
        self._engine = engine.engine(url)
        seen = {} if self._lite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = self._engine.execution_options(**seen)
        self._writing = self._engine.execution_options(writing=True)

    @property
    def tables(self) -> Mapping[str, Table]:
        """Every table, by name."""
        return TABLES.tables

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction that writes. Only one is under way at a time, whoever began it."""
        if self._looking:
            raise CannotRecord(f"{self.name} was opened to be looked at", advice="open it to write")
        after: list[Callable[[], None]] = []
        with self._translated(), self._writing.connect() as connection, connection.begin():
            connection.info[_AFTER] = after
            if not self._lite:
                # SQLite locks as a whole. Here all wait for the head, which each of them is going to move anyway:
                # two that lock it last and something else first would wait for each other.
                connection.execute(select(HEAD.c.id).with_for_update())
            yield connection
        for act in after:
            act()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads, and sees one moment."""
        with self._translated(), self._reading.connect() as connection, connection.begin():
            yield connection

    def after(self, connection: Connection, act: Callable[[], None]) -> None:
        """Do something once the transaction of this connection is kept, and never when it is undone."""
        connection.info[_AFTER].append(act)

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def migrate(self) -> None:
        """Bring it up to date. Of several that open it at once one does it, and the others wait."""
        with self._translated():
            if self._edition() == EDITION:
                return
            from sealskill.store import migrations  # late: alembic costs more than everything else here

            with self._writing.connect() as connection, connection.begin():
                if not self._lite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATING})
                try:
                    migrations.migrate(connection)
                except migrations.Newer:
                    raise CannotRecord(
                        f"{self.name} was written by a newer sealskill", advice="use that version, or another database"
                    ) from None

    def expect(self) -> None:
        """Raise CannotRecord where it does not stand as this version wants it."""
        with self._translated():
            if self._edition() != EDITION:
                raise CannotRecord(
                    f"{self.name} is no database of this version", advice="any call that records brings it up to date"
                )

    def _edition(self) -> str | None:
        """Which migration it stands at; None before the first."""
        with self._reading.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
            return str(found[0]) if len(found) == 1 else None

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, OSError) as exc:
            # The statement and its values are left out: they may hold what the arguments of a call held.
            words = str(getattr(exc, "orig", None) or exc).splitlines()[0][:_LONGEST]
            raise CannotRecord(f"{self.name} cannot be used: {words}", advice=_advice(words)) from exc


_LONGEST = 300


def _advice(words: str) -> str:
    for sign, advice in _SIGNS.items():
        if sign in words:
            return advice
    return "look at the database; until it can be written nothing is called"


_SIGNS = {
    "database is locked": "another process has held it for too long: end that one",
    "lock timeout": "another process has held it for too long: end that one",
    "disk": "look at the disk: it is full, or it fails",
    "full": "look at the disk: it is full, or it fails",
    "permission denied": "let the user of database.url write to every table",
    "readonly": "it can only be read: look at the rights of the file and its file system",
    "read-only": "it can only be read: look at the rights of the file and its file system",
    "malformed": "the file is torn: restore it from a backup; `sealskill audit verify` says what is left",
    "not a database": "another file stands in its place: look who put it there",
    "password authentication": "look at user and password in database.url",
    "connect": "is the server running, and database.url right?",
}
