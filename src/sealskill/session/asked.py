"""`why`: a call is made up, and decided on the very road of a session. Nothing is asked, recorded or run."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sealskill.approve.grants import configured
from sealskill.approve.nobody import Nobody
from sealskill.errors import CannotRun, Conflict, UsageError
from sealskill.execute.backends.bubblewrap import BACKEND
from sealskill.model import why as answer
from sealskill.model.call import Call, Touches
from sealskill.model.decision import Decision, Ruling, Step, StepName, decided
from sealskill.model.grant import Grant
from sealskill.model.inventory import Inventory
from sealskill.model.persona import DEFAULT, Persona, PersonaFile
from sealskill.model.record import Record
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX, KnownTool
from sealskill.model.value import Value
from sealskill.model.why import Tools, Why
from sealskill.policy.decide import decide
from sealskill.policy.permission import effective
from sealskill.session import dispatch, keeping, lookup, personas, registering, standing, touching
from sealskill.session.activation import Activations
from sealskill.session.arguments import Arguments
from sealskill.session.beginning import Beginning
from sealskill.session.context import counting_of, loaded
from sealskill.session.desk import Desk, Switch
from sealskill.session.limits import Meter
from sealskill.session.redaction import Redactor
from sealskill.session.snapshot import Snapshot
from sealskill.session.timeline import Timeline
from sealskill.tools.registry import builtin

_ID = "why"
_NO_ARGUMENTS = (
    "without --args nothing is known of hosts, paths, programs and boundaries: they may deny what is not denied here"
)


class Asked(Value):
    """What somebody wants to know."""

    tool: str
    active: tuple[str, ...] = ()
    """The skills that are active, by any of their names."""
    persona: Persona = DEFAULT
    faults: tuple[str, ...] = ()
    """Why the persona cannot be used."""
    arguments: Mapping[str, Any] | None = None
    """None where only the tool is asked about."""


@dataclass(frozen=True)
class World:
    """Where it is asked."""

    settings: Settings
    snapshot: Snapshot
    environ: Mapping[str, str]
    hosts: tuple[Tool, ...] = ()
    grants: Callable[[], tuple[Grant, ...]] = lambda: ()
    switch: Switch | None = None
    """None where nobody ever could stop anything."""
    missing: Callable[[], CannotRun | None] = BACKEND.missing
    """Why there is no boundary to run commands in; None where there is one."""


class _Quiet:
    """An audit and a switch for what never happens."""

    def append(self, record: Record) -> int:
        """Nothing happened, and nothing is written."""
        return 0

    def why(self, sessions: tuple[str, ...]) -> str:
        """Nobody stopped it."""
        return ""

    def stop(self, session: str, why: str, by: str) -> None:
        """Nothing runs that could be stopped."""
        raise Conflict("nothing runs that could be stopped")


def world(
    settings: Settings,
    snapshot: Snapshot,
    environ: Mapping[str, str],
    hosts: Iterable[Tool],
    begun: Callable[[], Beginning],
) -> World:
    """Where a call is decided that nobody makes. A database that is not there yet is not made for it."""
    here = World(settings, snapshot, environ, tuple(hosts))
    if not (settings.database.url or os.path.exists(keeping.place(settings, environ))):
        return replace(here, grants=lambda: configured(settings.entries))
    beginning = begun()
    return replace(here, grants=beginning.counter.grants.all, switch=beginning.stops)


def ready(inventory: Inventory, names: Iterable[str]) -> None:
    """Raise for a name that is no skill, or of one that is not ready."""
    for name in names:
        if not isinstance(lookup.find(inventory, name), Ready):
            raise UsageError(f"{name} is not ready, so it cannot be active", advice=f"see `sealskill info {name}`")


def made(
    tool: str, skills: Sequence[str], persona: Persona | PersonaFile | None, arguments: Mapping[str, Any] | None
) -> Asked:
    """A question. A persona whose file has an error is one that may do nothing."""
    if not isinstance(persona, PersonaFile):
        return Asked(tool=tool, active=tuple(skills), persona=persona or DEFAULT, arguments=arguments)
    wrong = tuple(one.message for one in personas.faults(persona))
    who = persona.persona or Persona(name=persona.name)
    return Asked(tool=tool, active=tuple(skills), persona=who, faults=wrong, arguments=arguments)


def why(world: World, asked: Asked) -> Why:
    """What would become of a call. A tool nobody knows is a decision like any other: no. Raises UnknownSkill."""
    desk = _desk(world, asked)
    call = _bare(desk, asked)
    found = decided((*_decided(desk, asked, call).steps, *_unusable(asked)))
    here, who, tool = standing.here(desk, asked.tool), asked.persona, desk.tools.get(asked.tool)
    kind = effective(tool.known, call, here)[0].value if tool else ""
    return answer.of(
        asked.tool, found, tool_class=kind, persona=who.name, mode=who.permission_mode,
        skills=tuple(dict.fromkeys(one.key for one in here.counting)), notes=tuple(_notes(desk, asked)),
    )  # fmt: skip


def _decided(desk: Desk, asked: Asked, call: Call) -> Decision:
    if asked.arguments is None:
        return decide(call, standing.here(desk, asked.tool, desk.moment()))
    return asyncio.run(dispatch.foreseen(desk, dispatch.Asked(id=_ID, tool=asked.tool, arguments=asked.arguments)))


def _bare(desk: Desk, asked: Asked) -> Call:
    """The call as far as it does not depend on arguments; with what it touches, where there are some."""
    tool = desk.tools.get(asked.tool)
    if tool is None:
        return Call(id=_ID, tool=asked.tool)
    if asked.arguments is not None:
        made_up = dispatch.Asked(id=_ID, tool=asked.tool, arguments=asked.arguments)
        desk.moment()
        return touching.found(desk, tool, made_up, desk.checker(tool).check(asked.arguments)).call
    key = tool.known.owner or touching.named(desk, tool, Arguments())
    return Call(id=_ID, tool=asked.tool, skill=key)


def _unusable(asked: Asked) -> Iterable[Step]:
    for fault in asked.faults:
        reason = f"the persona {asked.persona.name} is not used: {fault}"
        yield Step(name=StepName.PERSONA, ruling=Ruling.DENY, reason=reason)


def _notes(desk: Desk, asked: Asked) -> Iterable[str]:
    tool = desk.tools.get(asked.tool)
    if tool is None:
        return
    if asked.arguments is None:
        yield _NO_ARGUMENTS
    if tool.run is _nobodys:
        yield f"{asked.tool} is for a host to register: this program has none of its own"


def _desk(world: World, asked: Asked) -> Desk:
    """The desk of a session that is never opened: nothing it is told is written anywhere."""
    settings, snapshot, quiet, redactor = world.settings, world.snapshot, _Quiet(), Redactor()
    timeline = Timeline(_ID, redactor)
    active = [counting_of(snapshot.named(name)) for name in asked.active]
    workspace = Path(settings.workspace).resolve()
    switch: Switch = world.switch or quiet
    desk = Desk(
        id=_ID, settings=settings, principal="", persona=asked.persona, group=None, allowance=None,
        place=Place(workspace=workspace, path=world.environ.get("PATH", ""), home=Path(settings.home)),
        auditor=quiet, approver=Nobody(), switch=switch, redactor=redactor, timeline=timeline,
        active=Activations(_ID, "", quiet, timeline, active, shown=[one.key for one in active]),
        meter=Meter(), environ=world.environ, grants=world.grants, missing=world.missing,
        loaded=loaded(settings, snapshot.ready),
    )  # fmt: skip
    desk.snapshot = snapshot
    desk.tools, _ = assembled(world.hosts, snapshot.ready)
    return desk


def assembled(hosts: Iterable[Tool], ready: Iterable[Ready]) -> tuple[dict[str, Tool], list[str]]:
    """Every tool there can be: ours, those of the host, rows of the matrix a host may yet register, those of skills."""
    ours, theirs = builtin(), tuple(hosts)
    taken = {*ours, *(one.name for one in theirs)}
    rows = [_row(row) for name, row in MATRIX.items() if name not in taken]
    tools, left_out = registering.assembled((*ours.values(), *rows), theirs, ready)
    order = {name: place for place, name in enumerate(MATRIX)}
    return dict(sorted(tools.items(), key=lambda item: order.get(item[0], len(order)))), left_out


def _row(known: KnownTool) -> Tool:
    return Tool(known=known, description="", schema={}, touches=lambda arguments, place: Touches(), run=_nobodys)


async def _nobodys(arguments: Mapping[str, Any], hands: Hands) -> Any:
    raise Conflict("no host registered it")


def tools(hosts: Iterable[Tool], ready: Iterable[Ready]) -> Tools:
    """Every tool there can be here, and which ones of skills are left out."""
    every, left_out = assembled(hosts, ready)
    return Tools(
        rows=tuple(one.known for one in every.values()),
        builtin=frozenset(name for name, one in every.items() if one.run is not _nobodys and not one.known.owner),
        notices=tuple(left_out),
    )
