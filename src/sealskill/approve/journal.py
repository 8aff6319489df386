"""What an approved change did, piece by piece, so that revoking undoes all of it and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sqlalchemy import Connection, insert, select, update

from sealskill.errors import Refused
from sealskill.model.change import Change
from sealskill.model.database import Database
from sealskill.model.question import Kind


class Applier(Protocol):
    """How one kind of change is applied and undone, in the transaction it is given."""

    def apply(self, connection: Connection, change: Change, by: tuple[str, ...]) -> tuple[str, ...]:
        """Do all of it; the pieces that were made, by what `undo` knows them. Raises Refused where it may not be."""
        ...

    def undo(self, connection: Connection, piece: str, by: str) -> None:
        """Take one piece back; one that is gone already is no fault."""
        ...


class Journal:
    """The pieces of every change of one database."""

    def __init__(self, database: Database, appliers: Mapping[Kind, Applier]) -> None:
        self._table, self._appliers = database.tables["journal"], appliers

    def apply(self, connection: Connection, change: Change, by: tuple[str, ...]) -> None:
        """Apply a change and write down what it made. Raises Refused where nobody knows how."""
        applier = self._appliers.get(change.question.bound.kind)
        if applier is None:
            raise Refused(f"nothing here applies {change.question.bound.kind}s")
        for number, piece in enumerate(applier.apply(connection, change, by), 1):
            values = {"change": change.id, "number": number, "piece": piece, "undone": False}
            connection.execute(insert(self._table).values(values))

    def undo(self, connection: Connection, change: Change, by: str) -> None:
        """Take back every piece of a change, the last one first."""
        table = self._table
        left = select(table).where((table.c.change == change.id) & table.c.undone.is_(False))
        for row in connection.execute(left.order_by(table.c.number.desc())).all():
            self._appliers[change.question.bound.kind].undo(connection, row.piece, by)
        connection.execute(update(table).where(table.c.change == change.id).values(undone=True))
