"""What every approver keeps to, so that one of them is only who is asked and what they said.

1. A remembered answer to exactly this question is one.
2. So is a slip that was approved meanwhile.
3. Where nobody could answer, nothing is asked.
4. The question is written down before anybody sees it.
5. Whatever comes back, and whatever fails, is NOBODY unless people said yes.
6. What they said is written down.
7. A yes is redeemed, once.
"""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from sealskill.approve.changes import Changes
from sealskill.approve.memory import Memory
from sealskill.approve.people import Login, People
from sealskill.errors import Conflict, NotFound, Refused, UsageError
from sealskill.model.change import Change, State
from sealskill.model.decision import Ruling
from sealskill.model.question import Answer, Ending, Question
from sealskill.model.value import Value

_ADD = "register people with `sealskill people add NAME` at a terminal"
_ENDINGS = {
    State.REJECTED: Ending.REJECTED,
    State.EXPIRED: Ending.EXPIRED,
    State.CANCELLED: Ending.CANCELLED,
    State.PENDING: Ending.WAITING,
    State.APPROVED_ONCE: Ending.WAITING,
}


class Reply(Value):
    """What an approver brings back. Without a login or a host that vouches, a yes is none."""

    ending: Ending
    logins: tuple[Login, ...] = ()
    """The people who said yes, each just logged in."""
    host: str = ""
    """The host that answers for the session's own person."""
    by: str = ""
    """Who said no."""
    reason: str = ""
    remember: bool = False


class Room(Value):
    """What an approver needs: changes, people and what is remembered, of one database."""

    changes: Changes
    people: People
    memory: Memory


class Asking:
    """An approver. One of its own kind writes `_put`, and `missing` where there may be nobody to be asked."""

    needs_people = True
    """Whether a confirmation takes somebody who is registered."""

    def __init__(self, room: Room) -> None:
        self._room = room
        # Weakly: a lock is there for as long as somebody waits for it or holds it.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def ask(self, question: Question) -> Answer:
        """Ask, and wait for what becomes of it. Raises CannotRecord where it cannot be written down.

        Calls that are alike to the letter are asked about one after another: a yes is good for one of them.
        """
        turn = self._turns.setdefault(question.bound.digest, asyncio.Lock())
        async with turn:
            return await self._ask(question)

    async def _ask(self, question: Question) -> Answer:
        found = await asyncio.to_thread(self._known, question)
        if isinstance(found, Answer):
            return found
        try:
            reply = await self._put(found)
        except asyncio.CancelledError:
            await asyncio.shield(asyncio.to_thread(self._taken_back, found))
            raise
        except Exception as exc:  # noqa: BLE001  whoever cannot be asked has said nothing, and never yes
            reply = Reply(ending=Ending.NOBODY, reason=f"whoever was asked failed: {type(exc).__name__}")
        return await asyncio.to_thread(self._answered, question, found, reply)

    async def _put(self, change: Change) -> Reply:
        """Ask somebody. Whatever it raises is taken for nobody."""
        raise NotImplementedError

    def missing(self) -> str:
        """Why nobody can be asked here, now; "" where somebody can."""
        return ""

    def _known(self, question: Question) -> Answer | Change:
        """The answer, where there is one already or can be none; else the question, written down."""
        if held := self._room.memory.holds(question):
            return Answer(ending=Ending.APPROVED, by=(held.by,), reason=f"remembered as {held.id}")
        if taken := self._room.changes.redeem(question):
            return _approved(taken)
        if nobody := self._nobody(question):
            return nobody
        try:
            change = self._room.changes.put(question)
            # Somebody may have said yes since the slips were looked at.
            taken = self._room.changes.redeem(question) if change.state is State.APPROVED else None
            return _approved(taken) if taken else change
        except (Conflict, UsageError) as exc:
            return Answer(ending=Ending.NOBODY, reason=str(exc), advice=exc.advice)

    def _nobody(self, question: Question) -> Answer | None:
        """The answer where there is nobody to be asked, or not enough people."""
        standing = self._room.people.standing()
        others = [name for name in standing if name != question.bound.requester.casefold()]
        if question.ruling is Ruling.DUAL_SIGN and len(others) < 2:
            who = question.bound.requester or "whoever asks"
            said = f"two people beside {who} have to sign, and there are {len(others)}"
            return Answer(ending=Ending.NOBODY, reason=said, advice=_ADD)
        if self.needs_people and not standing:
            return Answer(ending=Ending.NOBODY, reason="nobody is registered who could be asked", advice=_ADD)
        if why := self.missing():
            return Answer(ending=Ending.NOBODY, reason=why, advice=_LATER)
        return None

    def _answered(self, question: Question, change: Change, reply: Reply) -> Answer:
        """Write down what was said, and take the slip if it was yes."""
        try:
            self._said(change, reply)
        except (Conflict, Refused, NotFound) as exc:
            return self._as_it_is(change, str(exc), exc.advice)
        if reply.ending is Ending.NOBODY:
            return Answer(ending=Ending.NOBODY, reason=reply.reason, advice=_LATER, change=change.id)
        if reply.ending is not Ending.APPROVED:
            return self._as_it_is(change, reply.reason, "")
        if reply.remember and len(reply.logins) == 1:
            self._room.memory.keep(self._room.changes.find(change.id), reply.logins[0])
        taken = self._room.changes.redeem(question)
        return _approved(taken) if taken else self._as_it_is(change, "it was redeemed by another", "")

    def _said(self, change: Change, reply: Reply) -> None:
        match reply.ending:
            case Ending.APPROVED if reply.host and not reply.logins:
                self._room.changes.vouch(change.id, reply.host)
            case Ending.APPROVED:
                for login in reply.logins:
                    self._room.changes.approve(change.id, login)
            case Ending.REJECTED:
                self._room.changes.reject(change.id, reply.by or "whoever was asked", reply.reason)
            case Ending.NOBODY | Ending.CANCELLED:
                self._room.changes.cancel(change.id, "system", reply.reason)
            case Ending.WAITING | Ending.EXPIRED:
                pass  # time does the rest

    def _as_it_is(self, change: Change, reason: str, advice: str) -> Answer:
        now = self._room.changes.find(change.id)
        ending = _ENDINGS.get(now.state, Ending.NOBODY)
        session = now.question.bound.session
        waits = f"somebody has to run `sealskill approvals approve {now.id}`; then call it again in session {session}"
        advice = waits if ending is Ending.WAITING else advice
        if now.state is State.APPROVED_ONCE and not now.reason:
            reason = "one more person has to sign"
        return Answer(ending=ending, by=now.signed, reason=now.reason or reason, advice=advice, change=now.id)

    def _taken_back(self, change: Change) -> None:
        try:
            self._room.changes.cancel(change.id, "system", "whoever asked went away")
        except Conflict:
            pass  # it was decided in that very moment; a slip that nobody redeems expires


_LATER = "use the queue: somebody else answers it with `sealskill approvals`"


def _approved(taken: Change) -> Answer:
    return Answer(ending=Ending.APPROVED, by=taken.signed, change=taken.id)
