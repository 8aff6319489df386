"""Answers that are remembered: to exactly this question again, for thirty days, until somebody revokes them.

They are bound to everything a question is bound to but the session and the policy, which is decided anew each time. A
person may leave single arguments open, never those of a command; nothing dangerous is ever remembered.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update

from sealskill.approve.people import Login, People
from sealskill.errors import NotFound, Refused
from sealskill.model.change import Change
from sealskill.model.database import Database
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Bound, Kind, Question, digest_of
from sealskill.model.record import Category, Record, Recorder
from sealskill.model.value import Value

KEEP_SECONDS = 30 * 24 * 3600
_COMMANDS = frozenset({"exec", "process"})
"""Tools whose arguments are a program: one left open is any program."""


class Kept(Value):
    """One answer that is remembered."""

    id: str
    tool: str
    persona: str
    seal: str
    requester: str
    arguments: Mapping[str, Any]
    """Without those that were left open."""
    open: tuple[str, ...]
    """Names of the arguments that may be anything."""
    by: str
    at: float
    expires: float
    revoked: float | None = None


def fault(question: Question, open: tuple[str, ...] = ()) -> str:
    """Why an answer to this question is not remembered; "" if it may be."""
    bound = question.bound
    if bound.kind is not Kind.CALL or question.ruling is not Ruling.CONFIRM:
        return "only a confirmation of a call is remembered"
    if question.tool_class is ToolClass.DANGEROUS:
        return "what is dangerous is asked each time"
    if not question.listed:
        return "it is not among the allowed-tools of a skill that is active"
    if open and bound.tool in _COMMANDS:
        return f"no argument of {bound.tool} is left open"
    if stray := [name for name in open if name not in bound.arguments]:
        return f"there is no argument {stray[0]!r}"
    return "" if len(open) < len(bound.arguments) or not open else "not every argument can be left open"


class Memory:
    """The remembered answers of one database."""

    def __init__(self, database: Database, recorder: Recorder, clock: Callable[[], float], people: People) -> None:
        self._database, self._recorder, self._clock, self._people = database, recorder, clock, people
        self._table = database.tables["remembered"]

    def keep(self, change: Change, by: Login, open: tuple[str, ...] = ()) -> str:
        """Remember a person's yes to a change; its id. Raises Refused for what is never remembered."""
        question, open = change.question, tuple(sorted(set(open)))
        if why := fault(question, open):
            raise Refused(why)
        if by.name not in change.signed:
            raise Refused(f"{by.name} did not say yes to it")
        bound, now, id = question.bound, self._clock(), f"ans_{secrets.token_hex(16)}"
        closed = {name: value for name, value in bound.arguments.items() if name not in open}
        with self._database.begin() as connection:
            actor = self._people.known(connection, by)
            connection.execute(
                insert(self._table).values(
                    id=id, digest=_digest(bound, open), tool=bound.tool, persona=bound.persona, seal=bound.seal,
                    requester=bound.requester, arguments=json.dumps(closed), open=json.dumps(open), by=actor, at=now,
                    expires=now + KEEP_SECONDS, revoked=None,
                )
            )  # fmt: skip
            self._note(connection, "answer.remembered", actor, id, bound)
        return id

    def holds(self, question: Question) -> Kept | None:
        """The remembered yes to this question, if there is one; that it was used is written down."""
        if fault(question):
            return None
        bound, table = question.bound, self._table
        standing = (table.c.tool == bound.tool) & table.c.revoked.is_(None) & (table.c.expires > self._clock())
        with self._database.begin() as connection:
            rows = connection.execute(select(table).where(standing)).all()
            found = next((row for row in rows if _digest(bound, tuple(json.loads(row.open))) == row.digest), None)
            if found is None or found.by not in self._people.names(connection):
                return None
            self._note(connection, "answer.used", bound.requester, found.id, bound)
        return _kept(found)

    def all(self) -> tuple[Kept, ...]:
        """Every answer that still holds, the newest first."""
        table = self._table
        holds = select(table).where(table.c.revoked.is_(None) & (table.c.expires > self._clock()))
        with self._database.read() as connection:
            return tuple(map(_kept, connection.execute(holds.order_by(table.c.at.desc(), table.c.id)).all()))

    def revoke(self, id: str, by: Login | None) -> None:
        """Forget an answer. Raises NotFound for one that does not hold, and Refused without a person."""
        table, now = self._table, self._clock()
        standing = (table.c.id == id) & table.c.revoked.is_(None) & (table.c.expires > now)
        with self._database.begin() as connection:
            actor = self._people.actor(connection, by)
            if connection.execute(update(table).where(standing).values(revoked=now)).rowcount != 1:
                raise NotFound(f"no answer {id!r} is remembered", advice="`sealskill approvals list` shows them")
            self._note(connection, "answer.revoked", actor, id, None)

    def _note(self, connection: Connection, action: str, actor: str, id: str, bound: Bound | None) -> None:
        record = Record(action=action, category=Category.SECURITY, actor=actor, detail={"answer": id})
        if bound:
            record = replace(record, session=bound.session, seal=bound.seal, tool=bound.tool)
        self._recorder.append_in(connection, record)


def _digest(bound: Bound, open: tuple[str, ...]) -> str:
    """What an answer is bound to. An argument that was left open has to be there, and which ones are is part of it."""
    closed = {name: value for name, value in bound.arguments.items() if name not in open}
    there = sorted(set(open) & bound.arguments.keys())
    counting = tuple(sorted(set(bound.counting)))
    return digest_of(
        "answer/1",
        replace(bound, arguments={"open": there, "closed": closed}, counting=counting, session="", policy=""),
    )


def _kept(row: Any) -> Kept:
    return Kept(
        id=row.id, tool=row.tool, persona=row.persona, seal=row.seal, requester=row.requester,
        arguments=json.loads(row.arguments), open=tuple(json.loads(row.open)), by=row.by, at=row.at,
        expires=row.expires, revoked=row.revoked,
    )  # fmt: skip
