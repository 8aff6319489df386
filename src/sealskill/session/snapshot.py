"""The skills of one session, frozen: later changes on disk show in the next snapshot and nowhere else."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from sealskill.errors import CannotSeal, ChangedWhileRead, UnknownSkill, UsageError
from sealskill.model.persona import Persona
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.prompt import body, commands, full, listing, records, select
from sealskill.prompt.budget import Budget
from sealskill.prompt.catalogue import CATALOGUE, SKILLS_REF, Locations, tilde
from sealskill.prompt.find import Found, Index
from sealskill.prompt.listing import Listing
from sealskill.prompt.select import Wishes
from sealskill.read import sealed
from sealskill.read.folder import Folder, TooLarge
from sealskill.read.formats import skill_md

FORMATS = ("compact", "skills-ref", "full", "json")
_FORMS = {"compact": CATALOGUE, "json": CATALOGUE, "skills-ref": SKILLS_REF}


class Snapshot:
    """What a session may use. Make one with `Runtime.snapshot()`."""

    def __init__(
        self,
        ready: tuple[Ready, ...],
        settings: Settings,
        *,
        version: int,
        persona: Persona | None = None,
        used: Mapping[str, float] = {},
        note_use: Callable[[list[str]], None],
        notices: tuple[str, ...] = (),
    ) -> None:
        self.ready = ready
        self.version = version
        self.persona = persona
        self.notices = notices
        """Skills that were ready and could not be sealed, and why."""
        self._settings = settings
        self._used = used
        self._note_use = note_use
        self._index: Index | None = None
        self._listings: dict[object, Listing] = {}

    def on_use(self, told: Callable[[list[str]], None]) -> None:
        """Tell somebody the keys of skills before their text is handed out; what is raised then keeps it back."""
        noted = self._note_use

        def note(keys: list[str]) -> None:
            told(keys)
            noted(keys)

        self._note_use = note

    @property
    def seals(self) -> dict[str, str]:
        """Skill key → the seal it has in this snapshot."""
        return {one.skill.key: one.seal for one in self.ready if one.seal}

    @cached_property
    def commands(self) -> dict[str, Ready]:
        """The commands a user may type, without their slash."""
        return commands.commands(self.ready)

    def named(self, name: str) -> Ready:
        """The skill of that name, key or slug. Raises UnknownSkill."""
        found = next((one for one in self.ready if name in (one.skill.name, one.skill.key, one.skill.slug)), None)
        if found is None:
            raise UnknownSkill(name)
        return found

    def prompt(
        self,
        *,
        format: str = "compact",
        budget: int | None = None,
        context_window: int | None = None,
        count_tokens: Callable[[str], int] | None = None,
        task: str = "",
        locations: str = "source",
        home_tilde: bool = False,
        system: str = "",
    ) -> Listing:
        """The text for the model, and what had to be left out.

        `budget` is in characters; `context_window` in tokens of the model, counted by `count_tokens` or estimated at
        four characters each. `locations="sealed"` copies what is listed and points at the copies. What was chosen
        once for a snapshot stays chosen.
        """
        if format not in FORMATS:
            raise UsageError(f"there is no prompt format {format!r}", advice=f"use one of {', '.join(FORMATS)}")
        if locations not in ("source", "sealed"):
            raise UsageError(f"locations {locations!r} is neither source nor sealed")
        asked = (format, budget, context_window, count_tokens, task, locations, home_tilde, system)
        if asked not in self._listings:
            limit = Budget(
                max_chars=self._chars(budget, context_window),
                max_skills=self._settings.limits.max_skills_in_prompt,
                context_window=context_window,
                count_tokens=count_tokens,
            )
            if format == "full":
                whole = replace(limit, max_chars=budget)  # `max_injected` is its limit; the settings' is a listing's
                self._listings[asked] = self._full(locations, system, whole, task, home_tilde=home_tilde)
            else:
                where = self._locations(locations, home_tilde=home_tilde)
                self._listings[asked] = self._list(format, where, limit, task)
        return self._listings[asked]

    def _chars(self, budget: int | None, context_window: int | None) -> int | None:
        """The settings' limit stands unless the caller named another."""
        if budget is not None:
            return budget
        return None if context_window is not None else self._settings.limits.max_skills_prompt_chars

    def _list(self, form: str, where: Locations, limit: Budget, task: str) -> Listing:
        made = listing.write(self.ready, where, form=_FORMS[form], budget=limit, wishes=self._wishes(task))
        if form != "json":
            return made
        text = json.dumps(records.records(made, where, limit), ensure_ascii=False, indent=2)
        return Listing(text=text, skills=made.skills, left_out=made.left_out, longest=made.longest, chars=made.chars)

    def _wishes(self, task: str) -> Wishes:
        return Wishes(pinned=self._settings.pinned, last_used=self._used, task=task)

    def _full(self, where: str, system: str, limit: Budget, task: str, *, home_tilde: bool) -> Listing:
        place = self._locations(where, home_tilde=home_tilde)

        def body_of(one: Ready) -> tuple[str, str] | None:
            try:
                return read_body(one, self._folder(one, where)), os.path.dirname(place(one))
            except (ChangedWhileRead, CannotSeal) as exc:
                self.notices = (*self.notices, f"{one.skill.name}: {exc}")
                return None

        ranked = select.order(self.ready, self._wishes(task))
        made = full.inject(ranked, body_of, system=system, max_injected=self._settings.max_injected, budget=limit)
        self._note_use([one.skill.key for one in made.skills])  # a body in the prompt is a use
        return Listing(text=made.text, skills=made.skills, left_out=made.left_out, chars=len(made.text))

    def _folder(self, ready: Ready, which: str) -> Path:
        return self.sealed_copy(ready) if which == "sealed" else ready.skill.path

    def _locations(self, which: str, *, home_tilde: bool) -> Locations:
        def location(ready: Ready) -> str:
            path = str(self._folder(ready, which) / ready.skill.manifest.dialect.value)
            return tilde(path, (self._settings.home,)) if home_tilde else path

        return location

    def sealed_copy(self, ready: Ready) -> Path:
        """The folder of the sealed copy, made if need be."""
        if ready.seal is None:
            raise ChangedWhileRead(f"{ready.skill.name} has no seal in this snapshot")
        return sealed.keep(ready.skill, ready.seal, sealed.store_for(Path(self._settings.state)))

    def text(self, name: str) -> str:
        """One skill's body for the model, wrapped, from its sealed copy, with `{baseDir}` made real."""
        ready = self.named(name)
        folder = self.sealed_copy(ready)
        self._note_use([ready.skill.key])
        return body.wrap(ready, read_body(ready, folder), str(folder))

    def find(self, query: str, limit: int = 10) -> tuple[Found, ...]:
        """Ready skills that answer a query, best first."""
        if self._index is None:
            self._index = Index(self.ready)
        return self._index.find(query, limit)


def read_body(ready: Ready, folder: Path) -> str:
    """The text of a SKILL.md, if it is still the one this snapshot knows. Raises ChangedWhileRead."""
    name = ready.skill.manifest.dialect.value
    try:
        with Folder.open(str(folder)) as place:
            data = place.read(name, 1 << 30)[0]
    except (OSError, TooLarge) as exc:
        raise ChangedWhileRead(f"{folder / name} cannot be read any more: {exc}") from exc
    if hashlib.sha256(data).hexdigest() != ready.skill.manifest_digests.get(name):
        raise ChangedWhileRead(f"{folder / name} changed since the snapshot", advice="take a new snapshot")
    return skill_md.body(data, ready.skill.manifest)
