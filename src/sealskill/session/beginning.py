"""What a runtime needs once before its first session: database, audit, people and grants. A load needs none of it."""

from __future__ import annotations

import getpass
import time
from collections.abc import Callable, Mapping
from typing import Any

from sealskill.approve.asking import Asking, Room
from sealskill.approve.callback import Callback
from sealskill.approve.changes import Changes
from sealskill.approve.grants import Grants
from sealskill.approve.memory import Memory
from sealskill.approve.nobody import Nobody
from sealskill.approve.people import People
from sealskill.approve.queue import Queue
from sealskill.approve.terminal import Terminal
from sealskill.errors import UsageError
from sealskill.model.question import Approver, Kind
from sealskill.model.settings import Settings
from sealskill.model.tool import Tool
from sealskill.session import keeping
from sealskill.session.opening import Look, Premises
from sealskill.session.redaction import Redactor
from sealskill.session.stops import Stops
from sealskill.session.sync import Loop
from sealskill.tools.registry import builtin


class Beginning:
    """Everything that lasts longer than a session and is shared by all of a runtime. Raises CannotRecord."""

    def __init__(self, settings: Settings, environ: Mapping[str, str]) -> None:
        self.redactor = Redactor()
        """One for all sessions: what one was handed is told in none."""
        database = keeping.opened(settings, environ)
        log = keeping.log(settings, environ, database, self.redactor.value)
        self.stops = Stops(database, log)
        self.grants = Grants(database, log, time.time, settings.entries, kept=(settings.state,))
        self.people = People(database, log, time.time)
        self.changes = Changes(database, log, time.time, self.people, {Kind.GRANT: self.grants})
        self.room = Room(changes=self.changes, people=self.people, memory=Memory(database, log, time.time, self.people))
        self.log = log
        self._settings, self._environ, self._loop = settings, environ, Loop()

    def premises(self, look: Look, tools: Callable[[], tuple[Tool, ...]]) -> Premises:
        """What every session of the runtime is opened with."""
        return Premises(
            settings=self._settings, environ=self._environ, look=look,
            tools=lambda: (*builtin().values(), *tools()), auditor=self.log, switch=self.stops,
            redactor=lambda: self.redactor, grants=self.grants.all, loop=lambda: self._loop, nobody=Nobody(),
            settle=lambda change, went, reason: self._settle(change, went=went, reason=reason),
        )  # fmt: skip

    def _settle(self, change: str, *, went: bool, reason: str) -> None:
        self.changes.settle(change, went=went, reason=reason)

    def approver(self, asked: Any) -> Approver:
        """Whom to ask: `terminal`, `queue`, `nobody`, one of ours, or a function of the host, which signs nothing.

        Raises UsageError for a word nobody knows.
        """
        match asked:
            case None | "nobody":
                return Nobody()
            case "terminal":
                return Terminal(self.room, time.time)
            case "queue":
                return Queue(self.room)
            case Asking() | Nobody():
                return asked
            case str():
                raise UsageError(f"nobody is called {asked!r}", advice="use terminal, queue or nobody")
            case _:  # a host's own is asked through ours: it can confirm, and never sign for two
                return Callback(self.room, asked if callable(asked) else asked.ask)


def principal() -> str:
    """Who asks where nobody said: the name of the account, which is a label and no proof of anybody."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
