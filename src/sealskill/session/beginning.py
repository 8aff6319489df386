"""What a runtime needs once before its first session: database, audit, people and grants. A load needs none of it."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping
from typing import Any

from sealskill.approve.nobody import Nobody
from sealskill.errors import NotFound
from sealskill.execute.backends.bubblewrap import BACKEND
from sealskill.model.question import Approver
from sealskill.model.settings import Settings
from sealskill.model.tool import Tool
from sealskill.session import approvers, keeping, noting, past
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
        self.counter = approvers.over(database, log, settings, environ)
        self.log = log
        self._database = database
        self._settings, self._environ, self._loop = settings, environ, Loop()

    def premises(self, look: Look, tools: Callable[[], tuple[Tool, ...]]) -> Premises:
        """What every session of the runtime is opened with."""
        return Premises(
            settings=self._settings, environ=self._environ, look=look,
            tools=lambda: (*builtin().values(), *tools()), auditor=self.log, switch=self.stops,
            redactor=lambda: self.redactor, grants=self.counter.grants.all, loop=lambda: self._loop, nobody=Nobody(),
            past=lambda session: past.counted(self._database, session),
            missing=BACKEND.missing,
            note=lambda inventory: noting.note(self.log, self._settings, inventory),
            settle=lambda change, went, reason: self._settle(change, went=went, reason=reason),
        )  # fmt: skip

    def _settle(self, change: str, *, went: bool, reason: str) -> None:
        self.counter.changes.settle(change, went=went, reason=reason)

    def approver(self, asked: Any) -> Approver:
        """Whom to ask, as `approvers.approver` knows them. Raises UsageError for a word nobody knows."""
        return approvers.approver(self.counter, asked)

    def resumed(self, session: str, principal: str) -> str:
        """The session somebody takes up again. Raises NotFound where it waits for no answer in their name."""
        if session and not self.counter.changes.waiting(session, principal):
            raise NotFound(
                f"no question of a session {session!r} waits in the name of {principal}",
                advice="`sealskill approvals list` shows what waits; begin a new session",
            )
        return session


def principal() -> str:
    """Who asks where nobody said: the name of the account, which is a label and no proof of anybody."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
