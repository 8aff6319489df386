"""Packages are put before the judge: read, asked about, several at once, each answer kept as soon as it is there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from sealskill.model.opinion import Opinion, Reply
from sealskill.model.report import Unread
from sealskill.model.settings import JudgeSettings
from sealskill.read import whole
from sealskill.scan.judge import answer, question
from sealskill.scan.judge.question import Prepared
from sealskill.scan.judge.words import PROMPT
from sealskill.session.opinions import Case, cost

if TYPE_CHECKING:
    from sealskill.endpoint.client import Client

_GIVE_UP = 8
"""Calls in a row without an answer after which no other is made: something is wrong that asking will not mend."""
_NAMED = 3
"""Files that were not shown, named in one line."""


Told = Callable[[Case, Opinion], None]


class Hearing:
    """One run of questions. Where an endpoint is hopeless, the rest is not sent, and fails with the same words."""

    def __init__(self, settings: JudgeSettings, told: Told) -> None:
        self._settings = settings
        self._told = told
        self._over = ""
        self._failures = 0

    async def hear(self, client: Client, cases: Sequence[Case]) -> list[Opinion]:
        """An opinion on each package, in order. Cancelled, it ends every call; what was answered has been told."""
        found: dict[int, Opinion] = {}
        numbers = iter(range(len(cases)))

        async def work() -> None:
            for number in numbers:  # one iterator for all: whoever is free takes the next
                found[number] = await self._guarded(client, cases[number])
                self._told(cases[number], found[number])

        async with client, asyncio.TaskGroup() as group:
            for _ in range(min(self._settings.concurrency, len(cases))):
                group.create_task(work())
        return [found[number] for number in range(len(cases))]

    async def _guarded(self, client: Client, case: Case) -> Opinion:
        try:
            return await self._one(client, case)
        except Exception as exc:  # noqa: BLE001  whatever it was, this package was not judged and the next one can be
            return self._failed(f"{type(exc).__name__}: {exc}")

    async def _one(self, client: Client, case: Case) -> Opinion:
        if self._over:
            return self._failed(self._over)
        prepared = await asyncio.to_thread(_prepared, case, self._settings.max_chars)
        if isinstance(prepared, str):
            return self._failed(prepared)
        if not prepared.shown:
            return self._failed("there is nothing in it that it could be shown", unread=prepared.unread)
        reply = await client.ask(prepared.question)
        self._note(reply)
        return self._opinion(reply, prepared)

    def _note(self, reply: Reply) -> None:
        self._failures = self._failures + 1 if reply.failed and not reply.refused else 0
        if reply.hopeless:
            self._over = f"not asked any more: {reply.failed}"
        elif self._failures >= _GIVE_UP:
            self._over = f"not asked any more after {self._failures} failures: {reply.failed}"

    def _opinion(self, reply: Reply, prepared: Prepared) -> Opinion:
        """What a reply is worth, with what it cost, whatever it is worth."""
        sent, answered = reply.input_tokens, reply.output_tokens
        return msgspec.structs.replace(
            self._read(reply, prepared), unread=prepared.unread, input_tokens=sent, output_tokens=answered,
            cost=cost(self._settings, sent, answered),
        )  # fmt: skip

    def _read(self, reply: Reply, prepared: Prepared) -> Opinion:
        if reply.refused:
            said = self._failed(f"it would not answer: {reply.failed}")
            return msgspec.structs.replace(said, failed=False, refused=True)
        if reply.failed:
            return self._failed(reply.failed)
        try:
            given = answer.read(reply.text, prepared.shown)
        except answer.BadAnswer as exc:
            return self._failed(str(exc))
        whole = not prepared.unread
        return Opinion(
            model=self._settings.model, prompt=PROMPT, failed=not whole, purpose=given.purpose, facts=given.facts,
            # Half a package of which nothing bad is known is not a good package.
            verdict=given.verdict if whole or given.verdict != "none" else None,
            why=given.why if whole else f"{_not_read(prepared.unread)}; of the rest it says: {given.why}",
            findings=given.findings, discarded=given.discarded,
        )  # fmt: skip

    def _failed(self, why: str, unread: tuple[Unread, ...] = ()) -> Opinion:
        return Opinion(model=self._settings.model, prompt=PROMPT, failed=True, why=answer.spoken(why), unread=unread)


def _prepared(case: Case, max_chars: int) -> Prepared | str:
    """The question about a package, or why there is none. What is never sealed is in no session: nobody asks of it."""
    sealed = msgspec.structs.replace(case.subject.tree, loose=())
    read = whole.read(msgspec.structs.replace(case.subject, tree=sealed))
    if case.seal is not None and read.seal != case.seal:
        return "it changed since it was scanned"
    return question.prepare(read.contents, secrets.token_hex(16), max_chars)


def _not_read(unread: Sequence[Unread]) -> str:
    names = [f"{one.path or 'part of it'} ({one.why.value})" for one in unread[:_NAMED]]
    more = len(unread) - len(names)
    return f"the judge did not read {', '.join(names)}{f' and {more} more' if more else ''}"
