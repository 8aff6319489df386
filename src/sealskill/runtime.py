"""Runtime: discover (and parse) → check → trust → rank → scan → gate, and a snapshot of what came through.

This is the whole walk; each step is one room's one act, and rooms know nothing of each other.
"""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import msgspec

from sealskill import host as machine
from sealskill import settings as settings_room
from sealskill.check import gate, rank, spec, trust
from sealskill.check.rank import Candidate
from sealskill.check.spec import Profile
from sealskill.errors import CannotSeal, ChangedWhileRead, UsageError
from sealskill.model.draft import Draft, Passed, Root, RootLabel, Unreadable
from sealskill.model.inventory import Inventory, Listed
from sealskill.model.opinion import Estimate
from sealskill.model.persona import Persona
from sealskill.model.problem import Problem
from sealskill.model.report import Scanned
from sealskill.model.settings import Settings, Shown
from sealskill.model.skill import Blocked, Invalid, Ready, Skill
from sealskill.model.verdict import Verdict
from sealskill.prompt.commands import commands
from sealskill.read import digest, roots
from sealskill.read import hooks as hook_files
from sealskill.read.discover import Found, Notice, discover
from sealskill.read.origin import Records
from sealskill.session import loader_log, lookup, validation, watch
from sealskill.session.agents import Agents
from sealskill.session.judging import Judge
from sealskill.session.opinions import Opinions
from sealskill.session.provenance import Provenance
from sealskill.session.scanning import Asking, Progress, Scanning
from sealskill.session.seals import Seals
from sealskill.session.snapshot import Snapshot
from sealskill.session.workspaces import Workspaces, standing
from sealskill.store.cache import Cache
from sealskill.store.lock import Lock

BUNDLED = Path(__file__).parent / "bundled"
_SEALS = BUNDLED / "SEALS"


T = TypeVar("T")
_log = logging.getLogger(__name__)


