"""The environment of one child: which variables it is given, where each comes from, and what it is refused.

    1. Name what the child may have: `of_tool` for a subprocess tool, `of_text` for what runs with the secrets of a
       text skill, `of_nobody` for what runs with none. Nothing is fetched to say so, and nothing is changed.
    2. Decide about the call: `Wanted.secrets` is what it would be handed.
    3. Fetch the values and put them together: `filled`. It goes to that child and nowhere else.

The caller still owes: the grants that count for this very skill, and that every value of `Environment.secrets` is
told to whoever redacts before the child is started.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sealskill.model.environment import SCRATCH, never_passes, overrides, plain, unfit
from sealskill.model.manifest import Dialect, ToolSpec
from sealskill.model.settings import EntrySettings, Secret
from sealskill.model.skill import Ready
from sealskill.model.value import Value

_EMPTY = EntrySettings()
_ALWAYS = ("PATH", "HOME", "TMPDIR", "LANG", "TZ")


class Dropped(Value):
    """A variable that was wanted and is not handed over."""

    name: str
    why: str
    advice: str = ""
    """How a person could hand it over; "" where nobody can."""


class Wanted(Value):
    """What a child would be given, by name. No secret was fetched to find out."""

    ours: tuple[str, ...] = ()
    """Taken from our own environment."""
    kept: Mapping[str, Secret] = {}
    """Taken from where the settings say."""
    dropped: tuple[Dropped, ...] = ()
    ungranted: tuple[str, ...] = ()
    """Names of a stranger's text that are there and that nobody gave to it: a decision denies a call for them."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """What a decision is told: everything that is more than where and in which language a program runs."""
        return tuple(name for name in (*self.ours, *self.kept, *self.ungranted) if not _harmless(name))


class Environment(Value):
    """What one child is given. It shows the names and never a value."""

    values: Mapping[str, str] = {}
    dropped: tuple[Dropped, ...] = ()

    @property
    def secrets(self) -> dict[str, str]:
        """The values that no output may hold, by name."""
        return {name: value for name, value in self.values.items() if not _harmless(name)}

    def __repr__(self) -> str:
        return f"Environment({', '.join(self.values)})"

    def __rich_repr__(self) -> list[Any]:
        # Without this, rich would print the fields: in a traceback with locals, for one.
        return list(self.values)


class _Case(Value):
    """One skill, and what was given to it."""

    ready: Ready
    entry: EntrySettings
    granted: frozenset[str]
    names: frozenset[str]
    """What its manifest names exactly."""
    ours: Mapping[str, str]
    """What is set in our own environment, as far as it counts."""

    def __repr__(self) -> str:
        return f"_Case({self.ready.skill.key})"

    @property
    def stranger(self) -> bool:
        return self.ready.trust.level.tier > 0

    @property
    def own(self) -> EntrySettings:
        """What is kept for it; nothing where it is kept for another package."""
        return self.entry if self.entry.meant_for(self.ready.trust.level, self.ready.seal) else _EMPTY

    def kept(self, name: str, entry: EntrySettings) -> Secret | None:
        primary = name == self.ready.skill.manifest.primary_env
        found = (entry.env.get(name), entry.api_key if primary else None)
        return next((one for one in found if one is not None and one.expected(self.ours)), None)


def of_nobody(ours: Mapping[str, str]) -> Wanted:
    """What runs with no skill's secrets: where and in which language, and nothing else."""
    return Wanted(ours=tuple(name for name in (*_ALWAYS, *_spoken(ours)) if name in SCRATCH or name in ours))


def of_tool(
    ready: Ready, tool: ToolSpec, ours: Mapping[str, str], *, entry: EntrySettings = _EMPTY, granted: Iterable[str] = ()
) -> Wanted:
    """What a subprocess tool is given: the names its manifest lists and nothing else; none listed is none given."""
    names = frozenset(tool.env_allow)
    case = _Case(ready=ready, entry=entry, granted=frozenset(granted), names=names, ours=ours)
    return _sorted_out(case, dict.fromkeys(tool.env_allow), ask=False)


