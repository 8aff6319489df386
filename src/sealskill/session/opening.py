"""How a session begins.

1. Freeze the skills that are ready for the persona, and put the tools of us, the host and the skills beside them.
2. Take over what counts in the session above, if there is one.
3. Record that it was opened. A session that cannot be recorded does not begin.
4. Let count what is there from the start: texts of grants, and skills that want to be always there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from sealskill.errors import CannotRun
from sealskill.model.context import Allowance, Counting, Group
from sealskill.model.grant import Grant
from sealskill.model.inventory import Inventory
from sealskill.model.persona import DEFAULT, Persona
from sealskill.model.question import Approver
from sealskill.model.record import Auditor, Category, Record
from sealskill.model.result import Activated
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tool import Place, Tool
from sealskill.prompt.listing import Listing
from sealskill.session import activation, registering, standing
from sealskill.session.activation import Activations
from sealskill.session.context import counting_of, loaded
from sealskill.session.desk import Desk, Settle, Switch, boundless, unsettled
from sealskill.session.ground import of_snapshot
from sealskill.session.limits import Meter
from sealskill.session.past import Counted
from sealskill.session.redaction import Redactor
from sealskill.session.skills import SessionSkills
from sealskill.session.snapshot import Snapshot
from sealskill.session.spans import trace
from sealskill.session.timeline import Timeline

if TYPE_CHECKING:
    from sealskill.session.sync import Loop


Look = Callable[[Persona, bool], tuple[Snapshot, Inventory]]


def _forgotten(session: str) -> tuple[Counted, ...]:
    """Nobody remembers sessions here."""
    return ()


def _unnoted(inventory: Inventory) -> None:
    """Nobody keeps a record of loads here."""


@dataclass
class Premises:
    """What a runtime hands to every session it opens."""

    settings: Settings
    environ: Mapping[str, str]
    look: Look
    """What is ready for a persona; looked at again if that is asked."""
    tools: Callable[[], tuple[Tool, ...]]
    """Ours, then those of the host."""
    auditor: Auditor
    switch: Switch
    redactor: Callable[[], Redactor]
    grants: Callable[[], tuple[Grant, ...]]
    loop: Callable[[], Loop]
    nobody: Approver
    settle: Settle = unsettled
    past: Callable[[str], tuple[Counted, ...]] = _forgotten
    """What counted in a session that is taken up again."""
    missing: Callable[[], CannotRun | None] = boundless
    """Why nothing can be run in the default boundary here."""
    note: Callable[[Inventory], None] = _unnoted
    """Told of everything a load found, so that what changed is recorded."""


@dataclass
class Wish:
    """What somebody wants of a session."""

    persona: Persona = DEFAULT
    approver: Approver | None = None
    principal: str = ""
    group: Group | None = None
    allowance: Allowance | None = None
    unsafe_unconfined: bool = False
    resumed: str = ""
    """The session that is taken up again; "" for a new one."""


def opened(premises: Premises, wish: Wish, parent: Desk | None = None) -> Desk:
    """The desk of a new session. Raises CannotRecord."""
    id = wish.resumed or secrets.token_hex(8)
    # What a parent handed out may stand in a file by now: whoever it begets must not tell it either.
    redactor = parent.redactor if parent else premises.redactor()
    marks = {"unsafe_unconfined": True} if wish.unsafe_unconfined else {}
    timeline = Timeline(id, redactor, marks)
    if (spans := trace(id)) is not None:
        timeline.subscribe(spans)
    principal = wish.principal or (parent.principal if parent else "")
    inherited, shown = (parent.active.counting, parent.active.lending) if parent else ((), ())
    desk = Desk(
        id=id, settings=premises.settings, principal=principal, persona=wish.persona, group=wish.group,
        allowance=wish.allowance, place=_place(premises, parent), auditor=premises.auditor,
        approver=wish.approver or premises.nobody, switch=premises.switch, redactor=redactor, timeline=timeline,
        active=Activations(id, principal, premises.auditor, timeline, inherited, shown=shown),  # 2
        meter=Meter(), environ=premises.environ, grants=premises.grants, unsafe_unconfined=wish.unsafe_unconfined,
        missing=premises.missing,
        settle=premises.settle, ancestors=(parent.id, *parent.ancestors) if parent else (),
    )  # fmt: skip
    supply(desk, premises)  # 1
    premises.auditor.append(said(desk, "session.resumed" if wish.resumed else "session.opened"))  # 3
    desk.moment()
    for one in premises.past(wish.resumed) if wish.resumed else ():
        desk.active.take_up(_counting(desk, one), shown=one.shown)
    for ready, why in _standing(desk):  # 4
        desk.active.count(ready, why)
    return desk


def _counting(desk: Desk, one: Counted) -> Counting:
    """A skill that counted before, as it is known now; of bytes that are gone, nothing good is known."""
    every = (counting_of(ready) for ready in desk.snapshot.ready)
    now = next((known for known in every if (known.key, known.seal) == (one.key, one.seal)), None)
    return now or Counting(key=one.key, seal=one.seal)


def supply(desk: Desk, premises: Premises, *, again: bool = False) -> None:
    """Put what is ready on a desk; what is ready now, if it is looked at again."""
    snapshot, inventory = premises.look(desk.persona, again)
    premises.note(inventory)
    tools, left_out = registering.assembled(premises.tools(), desk.registered, snapshot.ready)
    snapshot.on_use(lambda keys: _handed_out(desk, snapshot, keys))
    desk.snapshot, desk.tools, desk.notices = snapshot, tools, left_out
    desk.ground = of_snapshot(desk.settings, inventory, snapshot.ready)
    desk.skills = SessionSkills(desk)
    desk.loaded = loaded(desk.settings, snapshot.ready)


def _handed_out(desk: Desk, snapshot: Snapshot, keys: list[str]) -> None:
    """Let every skill count of which the snapshot of this session hands out the text, to whoever holds it."""
    for ready in snapshot.ready:
        if ready.skill.key in keys:
            desk.active.count(ready, "its text was handed out")


def said(desk: Desk, action: str) -> Record:
    """What the audit is told of the session itself."""
    detail = {
        "persona": desk.persona.name, "mode": desk.persona.permission_mode, "depth": desk.place.depth,
        "unsafe_unconfined": desk.unsafe_unconfined, "parent": desk.ancestors[0] if desk.ancestors else "",
    }  # fmt: skip
    category = Category.SECURITY if desk.unsafe_unconfined else Category.SYSTEM
    return Record(action=action, category=category, actor=desk.principal, session=desk.id, detail=detail)


def _place(premises: Premises, parent: Desk | None) -> Place:
    settings = premises.settings
    return Place(
        workspace=Path(settings.workspace).resolve(), path=premises.environ.get("PATH", ""), home=Path(settings.home),
        depth=parent.place.depth + 1 if parent else 0,
    )  # fmt: skip


def _standing(desk: Desk) -> Iterator[tuple[Ready, str]]:
    """The skills whose text is there from the start, and why."""
    for _, ready in spoken(desk):
        yield ready, "a grant adds its text to the persona"
    for ready in activation.always(desk.snapshot.ready, desk.settings.pinned_by_person):
        yield ready, "it is always active"


def spoken(desk: Desk) -> tuple[tuple[Grant, Ready], ...]:
    """The grants whose text belongs to the persona here, each with its skill."""
    every = [(one, desk.named(one.skill)) for one in desk.given if one.persona]
    return tuple((grant, ready) for grant, ready in every if ready and grant in standing.grants(desk, ready))


def prompt(desk: Desk, asked: Mapping[str, Any]) -> Listing:
    """The text for the model: what grants add, the listing, and the bodies that are always there."""
    listing = desk.snapshot.prompt(**asked)
    if asked.get("format") == "full":
        for ready in listing.skills:
            desk.active.count(ready, "its body is in the prompt")
    desk.moment()  # a grant may have come, or gone, since anybody looked
    added = []
    for grant, ready in spoken(desk):
        desk.active.count(ready, "a grant adds its text to the persona")
        added.append(grant.persona)
    always = activation.always(desk.snapshot.ready, desk.settings.pinned_by_person)
    bodies = [desk.active.text(one, desk.snapshot, "it is always active").text for one in always]
    if not added and not bodies:
        return listing
    text = "\n\n".join(part for part in (*added, listing.text, *bodies) if part)
    return replace(listing, text=text, chars=len(text))


def with_request(text: Activated, request: str) -> Activated:
    """The text of a skill with what the user asked below it."""
    return replace(text, text=f"{text.text}\n\n{request}")
