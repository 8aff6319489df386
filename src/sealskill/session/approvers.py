"""Who asks, who answers and what was granted, as the settings want it. Whoever imports this imports the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from sealskill.approve.asking import Asking, Room
from sealskill.approve.callback import Asked, Callback
from sealskill.approve.changes import Changes
from sealskill.approve.grants import Grants
from sealskill.approve.memory import Memory
from sealskill.approve.nobody import Nobody
from sealskill.approve.people import People
from sealskill.approve.queue import Queue
from sealskill.approve.terminal import Terminal
from sealskill.errors import UsageError
from sealskill.model.database import Database
from sealskill.model.question import Approver, Kind
from sealskill.model.record import Recorder
from sealskill.model.settings import Settings
from sealskill.model.value import Value
from sealskill.session import keeping

NAMES = ("terminal", "queue", "nobody")


class Counter(Value):
    """Everything that asks and answers over one database."""

    people: People
    changes: Changes
    memory: Memory
    grants: Grants
    clock: Callable[[], float]

    @property
    def room(self) -> Room:
        """What an approver needs of it."""
        return Room(changes=self.changes, people=self.people, memory=self.memory)


def opened(settings: Settings, environ: Mapping[str, str]) -> Counter:
    """The counter of these settings. Raises CannotRecord where nothing can be written down."""
    kept = keeping.opened(settings, environ)
    return over(kept, keeping.log(settings, environ, kept), settings, environ)


def over(
    database: Database,
    recorder: Recorder,
    settings: Settings,
    environ: Mapping[str, str],
    clock: Callable[[], float] = time.time,
) -> Counter:
    """The same over a database that is open already."""
    place = Path(keeping.place(settings, environ))
    kept = (settings.state, *((str(place),) if place.is_absolute() else ()))
    people = People(database, recorder, clock)
    grants = Grants(database, recorder, clock, settings.entries, kept)
    changes = Changes(database, recorder, clock, people, {Kind.GRANT: grants})
    memory = Memory(database, recorder, clock, people)
    return Counter(people=people, changes=changes, memory=memory, grants=grants, clock=clock)


def approver(counter: Counter, chosen: str | Approver | Asked | None) -> Approver:
    """The approver somebody chose: one of ours by name, a function of the host, or an approver of the host.

    What is not ours is a callback, whatever it says: it may confirm for the session's own person, and no more.
    Raises UsageError for a name of none.
    """
    match chosen:
        case None | "nobody":
            return Nobody()
        case "terminal":
            return Terminal(counter.room, counter.clock)
        case "queue":
            return Queue(counter.room)
        case str():
            raise UsageError(f"there is no approver {chosen!r}", advice=f"known are {', '.join(NAMES)}")
        case Asking() | Nobody():
            return chosen
        case _:
            return Callback(counter.room, chosen if callable(chosen) else chosen.ask)
