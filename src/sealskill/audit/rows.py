"""Reading the audit, a few rows at a time. A row that cannot be read is a row, too: it hides none behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, select
from sqlalchemy.exc import OperationalError

from sealskill.audit.chain import COLUMNS
from sealskill.model.record import Entry

_AT_ONCE = 4_000
"""Rows in memory."""
TORN = "unreadable"
"""The action of a row that cannot be read; no hash is right for it."""

Row = tuple[Any, ...]


def rows(
    connection: Connection,
    table: Table,
    *,
    after: int | None = None,
    upto: int | None = None,
    where: ColumnElement[bool] | None = None,
) -> Iterator[Row]:
    """Yield the columns of every entry, in order; with `after`, of those with a greater number."""
    order = table.c.sequence
    asked = select(*(table.c[name] for name in COLUMNS)).order_by(order)
    if upto is not None:
        asked = asked.where(order <= upto)
    if where is not None:
        asked = asked.where(where)
    while True:
        rest = asked if after is None else asked.where(order > after)
        found = _few(connection, rest.limit(_AT_ONCE), order)
        yield from found
        if len(found) < _AT_ONCE:
            return
        after = found[-1][0]


def newest(connection: Connection, table: Table, many: int, where: ColumnElement[bool] | None = None) -> Iterator[Row]:
    """Yield so many of the newest entries, in order; 0 is all of them."""
    order = table.c.sequence
    asked = select(order).order_by(order.desc()).limit(1).offset(many - 1)
    first = connection.execute(asked if where is None else asked.where(where)).scalar() if many else None
    return rows(connection, table, after=None if first is None else first - 1, where=where)


def _few(connection: Connection, asked: Any, order: ColumnElement[int]) -> list[Row]:
    try:
        return [tuple(row) for row in connection.execute(asked)]
    except OperationalError as exc:
        if "decode" not in str(exc.orig):
            raise
    # SQLite hands over whatever bytes somebody put into a text: the numbers alone can always be read.
    numbers = connection.execute(asked.with_only_columns(order)).scalars().all()
    return [_one(connection, asked, order, number) for number in numbers]


def _one(connection: Connection, asked: Any, order: ColumnElement[int], number: int) -> Row:
    try:
        return tuple(connection.execute(asked.where(order == number)).one())
    except OperationalError:
        return torn(number)


def torn(number: int) -> Row:
    """What stands for a row that cannot be read."""
    known = {"sequence": number, "time": 0, "action": TORN, "arguments": None, "reasons": "[]", "detail": "{}"}
    return tuple(known.get(name, "") for name in COLUMNS)


def entry(row: Row) -> Entry:
    """A row as a value. Whatever somebody put into a column is text."""
    given = dict(zip(COLUMNS, row, strict=True))
    built: dict[str, Any] = {name: _text(value) for name, value in given.items()}
    built |= {name: _number(given[name]) for name in ("sequence", "time")}
    built["arguments"] = None if given["arguments"] is None else built["arguments"]
    return Entry(**built)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
