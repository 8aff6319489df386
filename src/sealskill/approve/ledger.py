"""Where changes are kept: found, moved on by time, brought to their next state, each with its entry in the audit."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from sqlalchemy import Connection

from sealskill.approve import state
from sealskill.approve.rows import Rows
from sealskill.errors import NotFound
from sealskill.model.change import Change, State
from sealskill.model.database import Database
from sealskill.model.question import Kind
from sealskill.model.record import Category, Record, Recorder

KEPT_SECONDS = 30 * 24 * 3600
"""How long a call that was asked about is kept with its arguments, once it came to an end."""


class Ledger:
    """The changes of one database, in the transaction that is given."""

    def __init__(self, database: Database, recorder: Recorder, clock: Callable[[], float]) -> None:
        self._recorder, self._clock, self.rows = recorder, clock, Rows(database)

    def withdraw(self, connection: Connection, change: Change, by: str, reason: str) -> None:
        """Take a change back that nothing came of yet."""
        then = State.CANCELLED if state.is_open(change.state) else State.REVOKED
        self.move(connection, change, then, by, ended_by=by, reason=reason)

    def sweep(self, connection: Connection) -> None:
        """Let time do its part."""
        now = self._clock()
        for change in self.rows.due(connection, now):
            self.move(connection, change, state.at(change, now), "system")
        self.rows.forget(connection, now - KEPT_SECONDS)

    def as_it_stands(self, change: Change) -> Change:
        """A change as it stands at this moment, whether anybody came by or not."""
        return replace(change, state=state.at(change, self._clock()))

    def known(self, connection: Connection, id: str) -> Change:
        """One change. Raises NotFound."""
        found = self.rows.find(connection, id)
        if found is None:
            raise NotFound(f"there is no change {id!r}", advice="`sealskill approvals list` shows them")
        return found

    def move(self, connection: Connection, change: Change, then: State, actor: str, **values: object) -> Change:
        """Bring a change to another state, and write that down. Raises Conflict if it is not where it was."""
        moved = self.rows.move(connection, change, then, **values)
        self.note(connection, moved, then.value, actor)
        return moved

    def note(self, connection: Connection, change: Change, what: str, actor: str, reason: str = "") -> None:
        """Write down what befell a change."""
        question, bound = change.question, change.question.bound
        category = Category.CALL if bound.kind is Kind.CALL and what != "refused" else Category.SECURITY
        told = {
            "change": change.id,
            "digest": bound.digest,
            "signed": list(change.signed),
            "reason": reason or change.reason,
        }
        record = Record(
            action=f"approval.{what}", category=category, actor=actor, session=bound.session, seal=bound.seal,
            tool=bound.tool, arguments=bound.arguments, decision=question.ruling, reasons=question.reasons,
            answer=what, detail=told,
        )  # fmt: skip
        self._recorder.append_in(connection, record)
