"""The engine of a database: which address it may have, and how every connection is set up."""

from __future__ import annotations

import os
import stat
import weakref
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from sealskill.errors import CannotRecord

PATIENCE_SECONDS = 30
"""How long another writer is waited for. One that holds the database longer has hung: to wait on is to hang, too."""
_SILENCE_SECONDS = 4 * PATIENCE_SECONDS
"""How long a server may say nothing. It has to be longer than the wait for a lock, which the server ends itself."""


def address(place: str) -> URL:
    """The address. SQLite only by a whole path: a database in memory keeps nothing."""
    try:
        url = make_url(place) if "://" in place else URL.create("sqlite+pysqlite", database=place)
    except ArgumentError:
        raise CannotRecord("the address of the database cannot be read", advice=_ADDRESS) from None
    if url.get_backend_name() == "sqlite" and Path(url.database or "").is_absolute():
        return url.set(drivername="sqlite+pysqlite", query={})
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+pg8000") if url.drivername == "postgresql" else url
    raise CannotRecord(f"{url.drivername} is no database that is used here", advice=_ADDRESS)


_ADDRESS = "write an absolute path, or postgresql+pg8000://user@host/name, into database.url"


def unwritten(url: URL) -> URL:
    """The address that opens a file for reading only."""
    file = Path(url.database or "")
    try:
        still = not os.access(file.parent, os.W_OK) and not _filled(file.with_name(f"{file.name}-wal"))
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe would be waited for
            raise CannotRecord(f"{file} is not a regular file", advice="look who put it there")
    except OSError as exc:
        raise CannotRecord(f"{file} cannot be read: {exc.strerror}", advice="is it the right file?") from exc
    # Even a reader writes a file of locks beside it. Where it cannot, and nothing waits in the log, nobody else writes.
    mode = "immutable=1" if still else "mode=ro"
    return url.set(database=f"file:{quote(str(file))}?{mode}", query={"uri": "true"})


def _filled(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def engine(url: URL) -> Engine:
    """An engine whose every commit is on the disk before it returns. Raises CannotRecord without its driver."""
    lite = url.get_backend_name() == "sqlite"
    given: dict[str, Any] = {"connect_args": {"timeout": PATIENCE_SECONDS if lite else _SILENCE_SECONDS}}
    if not lite:
        # A server may be set to another level, at which whoever waited for the head is told to try again.
        given |= {"isolation_level": "READ COMMITTED", "pool_pre_ping": True}
    try:
        made = create_engine(url, hide_parameters=True, **given)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise CannotRecord(
            f"the driver of {url.drivername} is not installed", advice="pip install 'sealskill[postgres]'"
        ) from None
    event.listen(made, "connect", _prepare_lite if lite else _prepare_postgres)
    if lite:
        event.listen(made, "begin", _begin_lite)
    _forget_in_children(made)
    return made


def _prepare_lite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # the module's own transactions begin late and without a lock
    cursor = connection.cursor()
    if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA fullfsync = ON")  # on macOS a sync alone leaves it in the disk's own memory
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA trusted_schema = OFF")
    cursor.close()


def _begin_lite(connection: Connection) -> None:
    # A transaction that reads first and writes later may find that somebody wrote in between: it locks at once.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _prepare_postgres(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("SET synchronous_commit = on")  # a server may be set to answer before anything is on the disk
    cursor.execute(f"SET lock_timeout = '{PATIENCE_SECONDS}s'")
    cursor.close()
    connection.commit()


def _forget_in_children(engine: Engine) -> None:
    """A child that was forked must not use the connections of its parent: both would talk at once."""
    if hasattr(os, "register_at_fork"):
        weak = weakref.ref(engine)

        def forget() -> None:
            if (one := weak()) is not None:
                one.dispose(close=False)

        os.register_at_fork(after_in_child=forget)
