"""The room that asks, whole, with a clock that is set by hand and an audit that is a list."""

from __future__ import annotations

from typing import Any

from argon2 import PasswordHasher
from msgspec.structs import replace
from sqlalchemy import Connection

from sealskill.approve.changes import Changes
from sealskill.approve.grants import Grants
from sealskill.approve.memory import Memory
from sealskill.approve.people import Login, People
from sealskill.errors import CannotRecord
from sealskill.model.change import Change
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Bound, Kind, Question
from sealskill.model.record import Record
from sealskill.model.settings import EntrySettings

HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""As cheap as it can be: what it costs is not what these tests are about."""
SECRET = "correct horse battery"
BOUND = Bound(
    kind=Kind.CALL, tool="write", arguments={"path": "/work/a", "content": "b"}, requester="ann", session="s1",
    seal="sha256:1", persona="default", policy="sha256:2",
)  # fmt: skip


class Listed:
    """An audit that is a list, and may be broken."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.broken = False

    def append_in(self, connection: Connection, record: Record) -> int:
        if self.broken:
            raise CannotRecord("the disk is full")
        self.records.append(record)
        return len(self.records)

    @property
    def told(self) -> list[str]:
        return [f"{one.action} by {one.actor}" for one in self.records]


class Desk:
    """Everything that asks and answers over one database."""

    def __init__(self, database: Any, recorder: Any = None, entries: dict[str, EntrySettings] | None = None) -> None:
        self.now = 1000.0
        self.database = database
        self.audit = recorder or Listed()
        clock = lambda: self.now  # noqa: E731
        self.people = People(database, self.audit, clock, HASHER)
        self.grants = Grants(database, self.audit, clock, entries or {}, kept=("/var/lib/sealskill",))
        self.changes = Changes(
            database, self.audit, clock, self.people, {Kind.GRANT: self.grants, Kind.INSTALL: self.grants}
        )
        self.memory = Memory(database, self.audit, clock, self.people)

    def person(self, *names: str) -> None:
        """Register people. The first one vouches for the others."""
        for name in names:
            standing = self.people.standing()
            self.people.add(name, SECRET, by=self.login(standing[0]) if standing else None)

    def login(self, name: str) -> Login:
        return self.people.login(name, SECRET)

    def approved(self, question: Question, by: str = "ann") -> Change:
        return self.changes.approve(self.changes.put(question).id, self.login(by))


def question(ruling: Ruling = Ruling.CONFIRM, tool_class: ToolClass = ToolClass.MUTATING, **bound: Any) -> Question:
    return Question(id="", bound=replace(BOUND, **bound), ruling=ruling, tool_class=tool_class, summary="write /work/a")


def granting(*grants: dict[str, Any], seal: str = "sha256:1", requester: str = "ann") -> Question:
    bound = Bound(
        kind=Kind.GRANT, tool="grants", arguments={"grants": list(grants)}, requester=requester, session="", seal=seal
    )
    return Question(id="", bound=bound, ruling=Ruling.CONFIRM, summary="grant something")


GRANT: dict[str, Any] = {"skill": "pdf", "seal": "sha256:1", "egress": ["api.example.com:443"]}
