"""The terminal: a person reads all of a question, then says yes with a name and a secret, or no."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from sealskill.approve import memory, shown, state
from sealskill.approve.asking import Asking, Reply, Room
from sealskill.approve.people import Login, People
from sealskill.approve.tty import DEVICE, TooLate, Tty, there
from sealskill.errors import Refused
from sealskill.model.change import Change
from sealskill.model.question import Ending

_TRIES = 3
_ONE_AT_A_TIME = threading.Lock()
"""Two questions on one screen could be taken for each other."""


class Terminal(Asking):
    """The approver that asks at `/dev/tty`; where there is none, nobody is asked."""

    def __init__(self, room: Room, clock: Callable[[], float], device: Path = DEVICE) -> None:
        super().__init__(room)
        self._clock, self._device = clock, device

    def missing(self) -> str:
        """Why nobody can be asked."""
        return "" if there(self._device) else "there is no terminal"

    async def _put(self, change: Change) -> Reply:
        gone = threading.Event()
        try:
            return await asyncio.to_thread(self._at_it, change, gone)
        finally:
            gone.set()  # whoever asked went away: stop reading what a person types

    def _at_it(self, change: Change, gone: threading.Event) -> Reply:
        def enough() -> bool:
            return gone.is_set() or self._clock() >= change.question.expires

        with _ONE_AT_A_TIME:
            try:
                with Tty(self._device, enough) as tty:
                    return put(change, tty, self._room.people)
            except TooLate:
                return Reply(ending=Ending.EXPIRED)


def put(change: Change, tty: Tty, people: People) -> Reply:
    """Show all of a question, and take the answer of one person or two."""
    if not read(change, tty):
        return Reply(ending=Ending.REJECTED, by="a person at the terminal", reason="it was not read to its end")
    lasting = not memory.fault(change.question)
    word = tty.line("Approve? [y]es, [n]o" + (", yes and [r]emember exactly this for 30 days: " if lasting else ": "))
    if word.lower() not in ("y", "yes", *(("r", "remember") if lasting else ())):
        return Reply(ending=Ending.REJECTED, by="a person at the terminal")
    logins = tuple(signatures(change, tty, people))
    if not logins:
        return Reply(ending=Ending.WAITING, reason="nobody signed")
    return Reply(ending=Ending.APPROVED, logins=logins, remember=word.lower().startswith("r"))


def read(change: Change, tty: Tty) -> bool:
    """Show every page; whether all of them were seen."""
    pages = shown.pages(change.question, *tty.size)
    for number, page in enumerate(pages, 1):
        tty.write("\n".join(["", *page, ""]))
        if number < len(pages) and tty.line(f"-- page {number} of {len(pages)}: Enter for the next, n for no -- "):
            return False
    return True


def signatures(change: Change, tty: Tty, people: People) -> Iterator[Login]:
    """The people who sign, each with name and secret, until there are enough or nobody is left."""
    missing = state.signatures(change.question.ruling) - len(change.signed)
    taken = list(change.signed)
    for number in range(1, missing + 1):
        tty.write(f"Signature {number} of {missing}.\n" if missing > 1 else "")
        login = signed(change, tty, people, tuple(taken))
        if login is None:
            return
        taken.append(login.name)
        yield login


def signed(change: Change, tty: Tty, people: People, taken: tuple[str, ...]) -> Login | None:
    """One person who may sign; None for nobody after some tries."""
    for _ in range(_TRIES):
        name = tty.line("Your name (empty for nobody): ")
        if not name:
            return None
        fault = f"{shown.safe(name)} has signed already" if name in taken else state.barred(change, name)
        if fault:
            tty.write(f"{fault}\n")
            continue
        if login := known(name, tty, people):
            return login
    return None


def known(name: str, tty: Tty, people: People) -> Login | None:
    """A person who shows their secret; None, and why, for anybody else."""
    try:
        return people.login(name, tty.secret("Your secret: "))
    except Refused as exc:
        tty.write(f"{shown.safe(str(exc))}{f': {shown.safe(exc.advice)}' if exc.advice else ''}\n")
        return None