class Runtime(Agents):
    """Everything that was found, and what may be used of it. Make one with `Runtime.load()`."""

    def __init__(self, settings: Settings, shown: tuple[Shown, ...], asked: _Asked, cache: Cache, lock: Lock) -> None:
        self.settings = settings
        self.shown = shown
        self.workspaces = Workspaces(lock)
        self._asked = asked
        self._cache = cache
        self._lock = lock
        self._seals = Seals(cache)
        self._scanning = Scanning(cache, self._seals, Opinions(cache, asked.environ))
        self.inventory = Inventory()
        super().__init__(settings, asked.environ)

    @classmethod
    def load(
        cls,
        *,
        workspace: Path | str | None = None,
        roots: Sequence[Path | str] = (),
        environ: Mapping[str, str] | None = None,
        home: Path | str | None = None,
        overrides: Mapping[str, Any] = {},
        tools: Iterable[str] = (),
        seal: bool = False,
        progress: Progress | None = None,
    ) -> Runtime:
        """Find every skill there is for a workspace and say of each whether it may be used here, now.

        Takes what `open` takes. A broken skill is a value in `inventory`, never an error.
        """
        runtime = cls.open(
            workspace=workspace, roots=roots, environ=environ, home=home, overrides=overrides, tools=tools, seal=seal,
            progress=progress,
        )  # fmt: skip
        runtime.refresh()
        return runtime

    @classmethod
    def open(
        cls,
        *,
        workspace: Path | str | None = None,
        roots: Sequence[Path | str] = (),
        environ: Mapping[str, str] | None = None,
        home: Path | str | None = None,
        overrides: Mapping[str, Any] = {},
        tools: Iterable[str] = (),
        seal: bool = False,
        progress: Progress | None = None,
    ) -> Runtime:
        """A runtime that has read its settings and looked at no skill yet; `refresh` looks.

        `roots` are looked into instead of the usual places. `tools` are the names a host application registered for
        `tools[].impl`. `seal` hashes every package instead of only those whose seal is known. `progress` is told how
        many of how many packages are scanned. Raises BadSettings, BadLock, or NoFolder where the workspace is not
        there.
        """
        env = os.environ if environ is None else environ
        house = Path(home if home is not None else env.get("HOME") or Path.home())
        place = standing(workspace)
        lock = Lock(settings_room.state_folder(env, house) / "lock.json")
        settings, shown = settings_room.load(
            environ=env, home=house, workspace=place, overrides=overrides, trust=Workspaces(lock).trusts
        )
        asked = _Asked(
            roots=tuple(str(path) for path in roots), environ=env, tools=tuple(tools), seal=seal, progress=progress
        )
        return cls(settings, shown, asked, Cache(Path(settings.state) / "cache", _edition(settings)), lock)

    def refresh(self) -> Inventory:
        """Look again, with the settings as they were read. Snapshots already taken do not change."""
        collecting = gc.isenabled()
        gc.disable()  # a load makes many small values and no cycles: collecting half-way costs a third
        try:
            self.inventory = self._load()
            self._cache.flush()
        finally:
            if collecting:
                gc.enable()
        return self.inventory

    def _load(self) -> Inventory:
        places = self._places()
        judge = Judge.of(self.settings.scan)
        notices = [*self._notices(), *judge.complaints()]
        # 1. Discover and parse.
        found = tuple(discover(places, self.settings, self._cache.shelf))
        # 2. A draft becomes a skill, or says everything that is wrong with it.
        checked = tuple(spec.check(one) for one in found if isinstance(one, Draft))
        # 3. Where it came from decides how far it is believed.
        provenance = Provenance(Records(self.settings.workspace, self.settings.home), self._lock)
        candidates = [self._candidate(one, provenance) for one in checked if isinstance(one, Skill)]
        provenance.flush(notices.append)
        # 4. Who stands in front of whom, and who claims what is another's.
        ranking = rank.settle(candidates, self.settings.limits.max_skills_loaded_per_source)
        # 5. What the scanner says of each: from memory where nothing changed, else from its bytes.
        scans = list(self._scanning.at_load([one.skill for one in ranking.winners], judge, self._asked.progress))
        # 6. May it be used on this host, now?
        host = self._host(one.skill for one in ranking.winners)
        gated = [
            gate.check(
                one.skill, host, self.settings, one.trust, scan.verdict if scan else Verdict.NOT_SCANNED,
                seal=self._seal(one.skill), identity=ranking.collisions.get(one.skill.folder), scan=scan,
            )
            for one, scan in zip(ranking.winners, scans, strict=True)
        ]  # fmt: skip
        ready = tuple(one for one in gated if isinstance(one, Ready))
        blocked = tuple(one for one in gated if isinstance(one, Blocked))
        invalid = tuple(one for one in checked if isinstance(one, Invalid))
        return Inventory(
            ready=ready,
            blocked=blocked,
            shadowed=ranking.shadowed,
            invalid=invalid,
            unreadable=_of(found, Unreadable),
            passed=_of(found, Passed),
            roots=places,
            notices=(*notices, *(one.text for one in _of(found, Notice))),
            log=tuple(loader_log.lines(self.settings, found, invalid, ranking, gated)),
        )

    def _places(self) -> tuple[Root, ...]:
        if self._asked.roots:
            return roots.named(self._asked.roots, self.settings)
        return roots.usual(self.settings, BUNDLED)

    def _notices(self) -> Iterator[str]:
        for row in self.shown:
            if row.ignored:
                yield f"{row.source}: {row.key} is ignored: {row.ignored}"
        if not self._asked.roots:
            for system, path in roots.elsewhere(self.settings):
                yield f"{path} is not read; add {system} to skills.load.also to read it"

    def _candidate(self, skill: Skill, provenance: Provenance) -> Candidate:
        origin = provenance.origin(skill)
        bundled = skill.root.label is RootLabel.BUNDLED
        seal = self._seals.if_possible(skill) if bundled else self._seal(skill)
        believed = trust.judge(skill.root, origin, seal, _builtin())
        known = msgspec.structs.replace(skill, origin=origin) if origin.source else skill
        return Candidate(skill=known, trust=believed)

    def _seal(self, skill: Skill) -> str | None:
        """The seal if it is known, asked for, or needed to tell whose secrets these are."""
        if self._asked.seal or self.settings.entry(skill.key).seal:
            return self._seals.if_possible(skill)
        return self._seals.known(skill)

    def _host(self, skills: Iterable[Skill]) -> Any:
        wanted = {
            name for skill in skills for name in (*skill.manifest.requires.bins, *skill.manifest.requires.any_bins)
        }
        return machine.probe(wanted, self._asked.environ, self.settings.host_config, self._asked.tools)

    @property
    def skills(self) -> tuple[Ready | Blocked, ...]:
        """Every skill that exists here, usable or not."""
        return self.inventory.skills

    @property
    def ready(self) -> tuple[Ready, ...]:
        """The skills that may be used here, now."""
        return self.inventory.ready

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with any package, usable or not."""
        return tuple(
            problem
            for one in self.inventory
            for problem in (one.problems if isinstance(one, Invalid) else one.skill.problems)
        )

    @property
    def registered(self) -> int:
        """How many `skill.json` packages were registered, as their format's loader counts."""
        return sum(line.startswith(loader_log.REGISTERED) for line in self.inventory.log)

    @property
    def hooks(self) -> tuple[hook_files.Found, ...]:
        """The hooks in our own folder, read afresh. Nothing runs them yet."""
        return tuple(hook_files.discover(str(Path(self.settings.state) / "hooks"), self.settings))

    @property
    def commands(self) -> dict[str, str]:
        """Folder of a ready skill → the command a user may type for it."""
        return {one.skill.folder: name for name, one in commands(self.inventory.ready).items()}

    def named(self, name: str) -> Listed:
        """The package of that name, key or slug. Raises UnknownSkill, with the names that look like it."""
        return lookup.find(self.inventory, name)

    def watch(
        self, *, poll: bool = False, stop: Event | None = None, notice: Callable[[str], None] = _log.warning
    ) -> Iterator[Inventory]:
        """Look again whenever something changes and yield what is there now, until `stop` is set.

        Snapshots already taken stay as they are; take a new one. Raises UsageError where `skills.load.watch` is off.
        """
        if not self.settings.load.watch:
            raise UsageError("watching is switched off", advice="set skills.load.watch: true")
        places = [root.path for root in self.inventory.roots or self._places()]
        debounce = self.settings.load.watch_debounce_ms
        for _ in watch.ticks(places, debounce, poll=poll, stop=stop or Event(), notice=notice):
            before = self.inventory
            if self.refresh() != before:
                yield self.inventory

    def snapshot(self, persona: Persona | str | None = None) -> Snapshot:
        """Freeze what is ready now, each skill with its seal. What cannot be sealed is left out and said in `notices`.

        A persona with a list of skills sees no others.
        """
        who = self.persona(persona) if isinstance(persona, str) else persona
        sealed, left_out = [], []
        for one in self.inventory.ready:
            if who is not None and who.skills is not None and one.skill.name not in who.skills:
                continue
            try:
                sealed.append(self._sealed(one))
            except (CannotSeal, ChangedWhileRead) as exc:
                left_out.append(f"{one.skill.name}: {exc}")
        self._cache.flush()
        return Snapshot(
            tuple(sealed),
            self.settings,
            version=time.time_ns(),
            persona=who,
            used=self._cache.used(),
            note_use=self._cache.note_use,
            notices=(*left_out, *(self._personas().vain(who) if who else ())),
        )

    def _sealed(self, one: Ready) -> Ready:
        """A ready skill with the seal it has now, which is the seal that was scanned or an error."""
        if not digest.unmoved(one.skill):
            raise ChangedWhileRead("it changed since it was listed", advice="load it again")
        seal = self._seals.of(one.skill)
        if one.scan is None or one.scan.report.seal != seal:
            raise ChangedWhileRead("it is not what was scanned", advice="load it again")
        return msgspec.structs.replace(one, seal=seal)

    def scan(
        self, path: Path | str, *, jobs: int = 0, only: Sequence[str] = (), kept: bool = True,
        progress: Progress | None = None, judge: bool | None = None, judging: Progress | None = None,
        before: Callable[[Estimate], None] | None = None,
    ) -> Iterator[Scanned | Unreadable]:  # fmt: skip
        """Scan what stands at a path: a skill, a tree of skills, an archive, any folder or file.

        Yields a `Scanned` for each package, its path spelt as `path` joined with its place under it, and an
        `Unreadable` for whatever could not be looked at. `jobs` are the processes, 0 one for each processor; `only`
        the ids of the rules to look with; without `kept` every byte is read anew. `judge` asks the second reader of
        `scan.judge`, or does not; None does what the settings say. `judging` is told how far that is, and `before` what
        it is going to take. Raises BadSettings for a baseline that cannot be read, UsageError for a rule that is not
        there, and HostError where a judge is to be asked and cannot be: no address, no key.
        """
        asking = Asking(
            ask=self.settings.scan.judge.enabled if judge is None else judge, progress=judging, before=before
        )
        yield from self._scanning.at_path(
            str(path), self.settings, Judge.of(self.settings.scan), jobs, only, kept=kept, progress=progress,
            asking=asking,
        )  # fmt: skip
        self._cache.flush()

    @property
    def scan_notices(self) -> tuple[str, ...]:
        """Settings of scanning that are not obeyed, and waivers that waive nothing."""
        ours = (row for row in self.shown if row.ignored and row.key.startswith("scan"))
        ignored = (f"{row.source}: {row.key} is ignored: {row.ignored}" for row in ours)
        return (*ignored, *Judge.of(self.settings.scan).complaints())

    def validate(self, path: Path | str, profile: str = Profile.SPEC) -> Iterator[validation.Examined]:
        """Everything that is wrong with what stands at a path, under a profile; nothing if nothing is there.

        Skills are looked for below any folder; personas in one called `personas` or `agents`, hooks in `hooks`.
        """
        yield from validation.examine(Path(path).absolute(), Profile(profile), self.settings, self._cache.shelf)
        self._cache.flush()


class _Asked(msgspec.Struct, frozen=True):
    """What the caller of `load` asked for besides settings."""

    roots: tuple[str, ...]
    environ: Mapping[str, str]
    tools: tuple[str, ...]
    seal: bool
    progress: Progress | None


def _of(found: Sequence[Found], kind: type[T]) -> tuple[T, ...]:
    return tuple(one for one in found if isinstance(one, kind))


def _edition(settings: Settings) -> str:
    """What readings depend on besides the files: the limits they were parsed under."""
    return hashlib.sha256(msgspec.msgpack.encode(msgspec.to_builtins(settings.limits))).hexdigest()[:16]


@cache
def _builtin() -> frozenset[str]:
    """The seals of the skills that ship with us, read once: they are a part of this program."""
    try:
        lines = _SEALS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return frozenset()
    return frozenset(line.split()[0] for line in lines if line.startswith("sha256:"))
