"""Changes that last: put, answered, redeemed or applied, and revoked; each step once, and with an entry of the audit.

Every act is one transaction that first lets time do its part, so that a late answer finds an expired question. Who
lost a race is told so by `Conflict`; an id nobody has given out is `NotFound`, whoever decides it beforehand.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from msgspec.structs import replace
from sqlalchemy import Connection

from sealskill.approve import state
from sealskill.approve.journal import Applier, Journal
from sealskill.approve.ledger import Ledger
from sealskill.approve.people import Login, People
from sealskill.approve.rows import plain, text
from sealskill.errors import Conflict, Error, Refused
from sealskill.model.change import Change, State
from sealskill.model.database import Database
from sealskill.model.decision import Ruling
from sealskill.model.question import Kind, Question
from sealskill.model.record import Recorder

EXPIRE_SECONDS = 15 * 60
"""How long an answer is waited for."""
LEASE_SECONDS = 15 * 60
"""How long a run may take that was approved: longer than the longest there is."""
_APPLYING_SECONDS = 60
"""How long an install or a grant may take to be applied."""
_MOST_OPEN = 32
"""Questions of one session that wait at once: nobody reads a flood, they wave it through."""
_ADD = "register people with `sealskill people add NAME` at a terminal"


class Changes:
    """The changes of one database."""

    def __init__(
        self,
        database: Database,
        recorder: Recorder,
        clock: Callable[[], float],
        people: People,
        appliers: Mapping[Kind, Applier] | None = None,
    ) -> None:
        self._database, self._clock, self._people = database, clock, people
        self._ledger, self._journal = Ledger(database, recorder, clock), Journal(database, appliers or {})
        self._owner = secrets.token_hex(8)

    def put(self, question: Question) -> Change:
        """Write a question down, under an id made here; one that already waits, or is a slip, is returned instead.

        Raises Conflict for an id that was given out for another question, and where too many wait.
        """
        with self._database.begin() as connection:
            self._ledger.sweep(connection)
            known = self._ledger.rows.find(connection, question.id) if question.id else None
            if known is not None and known.question.bound.digest != question.bound.digest:
                raise Conflict(f"{question.id} is another question than was asked")
            for alike in self._ledger.rows.alike(connection, question.bound.digest):
                if alike.question.ruling is question.ruling:
                    return alike
                self._ledger.withdraw(connection, alike, "system", "it is decided otherwise now")
            if len(self._ledger.rows.of_session(connection, question.bound.session)) >= _MOST_OPEN:
                raise Conflict("too many questions of this session wait already", advice="have some of them answered")
            return self._put(connection, question)

    def find(self, id: str) -> Change:
        """One change as it stands now. Raises NotFound."""
        with self._database.read() as connection:
            return self._ledger.as_it_stands(self._ledger.known(connection, id))

    def all(self, limit: int = 1000) -> tuple[Change, ...]:
        """The newest changes as they stand now, the newest first."""
        with self._database.read() as connection:
            return tuple(map(self._ledger.as_it_stands, self._ledger.rows.all(connection, limit)))

    def waiting(self, session: str, requester: str) -> tuple[Change, ...]:
        """What one session asked in somebody's name that is open, or a slip, still."""
        with self._database.read() as connection:
            found = map(self._ledger.as_it_stands, self._ledger.rows.of_session(connection, session))
            live = (one for one in found if state.is_open(one.state) or one.state is State.APPROVED)
            return tuple(one for one in live if one.question.bound.requester == requester)

    def approve(self, id: str, by: Login | None) -> Change:
        """Say yes. What is no call is applied at once, whole; a call becomes a slip, and nothing runs.

        None is the owner, who may say yes to grants and installs while nobody is registered.
        Raises NotFound, Conflict for what is decided or late, Refused for who may not.
        """
        return self._signed(id, lambda connection, change: self._who(connection, change, by))

    def vouch(self, id: str, host: str) -> Change:
        """Say yes to a confirmation in the name of the session's own person, for whom the host speaks."""

        def who(connection: Connection, change: Change) -> str:
            if change.question.ruling is not Ruling.CONFIRM or not state.is_slip(change):
                raise Refused("a program cannot sign: that takes people", advice=_ADD)
            return f"{change.question.bound.requester} ({host})"

        return self._signed(id, who)

    def reject(self, id: str, by: str, reason: str = "") -> Change:
        """Say no, whoever says it. Raises NotFound, and Conflict for what is decided or late."""
        return self._ended(id, State.REJECTED, text(by), text(reason))

    def cancel(self, id: str, by: str, reason: str = "") -> Change:
        """Take a question back. Raises as `reject` does."""
        return self._ended(id, State.CANCELLED, text(by), text(reason))

    def redeem(self, question: Question, lease: float = LEASE_SECONDS) -> Change | None:
        """Take the slip of exactly this question, which nobody can do twice; None where there is none.

        Whoever takes it tells `settle` how it ended, within the lease.
        """
        with self._database.begin() as connection:
            self._ledger.sweep(connection)
            for change in self._ledger.rows.alike(connection, question.bound.digest):
                enough = change.question.ruling.strictness >= question.ruling.strictness
                if change.state is State.APPROVED and enough:
                    return self._take(connection, change, lease)
        return None

    def settle(self, id: str, *, went: bool, reason: str = "") -> Change:
        """Say how what was taken ended. Raises Conflict for anybody but who took it, and after the lease."""
        with self._database.begin() as connection:
            self._ledger.sweep(connection)
            change = self._ledger.known(connection, id)
            theirs = change.state is State.APPLYING and change.owner == self._owner
            if theirs:
                change = self._ledger.move(
                    connection, change, State.APPLIED if went else State.FAILED, "system", reason=reason
                )
        if not theirs:
            raise Conflict(f"{id} is {change.state}, and not in our hands")
        return change

    def revoke(self, id: str, by: Login | None, reason: str = "") -> Change:
        """Take everything back that a change gave; a slip is good for nothing from then on.

        Raises NotFound, Refused without a person, and Conflict for what gave nothing.
        """
        with self._database.begin() as connection:
            self._ledger.sweep(connection)
            actor, change = self._people.actor(connection, by), self._ledger.known(connection, id)
            able = state.may(change.state, State.REVOKED)
            if able:
                self._journal.undo(connection, change, actor)
                change = self._ledger.move(
                    connection, change, State.REVOKED, actor, ended_by=actor, reason=text(reason)
                )
        if not able:
            raise Conflict(f"{id} is {change.state}: there is nothing to revoke")
        return change

    def dismiss(self, person: str, by: Login | None) -> None:
        """End a person's right to answer. What they signed and nothing came of yet is taken back with it."""
        with self._database.begin() as connection:
            self._ledger.sweep(connection)
            actor = self._people.actor(connection, by)
            self._people.end(connection, person, actor)
            for change in self._ledger.rows.signed_by(connection, person):
                self._ledger.withdraw(connection, change, actor, f"{person} signed it, who is not registered any more")

    def sweep(self) -> None:
        """Let time do its part: what nobody answered expires, what nobody finished is unknown."""
        with self._database.begin() as connection:
            self._ledger.sweep(connection)

    def _put(self, connection: Connection, question: Question) -> Change:
        now = self._clock()
        ours = replace(plain(question), id=f"chg_{secrets.token_hex(16)}", asked=now, expires=now + EXPIRE_SECONDS)
        change = self._ledger.rows.add(connection, ours)
        self._ledger.note(connection, change, "asked", ours.bound.requester)
        return change

    def _signed(self, id: str, who: Callable[[Connection, Change], str]) -> Change:
        refused: Error | None = None
        with self._database.begin() as connection:
            self._ledger.sweep(connection)
            change = self._ledger.known(connection, id)
            try:
                self._must_be_open(change)
                person = who(connection, change)
            except (Refused, Conflict) as exc:  # the attempt is kept, which an error would undo
                self._ledger.note(connection, change, "refused", "nobody", str(exc))
                refused = exc
            else:
                change = self._sign(connection, change, person)
        if refused:
            raise refused
        return self._apply(change) if change.state is State.APPLYING else change

    def _must_be_open(self, change: Change) -> None:
        if not state.is_open(change.state):
            raise Conflict(f"{change.id} is {change.state} already", advice="whoever wants it still asks again")

    def _who(self, connection: Connection, change: Change, by: Login | None) -> str:
        if by is None and state.is_slip(change):
            raise Refused("only a registered person can answer this", advice=_ADD)
        person = self._people.actor(connection, by)
        if fault := state.barred(change, person):
            raise Refused(fault, advice="another person has to answer")
        return person

    def _sign(self, connection: Connection, change: Change, person: str) -> Change:
        """One signature; with the last one, what is no call is taken in the same transaction: nothing comes between."""
        change = self._ledger.rows.sign(connection, change, person, self._clock())
        change = self._ledger.move(connection, change, state.signed(change), person)
        if change.state is State.APPROVED and not state.is_slip(change):
            return self._take(connection, change, _APPLYING_SECONDS)
        return change

    def _take(self, connection: Connection, change: Change, lease: float) -> Change:
        values = {"owner": self._owner, "lease": self._clock() + lease}
        return self._ledger.move(connection, change, State.APPLYING, "system", **values)

    def _apply(self, change: Change) -> Change:
        """All of it or nothing, in one transaction; what stops it is the reason that is kept."""
        try:
            with self._database.begin() as connection:
                self._ledger.sweep(connection)
                self._journal.apply(connection, change, change.signed)
                return self._ledger.move(connection, change, State.APPLIED, "system")
        except Error as exc:
            self.settle(change.id, went=False, reason=str(exc))
            raise

    def _ended(self, id: str, then: State, by: str, reason: str) -> Change:
        self.sweep()
        with self._database.begin() as connection:
            change = self._ledger.known(connection, id)
            self._must_be_open(self._ledger.as_it_stands(change))
            return self._ledger.move(connection, change, then, by, ended_by=by, reason=reason)
