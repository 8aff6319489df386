"""A session in a small world: real skills on a real disk, an audit in memory, and people who answer by a script."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from tests.check.house import House

from sealskill.errors import CannotRecord
from sealskill.model.call import Touches
from sealskill.model.event import Happening
from sealskill.model.grant import Grant
from sealskill.model.inventory import Inventory
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import PermissionMode, Persona
from sealskill.model.question import Answer, Ending, Question
from sealskill.model.record import Record
from sealskill.model.skill import Trust, TrustLevel
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX, KnownTool, Tier
from sealskill.runtime import Runtime
from sealskill.session import opening
from sealskill.session.opening import Premises, Wish
from sealskill.session.redaction import Redactor
from sealskill.session.session import Session
from sealskill.session.snapshot import Snapshot
from sealskill.session.sync import Loop
from sealskill.tools.registry import builtin

DUAL = Persona(name="dual", permission_mode=PermissionMode.DUAL_SIGN_REQUIRED, can_delegate=True)
READER = Persona(name="reader", permission_mode=PermissionMode.READ_ONLY)


class MemoryAudit:
    """An audit that can be read, and that can be full."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.full: Callable[[Record], bool] = lambda record: False

    def append(self, record: Record) -> int:
        if self.full(record):
            raise CannotRecord("the disk is full")
        self.records.append(record)
        return len(self.records)

    def of(self, action: str) -> list[Record]:
        return [one for one in self.records if one.action == action]


class Scripted:
    """People who answer in turn; when nothing is left to say there is nobody."""

    def __init__(self, *endings: str) -> None:
        self.endings = list(endings)
        self.asked: list[Question] = []
        self.meanwhile: Callable[[], object] = lambda: None

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        self.meanwhile()
        return Answer(ending=Ending(self.endings.pop(0)) if self.endings else Ending.NOBODY, by=("ann",))


class Lever:
    """The stop switch, in memory."""

    def __init__(self) -> None:
        self.stops: dict[str, str] = {}

    def why(self, sessions: tuple[str, ...]) -> str:
        return next((self.stops[one] for one in ("", *sessions) if one in self.stops), "")

    def stop(self, session: str, why: str, by: str) -> None:
        self.stops[session] = why


class Room:
    """One runtime, and the sessions that are opened in it."""

    def __init__(self, house: House, *, environ: Mapping[str, str] = {}, **asked: Any) -> None:
        overrides = {"skills.allow_bundled": [], **asked.pop("overrides", {})}
        self.house = house
        self.runtime: Runtime = house.load(environ=environ, overrides=overrides, **asked)
        self.audit, self.lever = MemoryAudit(), Lever()
        self.grants: list[Grant] = []
        self.people = Scripted()
        self.trust: dict[str, TrustLevel] = {}
        self.premises = Premises(
            settings=self.runtime.settings, environ={"PATH": "/usr/bin:/bin", **environ}, look=self._look,
            tools=lambda: tuple(builtin().values()), auditor=self.audit, switch=self.lever, redactor=Redactor,
            grants=lambda: tuple(self.grants), loop=Loop, nobody=Scripted(),
        )  # fmt: skip

    def _look(self, persona: Persona, again: bool) -> tuple[Snapshot, Inventory]:
        inventory = self.runtime.refresh() if again else self.runtime.inventory
        believed = tuple(
            replace(one, trust=Trust(level=self.trust[one.skill.name], why="a test says so"))
            if one.skill.name in self.trust
            else one
            for one in inventory.ready
        )
        self.runtime.inventory = replace(inventory, ready=believed)
        return self.runtime.snapshot(persona), self.runtime.inventory

    def stranger(self, *names: str) -> Room:
        """Let skills be somebody else's."""
        self.trust |= dict.fromkeys(names, TrustLevel.COMMUNITY)
        return self

    def open(self, *answers: str, **wish: Any) -> Session:
        """A session whose people answer so."""
        self.people = Scripted(*answers)
        asked = Wish(**{"principal": "bob", "approver": self.people, **wish})
        return Session(opening.opened(self.premises, asked), self.premises)


def heard(session: Session) -> list[Happening]:
    """What happened in a session, by its words."""
    return [one.what for one in session.timeline.events]


class Spy:
    """A tool of a host that notes each call that reaches it."""

    def __init__(self, name: str = "spy", tool_class: ToolClass = ToolClass.SAFE, **touches: Any) -> None:
        self.calls: list[Mapping[str, Any]] = []
        self.answer: Any = "done"

        async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
            self.calls.append(arguments)
            return self.answer(arguments, hands) if callable(self.answer) else self.answer

        def touched(arguments: Mapping[str, Any], place: Place) -> Touches:
            return Touches(**touches)

        known = MATRIX.get(name) or KnownTool(name=name, tier=Tier.ALLOWED, tool_class=tool_class)
        self.tool = Tool(known=known, description="Spies.", schema={"type": "object"}, touches=touched, run=run)


def script(house: House, name: str, body: str, **manifest: Any) -> Path:
    """A `skill.json` package whose entry is a shell script."""
    folder = f"home/external/{name}"
    said = {"name": name, "description": f"Does {name}.", "entry": "run.sh", "class": "safe", **manifest}
    house.write(f"{folder}/skill.json", json.dumps(said))
    path = house.write(f"{folder}/run.sh", f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def external(house: House) -> dict[str, str]:
    """The environment under which `script` packages load."""
    return {"SEALSKILL_EXTERNAL_DIRS": str(house.home / "external")}