def of_text(
    ready: Ready, ours: Mapping[str, str], *, entry: EntrySettings = _EMPTY, granted: Iterable[str] = ()
) -> Wanted:
    """What runs with a text skill's secrets: what it requires, and what a person keeps for it. A bundle has none."""
    manifest = ready.skill.manifest
    if manifest.dialect is not Dialect.SKILL_MD:
        return of_nobody(ours)
    required = [*manifest.requires.env, *(one.name for one in manifest.env_vars if one.required)]
    required += [manifest.primary_env] if manifest.primary_env else []
    here = {name: value for name, value in ours.items() if value}  # as the gate says: an empty one is missing
    names = frozenset([*required, *(one.name for one in manifest.env_vars)])
    case = _Case(ready=ready, entry=entry, granted=frozenset(granted), names=names, ours=here)
    always = of_nobody(ours).ours
    return _sorted_out(case, dict.fromkeys([*required, *entry.env, *sorted(case.granted)]), ask=True, given=always)


def _sorted_out(case: _Case, names: Iterable[str], *, ask: bool, given: tuple[str, ...] = ()) -> Wanted:
    """Each name where it belongs. `ask` is for what a decision denies; without it, it is only left out."""
    ours, kept, dropped, ungranted = list(given), {}, [], []
    for name in names:
        found = name if name in given else _looked_up(case, name)
        if isinstance(found, Dropped):
            dropped.append(found)
            ungranted += [name] if ask and _given_away(case, name) else []
        elif isinstance(found, Secret):
            kept[name] = found
        elif found and name not in given:
            ours.append(name)
    return Wanted(ours=tuple(ours), kept=kept, dropped=tuple(dropped), ungranted=tuple(ungranted))


def _looked_up(case: _Case, name: str) -> str | Secret | Dropped | None:
    """Its own name where it is ours, a secret where it is kept, why it is dropped, or None where it is nowhere."""
    why = _barred(case, name)
    if why:
        return Dropped(name=name, why=why)
    if name in SCRATCH and name in case.names:
        return name
    if name in case.ours:
        return name if _may_have(case, name) else _not_granted(case, name)
    kept = case.kept(name, case.own)
    if kept is None and case.kept(name, case.entry) is not None:
        return _anothers(case, name)
    return kept


def _barred(case: _Case, name: str) -> str:
    why = never_passes(name)
    if not why and overrides(name) and name not in case.names:
        return "it steers other programs or is an account, and the manifest does not name it"
    return why


def _may_have(case: _Case, name: str) -> bool:
    """Whether a variable of ours was given to it: a stranger has what is granted, or kept for its very seal."""
    return not case.stranger or plain(name) or name in case.granted or case.kept(name, case.own) is not None


def _given_away(case: _Case, name: str) -> bool:
    """Whether all that is missing is somebody who gives it."""
    return not _barred(case, name) and name in case.ours


def _not_granted(case: _Case, name: str) -> Dropped:
    key = case.ready.skill.key
    advice = f"sealskill grants add {shlex.quote(key)} --env {shlex.quote(name)}"
    return Dropped(name=name, why=f"nobody gave it to {key}, which is {case.ready.trust}", advice=advice)


def _anothers(case: _Case, name: str) -> Dropped:
    key, seal = case.ready.skill.key, case.ready.seal or "its seal"
    why = f"it is kept for another package; this one is {case.ready.trust}"
    return Dropped(name=name, why=why, advice=f"set skills.entries.{key}.seal to {seal} to let it have it")


def filled(wanted: Wanted, ours: Mapping[str, str], reveal: Callable[[Secret], str], scratch: str) -> Environment:
    """The values. Raises what `reveal` raises where a secret is not where the settings say."""
    values: dict[str, str] = {}
    dropped = list(wanted.dropped)
    for name in (*wanted.ours, *wanted.kept):
        secret = wanted.kept.get(name)
        value = scratch if name in SCRATCH else ours[name] if secret is None else reveal(secret)
        why = unfit(name, value)
        if why:
            dropped.append(Dropped(name=name, why=why))
        else:
            values[name] = value
    return Environment(values=values, dropped=tuple(dropped))


def _spoken(ours: Mapping[str, str]) -> list[str]:
    return sorted(name for name in ours if name.startswith("LC_"))


def _harmless(name: str) -> bool:
    return plain(name) or name in SCRATCH
