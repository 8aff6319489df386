"""The reports of one runtime: kept ones where nothing changed and the scanner is the same, new ones from the bytes.

A report is kept under the seal it belongs to, the digest of what is not sealed, and the name; never a verdict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack

import msgspec

from sealskill.model.draft import Unreadable
from sealskill.model.opinion import Estimate, Opinion
from sealskill.model.report import Report, Scanned, Why
from sealskill.model.settings import JudgeSettings, Settings
from sealskill.model.skill import Skill
from sealskill.model.value import Value
from sealskill.read.whole import Subject
from sealskill.scan.engine import engine
from sealskill.scan.judge.weigh import weighed
from sealskill.session import catalogue, crew, examiner, judging
from sealskill.session.examiner import Examined, Wanted, subject_of
from sealskill.session.judging import Judge
from sealskill.session.opinions import Case, Opinions
from sealskill.session.places import Places
from sealskill.session.seals import Seals
from sealskill.store.cache import Cache

Progress = Callable[[int, int], None]
"""Told after each package: how many are done, of how many."""


class Asking(Value):
    """Whether a second reader is asked in a scan, and who is told of it."""

    ask: bool = False
    progress: Progress | None = None
    before: Callable[[Estimate], None] | None = None
    """Told what it is going to take, before anything is sent."""


_NOBODY = Asking()
_MATCHER = "matcher"
_ENCODE = msgspec.msgpack.Encoder()
_DECODE = msgspec.msgpack.Decoder(Report)


class Scanning:
    """Reports, and where they are kept."""

    def __init__(self, cache: Cache, seals: Seals, opinions: Opinions) -> None:
        self._cache = cache
        self._seals = seals
        self._opinions = opinions

    def scanned(
        self, wanted: Sequence[Wanted], judge: Judge, *, jobs: int = 0, only: Sequence[str] = (), kept: bool = True,
        progress: Progress | None = None,
    ) -> Iterator[Scanned]:  # fmt: skip
        """A verdict on each package, in order. With `only` some rules, or without `kept`, every byte is read anew."""
        known = self.known([one.subject for one in wanted]) if kept and not only else {}
        todo = [one.subject for one in wanted if one.subject.folder not in known]
        fresh = crew.examined(todo, jobs, only, matcher=self._matcher() if todo else b"")
        for number, one in enumerate(wanted, 1):
            report = known.get(one.subject.folder)
            cached = report is not None
            if report is None:
                found = next(fresh)
                report = found.report
                if one.subject.root and not only:
                    self._keep(one.subject, found)
            if progress is not None:
                progress(number, len(wanted))
            yield judge.judged(report, one.path, one.subject.name, cached=cached)

    def at_load(
        self, skills: Sequence[Skill], judge: Judge, progress: Progress | None = None
    ) -> Iterator[Scanned | None]:
        """A verdict on each skill of a load, in order; None for one nobody has scanned, where loading scans nothing."""
        wanted = [Wanted(subject=subject_of(one), path=one.folder) for one in skills]
        if judge.settings.on_load:
            scans = self.scanned(wanted, judge, jobs=judge.settings.jobs, progress=progress)
            found = self._heard(wanted, scans, judge, _NOBODY)
            # A load finds the same whether it had to look or remembered.
            yield from (msgspec.structs.replace(one, cached=False) if one.cached else one for one in found)
            return
        known = self.known([one.subject for one in wanted])
        kept = [one for one in wanted if one.subject.folder in known]
        scans = (judge.judged(known[one.subject.folder], one.path, one.subject.name) for one in kept)
        told = {
            one.subject.folder: scan for one, scan in zip(kept, self._heard(kept, scans, judge, _NOBODY), strict=True)
        }
        yield from (told.get(one.subject.folder) for one in wanted)

    def at_path(
        self, path: str, settings: Settings, judge: Judge, jobs: int = 0, only: Sequence[str] = (), *,
        kept: bool = True, progress: Progress | None = None, asking: Asking = _NOBODY,
    ) -> Iterator[Scanned | Unreadable]:  # fmt: skip
        """A verdict on every package at a path, and whatever could not be looked at."""
        for rule in sorted(set(only) - judging.rule_ids()):
            raise catalogue.unknown(rule)
        if asking.ask:
            self._opinions.check(settings.scan.judge)
        with ExitStack() as keep:
            found = list(Places(settings, self._cache.shelf, keep).at(path))
            wanted = [one for one in found if isinstance(one, Wanted)]
            scans = self.scanned(wanted, judge, jobs=jobs, only=only, kept=kept, progress=progress)
            yield from self._heard(wanted, scans, judge, asking, kept=kept)
            yield from (one for one in found if isinstance(one, Unreadable))

    def _heard(
        self, wanted: Sequence[Wanted], scans: Iterable[Scanned], judge: Judge, asking: Asking, *, kept: bool = True
    ) -> Iterator[Scanned]:
        """The verdicts with the opinions of the second reader in them: those that are kept, and new ones if asked."""
        settings = judge.settings.judge
        if not (asking.ask or settings.enabled or settings.model):
            yield from scans
            return
        found = list(scans)
        opinions: list[Opinion | None] = [None] * len(found)
        if kept:
            known = self._opinions.kept(settings, [one.report.seal for one in found])
            opinions = [known.get(one.report.seal or "") for one in found]
        if asking.ask:
            opinions = self._asked(wanted, found, opinions, settings, asking)
        required = settings.required and (asking.ask or settings.enabled)
        for one, opinion in zip(found, opinions, strict=True):
            report = weighed(one.report, opinion, required=required)
            yield judge.judged(report, one.path, one.name, cached=one.cached, opinion=opinion)

    def _asked(
        self, wanted: Sequence[Wanted], found: Sequence[Scanned], opinions: Sequence[Opinion | None],
        settings: JudgeSettings, asking: Asking,
    ) -> list[Opinion | None]:  # fmt: skip
        """The opinions, with new ones where there is none. A package that stands there twice is asked about once."""
        open_ = [at for at, one in enumerate(opinions) if one is None]
        names = {at: found[at].report.seal or f"{at}" for at in open_}
        first: dict[str, int] = {}
        for at, name in names.items():
            first.setdefault(name, at)
        cases = [Case(subject=wanted[at].subject, seal=found[at].report.seal) for at in first.values()]
        if asking.before is not None:
            asking.before(self._opinions.estimate(settings, cases, len(found) - len(open_)))
        new = dict(zip(first, self._opinions.asked(settings, cases, asking.progress), strict=True))
        return [new[names[at]] if one is None else one for at, one in enumerate(opinions)]

    def known(self, subjects: Sequence[Subject]) -> dict[str, Report]:
        """Folder → the report that is kept of it, where no file of it has moved since."""
        keys = {one.folder: key for one in subjects if (key := self._key(one)) is not None}
        found = self._cache.reports(list(dict.fromkeys(keys.values())), engine())
        reports = {key: report for key, packed in found.items() if (report := _unpacked(packed)) is not None}
        return {folder: reports[key] for folder, key in keys.items() if key in reports}

    def _matcher(self) -> bytes:
        """The compiled anchors of this engine: kept like a report, as they too are made anew with each engine."""
        kept = self._cache.reports([_MATCHER], engine()).get(_MATCHER, b"")
        if examiner.usable(kept):
            return kept  # no rule is loaded where others are to scan
        try:
            packed = examiner.prepare()
        except Exception:  # noqa: BLE001  a rule that cannot be loaded: each package then says that it was not scanned
            return b""
        self._cache.keep_report(_MATCHER, engine(), packed)
        return packed

    def _key(self, one: Subject) -> str | None:
        if not one.root:
            return None
        seal = self._seals.known(one)
        loose = self._seals.loose(one) if one.tree.loose else ""
        return None if seal is None or loose is None else _key(seal, loose, one.name)

    def _keep(self, one: Subject, found: Examined) -> None:
        """Keep a report of a whole package whose files had settled; a crash is nothing to remember."""
        seal = found.report.seal
        crashed = any(lost.why is Why.CRASHED for lost in found.report.coverage.unread)
        if seal is None or found.loose is None or crashed:
            return
        self._seals.learn(one, seal, found.loose)
        try:
            packed = _ENCODE.encode(found.report)
        except (ValueError, TypeError, OverflowError):
            return  # a report no cache can hold is made anew each time
        self._cache.keep_report(_key(seal, found.loose, one.name), found.report.engine, packed)


def _key(seal: str, loose: str, name: str) -> str:
    return f"{seal} {loose} {hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _unpacked(packed: bytes) -> Report | None:
    try:
        return _DECODE.decode(packed)
    except msgspec.MsgspecError:
        return None  # kept by another make of ours: look again
