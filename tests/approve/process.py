"""One process at the counter: `python -m tests.approve.process PLACE NOW POINT ACT [ID]`.

It says `ready`, waits for a line, acts, and says what came of it. At POINT it says `here` and waits for another line that
need not come. A point is an action of the audit (`grant.added`: inside the transaction that records it), or `begin:2`,
before the second transaction of the act.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection
from tests.approve.ground import Desk, question

from sealskill.audit.log import Log
from sealskill.audit.words import Spelling
from sealskill.errors import Error
from sealskill.model.decision import Ruling
from sealskill.model.record import Record
from sealskill.store import database


def stop() -> None:
    print("here", flush=True)
    input()


class Stopping:
    """A database that stops before one of its transactions, and an audit that stops at one of its entries."""

    def __init__(self, place: str, point: str) -> None:
        self.inner = database.open(place)
        self.log = Log(self.inner, Spelling(key=b"k" * 32))
        self.point, self.begun, self.armed = point, 0, False

    @property
    def tables(self) -> Any:
        return self.inner.tables

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        self.begun += self.armed
        if self.armed and self.point == f"begin:{self.begun}":
            stop()
        with self.inner.begin() as connection:
            yield connection

    def read(self) -> Any:
        return self.inner.read()

    def after(self, connection: Connection, act: Any) -> None:
        self.inner.after(connection, act)

    def append_in(self, connection: Connection, record: Record) -> int:
        number = self.log.append_in(connection, record)
        if self.armed and record.action == self.point:
            stop()
        return number


def act(desk: Desk, what: str, id: str) -> str:
    verb, _, name = what.partition(":")
    login = desk.login(name) if name else None
    desk.database.armed = True
    print("ready", flush=True)
    input()
    match verb:
        case "approve":
            return str(desk.changes.approve(id, login).state)
        case "revoke":
            return str(desk.changes.revoke(id, login).state)
        case "reject":
            return str(desk.changes.reject(id, "a reviewer").state)
        case "redeem":
            return "taken" if desk.changes.redeem(question()) else "none"
        case "redeem2":
            return "taken" if desk.changes.redeem(question(Ruling.DUAL_SIGN)) else "none"
        case "put":
            return desk.changes.put(question()).id
        case _:
            desk.changes.sweep()
            return "swept"


def main(place: str, now: str, point: str, what: str, id: str = "") -> None:
    stopping = Stopping(place, point)
    desk = Desk(stopping, recorder=stopping)
    desk.now = float(now)
    try:
        said = act(desk, what, id)
    except Error as exc:
        said = type(exc).__name__
    print(said, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
