"""A host application that asks in its own way.

It speaks for the session's own person, whom it knows: an `Answer` that says APPROVED confirms in that person's name. It
speaks for nobody else: where two have to sign it hands over `Signed`, two logins that `People.login` made in this
process, of people who are registered. Whatever else it returns, and whatever it raises, is nobody. A
plain function is called on a thread of its own; one that wants the loop is a coroutine.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from sealskill.approve.asking import Asking, Reply, Room
from sealskill.approve.people import Login
from sealskill.model.change import Change
from sealskill.model.question import Answer, Ending, Question
from sealskill.model.value import Value


class Signed(Value):
    """The yes of people who have just logged in."""

    logins: tuple[Login, ...]
    remember: bool = False


Asked = Callable[[Question], Any | Awaitable[Any]]


class Callback(Asking):
    """The approver that calls a function of the host; of an approver of its own, that is `ask`."""

    needs_people = False

    def __init__(self, room: Room, host: Asked, name: str = "the host") -> None:
        super().__init__(room)
        self._host, self._name = host, name

    async def _put(self, change: Change) -> Reply:
        if inspect.iscoroutinefunction(self._host):
            return self._meant(await self._host(change.question))
        # A plain function may wait for a person, and who waits holds up neither other calls nor a stop.
        said = await asyncio.to_thread(self._host, change.question)
        return self._meant(await said if inspect.isawaitable(said) else said)

    def _meant(self, said: object) -> Reply:
        # By its very type: a host's own class that looks like an answer was not made to be one.
        if type(said) is Signed:
            return Reply(ending=Ending.APPROVED, logins=said.logins, remember=said.remember)
        if type(said) is not Answer:
            return Reply(ending=Ending.NOBODY, reason="whoever was asked gave no answer")
        if said.ending is Ending.APPROVED:
            return Reply(ending=Ending.APPROVED, host=self._name)
        return Reply(ending=said.ending, by=self._name, reason=said.reason)
