"""What a runtime does for agents: personas, decisions nobody waits for, tools of the host, sessions.

`Runtime` adds what all of it stands on: the settings, what a load found, and a snapshot of it.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sealskill.model.context import Allowance, Group
from sealskill.model.inventory import Inventory
from sealskill.model.persona import DEFAULT, Persona, PersonaFile
from sealskill.model.question import Answer, Approver, Question
from sealskill.model.restriction import Restriction
from sealskill.model.settings import Settings
from sealskill.model.tool import Tool
from sealskill.model.why import Tools, Why
from sealskill.read import personas as persona_files
from sealskill.session.snapshot import Snapshot

if TYPE_CHECKING:
    from sealskill.session.approvers import Counter
    from sealskill.session.beginning import Beginning
    from sealskill.session.opening import Premises
    from sealskill.session.personas import Personas
    from sealskill.session.session import Session
    from sealskill.session.stops import Stops

Asks = Approver | Callable[[Question], Answer | Awaitable[Answer]] | str | None
"""Whom a session may be told to ask."""


class Agents(ABC):
    """The half of a runtime that agents meet. `Runtime` is the other half."""

    settings: Settings
    inventory: Inventory

    def __init__(self, settings: Settings, environ: Mapping[str, str]) -> None:
        self.settings, self._environ = settings, environ
        self._tools: list[Tool] = []
        self._looking, self._beginning_lock = threading.Lock(), threading.Lock()
        self._beginning: tuple[Beginning, Premises] | None = None

    @abstractmethod
    def refresh(self) -> Inventory:
        """Look again."""

    @abstractmethod
    def snapshot(self, persona: Persona | str | None = None) -> Snapshot:
        """Freeze what is ready now."""

    @property
    def personas(self) -> tuple[persona_files.Found, ...]:
        """The personas in our own folder, read afresh. A workspace brings none: they decide what is allowed."""
        return tuple(self._personas().all())

    def _personas(self) -> Personas:
        from sealskill.session.personas import Personas  # late: loading and listing know no persona

        return Personas(self.settings, self.inventory.ready)

    def persona(self, name: str) -> Persona:
        """A well-formed persona of our own folder, by name, or `default`. Raises UsageError."""
        return self._personas().named(name)

    @property
    def restrictions(self) -> tuple[Restriction, ...]:
        """What becomes of which tool because of the community skills that are ready here."""
        from sealskill.session.restricted import restricted  # late: listing decides nothing

        return restricted(self.settings, self.inventory.ready)

    @property
    def tools(self) -> Tools:
        """Every tool there can be here: the matrix, and what ready skills bring."""
        from sealskill.session import asked  # late: loading and listing know no tool

        return asked.tools(self._tools, self.inventory.ready)

    def persona_file(self, path: Path | str) -> PersonaFile:
        """The persona of a file, and everything that is wrong with it. Raises UsageError where none can be read."""
        return self._personas().at(path)

    def why(
        self,
        tool: str,
        *,
        skills: Sequence[str] = (),
        persona: Persona | PersonaFile | str | None = None,
        arguments: Mapping[str, Any] | None = None,
    ) -> Why:
        """What would become of a call while these skills are active, and why. Nothing is called.

        It is decided in the context of a session of that persona. Without `arguments` only what does not depend on
        them is known. A tool nobody knows is a decision: no. Raises UnknownSkill, and UsageError for a skill that is
        not ready and a persona that is not there.
        """
        from sealskill.session import asked  # late: loading and listing decide nothing

        asked.ready(self.inventory, skills)
        who = self.persona(persona) if isinstance(persona, str) else persona
        snapshot = self.snapshot(who.persona if isinstance(who, PersonaFile) else who)
        world = asked.world(self.settings, snapshot, self._environ, self._tools, lambda: self._begun()[0])
        return asked.why(world, asked.made(tool, skills, who, arguments))

    def register(self, tool: Tool) -> None:
        """Add a tool of the host to every session that is opened from now on.

        Raises Conflict for a name that is taken, and for one of ours that is made milder than it is.
        """
        from sealskill.session import registering  # late: with it come the tools, and a load needs none
        from sealskill.tools.registry import builtin

        registering.check(tool, (*builtin(), *(one.name for one in self._tools)))
        self._tools.append(tool)

    def session(
        self, *, persona: Persona | PersonaFile | str | None = None, approver: Asks = None, principal: str = "",
        group: Group | None = None, allowance: Allowance | None = None, unsafe_unconfined: bool = False,
        resume: str = "",
    ) -> Session:  # fmt: skip
        """Begin one agent run over what is ready now.

        `persona` is one, its name, or nobody in particular; `approver` is who is asked: `terminal`, `queue`, `nobody`
        or a function of yours; `principal` is who asks. `allowance` is what it may spend, else the settings'.
        `unsafe_unconfined` runs commands without any boundary. `resume` takes up a session again whose question waits
        in the queue. Raises CannotRecord where the audit cannot be written, NotFound where nothing waits.
        """
        from sealskill.session.beginning import principal as account  # late: the database comes with it
        from sealskill.session.opening import Wish, opened
        from sealskill.session.personas import usable
        from sealskill.session.session import Session

        beginning, premises = self._begun()
        who = usable(persona) if isinstance(persona, PersonaFile) else persona or DEFAULT
        who = self.persona(who) if isinstance(who, str) else who
        principal = principal or account()
        wish = Wish(
            persona=who, approver=beginning.approver(approver), principal=principal, group=group, allowance=allowance,
            unsafe_unconfined=unsafe_unconfined, resumed=beginning.resumed(resume, principal),
        )  # fmt: skip
        return Session(opened(premises, wish), premises)

    @property
    def stops(self) -> Stops:
        """The switch that stops every session, or one, in every process: `stop`, `lift`, `all`. Raises CannotRecord."""
        return self._begun()[0].stops

    @property
    def counter(self) -> Counter:
        """Who may answer, what waits for an answer, what is remembered and what is granted. Raises CannotRecord."""
        return self._begun()[0].counter

    def _begun(self) -> tuple[Beginning, Premises]:
        """What all sessions share, made for the first one."""
        from sealskill.session.beginning import Beginning  # late, as above

        with self._beginning_lock:
            if self._beginning is None:
                beginning = Beginning(self.settings, self._environ)
                self._beginning = (beginning, beginning.premises(self._look, lambda: tuple(self._tools)))
            return self._beginning

    def _look(self, persona: Persona, again: bool) -> tuple[Snapshot, Inventory]:
        with self._looking:
            if again:
                self.refresh()
            return self.snapshot(persona), self.inventory
