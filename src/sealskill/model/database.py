"""The database as rooms see it: two ways to a connection, and nothing of how it is kept."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Database(Protocol):
    """Where changes, grants, people and the audit are kept. Both ways raise `CannotRecord` where it cannot be used."""

    def begin(self) -> AbstractContextManager[Connection]:
        """A transaction that writes: one at a time over all processes, kept whole at its end or not at all."""
        ...

    def read(self) -> AbstractContextManager[Connection]:
        """A connection that only reads, and sees one moment."""
        ...
