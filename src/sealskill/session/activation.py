"""Which skills count: those whose text may have entered the context of the model.

A skill counts before a byte of it leaves, whichever way it takes: `activate`, a file of it that is read, a command of a
user, its body in a prompt, its text in a persona, a run that can see it, or its own wish to be always there. Only the
host ends it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from threading import RLock

from sealskill.errors import UsageError
from sealskill.model.context import Counting
from sealskill.model.event import Happening
from sealskill.model.manifest import Dialect
from sealskill.model.record import Auditor, Category, Record
from sealskill.model.result import Activated
from sealskill.model.skill import Ready
from sealskill.prompt import clean, select
from sealskill.prompt.catalogue import shown_name
from sealskill.session.context import counting_of
from sealskill.session.snapshot import Snapshot
from sealskill.session.timeline import Timeline

_WORDS = re.compile(r"\w+")


class Activations:
    """The skills that count in one session. It may be asked from any thread."""

    def __init__(
        self, session: str, principal: str, auditor: Auditor, timeline: Timeline,
        inherited: Iterable[Counting] = (), *, shown: Container[str] = (),
    ) -> None:  # fmt: skip
        """`inherited` counts from the start; `shown` are the keys of those of which something was shown."""
        self._session, self._principal = session, principal
        self._auditor, self._timeline = auditor, timeline
        self._active = {(one.key, one.seal): one for one in inherited}
        self._told: set[tuple[str, str]] = set()
        self._shown = {at for at, one in self._active.items() if one.key in shown}
        self._lock = RLock()

    @property
    def counting(self) -> tuple[Counting, ...]:
        """Every skill that counts here, in the order they came."""
        with self._lock:
            return tuple(self._active.values())

    @property
    def lending(self) -> tuple[str, ...]:
        """The keys of the skills whose secrets a call may mean: those of which something was shown.

        A skill that only might have been shown, by a command outside every boundary, counts and is not meant.
        """
        with self._lock:
            return tuple(dict.fromkeys(one.key for at, one in self._active.items() if at in self._shown))

    def counts(self, ready: Ready) -> bool:
        """Whether this very skill counts already."""
        return (ready.skill.key, ready.seal or "") in self._active

    def count(self, ready: Ready, why: str, *, shown: bool = True) -> bool:
        """Let a skill count from now on; whether it did not before. Raises CannotRecord: then it must not be read.

        `shown` is false where nothing of it was asked for, and something of it might be seen.
        """
        one = counting_of(ready)
        with self._lock:
            if shown:
                self._shown.add((one.key, one.seal))
            if (one.key, one.seal) in self._active:
                return False
            self._auditor.append(self._record("skill.activated", one, why, shown=shown))
            self._active[one.key, one.seal] = one
        self._timeline.tell(Happening.ACTIVATED, why, skill=one.key, data={"seal": one.seal, "trust": one.trust.value})
        return True

    def release(self, key: str) -> bool:
        """Let a skill count no more. The host says by this that nothing of its text is left in the context."""
        with self._lock:
            gone = [one for one in self._active.values() if one.key == key]
            for one in gone:
                self._auditor.append(self._record("skill.released", one, "the host released it"))
                del self._active[one.key, one.seal]
                self._told.discard((one.key, one.seal))
                self._shown.discard((one.key, one.seal))
        return bool(gone)

    def text(self, ready: Ready, snapshot: Snapshot, why: str) -> Activated:
        """The body of a skill for the model; a short note where it was handed out already."""
        skill, seal = ready.skill, ready.seal or ""
        if skill.manifest.dialect is not Dialect.SKILL_MD:
            raise UsageError(f"{skill.name} has no text to activate: it is {skill.manifest.unlisted}")
        folder = str(snapshot.sealed_copy(ready))  # what cannot be read does not count
        self.count(ready, why)
        with self._lock:
            fresh = (skill.key, seal) not in self._told
            self._told.add((skill.key, seal))
        text = snapshot.text(skill.name) if fresh else _again(ready)
        return Activated(name=skill.name, key=skill.key, seal=seal, text=text, folder=folder, fresh=fresh)

    def take_up(self, one: Counting, *, shown: bool) -> None:
        """Let a skill count that did when the session was left. It is recorded already."""
        with self._lock:
            self._active.setdefault((one.key, one.seal), one)
            if shown:
                self._shown.add((one.key, one.seal))

    def _record(self, action: str, one: Counting, why: str, *, shown: bool = True) -> Record:
        return Record(
            action=action, category=Category.SECURITY if one.strange else Category.CALL, actor=self._principal,
            session=self._session, skill=one.key, seal=one.seal, reasons=(why,),
            detail={"shown": shown},
        )  # fmt: skip


def always(ready: tuple[Ready, ...], pins: tuple[str, ...]) -> Iterator[Ready]:
    """The skills that want to be there from the start. A stranger's waits until a person pins it."""
    pinned = select.pinned(ready, pins)
    for one in ready:
        wants = one.skill.manifest.activation.mode == "always" and not one.skill.manifest.unlisted
        if wants and (one.skill.folder in pinned or not counting_of(one).strange):
            yield one


def called(ready: Iterable[Ready], said: str) -> Iterator[Ready]:
    """The skills of which a keyword stands in what a user said: word as a word, in any case."""
    words = tuple(_WORDS.findall(said.casefold()))
    for one in ready:
        activation = one.skill.manifest.activation
        listening = activation.mode == "keyword" and not one.skill.manifest.unlisted
        if listening and any(_stands(tuple(_WORDS.findall(word.casefold())), words) for word in activation.keywords):
            yield one


def _stands(keyword: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return bool(keyword) and any(
        words[at : at + len(keyword)] == keyword for at in range(len(words) - len(keyword) + 1)
    )


def _again(ready: Ready) -> str:
    name = clean.escape(shown_name(ready.skill))
    return f'<skill_content name="{name}">It is in the context already.</skill_content>'
