"""The database as rooms see it: handed in, never opened by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # `list`, `check`, `prompt` and `scan` share these values and never import the database
    from sqlalchemy import Connection, Table


class Database(Protocol):
    """Where changes, grants, people and the audit stand. Whatever fails in it is `CannotRecord`."""

    @property
    def tables(self) -> Mapping[str, Table]:
        """Every table, by name."""
        ...

    def begin(self) -> AbstractContextManager[Connection]:
        """A transaction that writes. Only one is under way at a time; it ends when the block does, kept or undone."""
        ...

    def read(self) -> AbstractContextManager[Connection]:
        """A transaction that only reads, and sees one moment."""
        ...

    def after(self, connection: Connection, act: Callable[[], None]) -> None:
        """Do something once the transaction of this connection is kept, and never when it is undone."""
        ...
