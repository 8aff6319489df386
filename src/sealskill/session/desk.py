"""What one session has at hand. Its parts share this and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from sealskill.errors import CannotRun
from sealskill.model.context import Allowance, Group
from sealskill.model.grant import Grant
from sealskill.model.persona import Persona
from sealskill.model.question import Approver
from sealskill.model.record import Auditor, Record
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tool import Place, Process, Skills, Tool
from sealskill.session.activation import Activations
from sealskill.session.arguments import Checker
from sealskill.session.context import Loaded
from sealskill.session.fetch import Network
from sealskill.session.ground import Ground
from sealskill.session.limits import Meter
from sealskill.session.redaction import Redactor
from sealskill.session.snapshot import Snapshot
from sealskill.session.threads import away
from sealskill.session.timeline import Timeline

Settle = Callable[[str, bool, str], None]
ADVICE = "--unsafe-unconfined (unsafe_unconfined=True) runs it without one"


def boundless() -> CannotRun:
    """A session that nobody gave a boundary has none."""
    return CannotRun("there is no boundary to run it in", advice=ADVICE)


def unsettled(change: str, went: bool, reason: str) -> None:
    """Nobody keeps changes here."""


class Switch(Protocol):
    """Whether a person stopped everything, or one session."""

    def why(self, sessions: tuple[str, ...]) -> str:
        """Why one of these sessions is stopped; "" while none is. Raises CannotRecord where nobody can know."""
        ...

    def stop(self, session: str, why: str, by: str) -> None:
        """Stop a session, or all of them where it is "". Raises CannotRecord."""
        ...


@dataclass
class Desk:
    """The state of a session."""

    id: str
    settings: Settings
    principal: str
    persona: Persona
    group: Group | None
    allowance: Allowance | None
    place: Place
    auditor: Auditor
    approver: Approver
    switch: Switch
    redactor: Redactor
    timeline: Timeline
    active: Activations
    meter: Meter
    environ: Mapping[str, str]
    grants: Callable[[], tuple[Grant, ...]]
    """The grants that stand at this moment, asked for each call."""
    loaded: Loaded = field(default_factory=Loaded)
    """The skills of the snapshot, as decisions see them."""
    snapshot: Snapshot = field(init=False)
    ground: Ground = field(init=False)
    skills: Skills = field(init=False)
    settle: Settle = unsettled
    """Told of each approved change how what it allowed ended: its id, whether it went well, and why not."""
    unsafe_unconfined: bool = False
    missing: Callable[[], CannotRun | None] = boundless
    """Why nothing can be run in the default boundary here; None where it was proven to hold."""
    network: Network = field(default_factory=Network)
    ancestors: tuple[str, ...] = ()
    tools: dict[str, Tool] = field(default_factory=dict)
    registered: list[Tool] = field(default_factory=list)
    """Those of the host for this session only."""
    given: tuple[Grant, ...] = ()
    """The grants, as they stood when somebody looked last."""
    notices: list[str] = field(default_factory=list)
    processes: dict[str, Process] = field(default_factory=dict)
    cancelled: dict[str, str] = field(default_factory=dict)
    """Call → why the session cancelled it."""
    leaning: dict[str, frozenset[str]] = field(default_factory=dict)
    """Call under way → the grants that counted for it when it was let through."""
    closed: str = ""
    """Why it takes no further call; "" while it is open."""
    _checkers: dict[int, Checker] = field(default_factory=dict)

    def checker(self, tool: Tool) -> Checker:
        """Whatever holds arguments against the schema of a tool; made once."""
        if id(tool) not in self._checkers:
            self._checkers[id(tool)] = Checker(tool.schema)
        return self._checkers[id(tool)]

    def stopped(self) -> str:
        """Why nothing may be called any more; "" while it may. Raises CannotRecord."""
        return self.closed or self.switch.why((self.id, *self.ancestors))

    def moment(self) -> str:
        """Look what stands now: the grants, and why everything is stopped, if it is. Raises CannotRecord."""
        self.given = self.grants()
        return self.stopped()

    async def record(self, record: Record) -> None:
        """Append to the audit, on a thread: it waits for the disk. Raises CannotRecord."""
        await away(self.auditor.append, record)

    def named(self, name: str) -> Ready | None:
        """The ready skill that goes by a key, a name or a slug."""
        every = self.snapshot.ready
        return next((one for one in every if name in (one.skill.key, one.skill.name, one.skill.slug)), None)
