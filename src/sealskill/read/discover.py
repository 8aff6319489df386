"""The walk over one root: a stream of drafts, of what could not be read and of what was passed by.

One `scandir` per folder and no path looked up twice. A folder with a manifest is a package and ends the search there;
an external root is searched on below packages, for `skill.json` alone.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence

from sealskill.model.draft import Draft, Passed, Root, Unreadable
from sealskill.model.manifest import Dialect
from sealskill.model.settings import Settings
from sealskill.model.value import Value
from sealskill.read.folder import Folder, inside
from sealskill.read.ignore import Ignore
from sealskill.read.links import Leads, Links
from sealskill.read.package import draft
from sealskill.read.reading import Shelf
from sealskill.read.walk import MANIFESTS, Package, manifests, manifests_below, not_counted, skipped


class Notice(Value):
    """Something a person should hear that belongs to no single package."""

    text: str
    unseen: bool = False
    """Whether something was left out that was to be looked at."""


_MEANT = frozenset(map(str.lower, MANIFESTS))
Found = Draft | Unreadable | Passed | Notice


def discover(roots: Sequence[Root], settings: Settings, shelf_of: Callable[[str], Shelf]) -> Iterator[Found]:
    """Everything in all roots, highest precedence first. What cannot be read appears as `Unreadable`."""
    real = {root.path: os.path.realpath(root.path) for root in roots}
    for root in roots:
        others = frozenset(real.values()) - {real[root.path]}
        yield from Walk(root, settings, shelf_of(real[root.path]), others).run()


class Walk:
    """One walk over one root. `others` are the real paths of the other roots."""

    def __init__(self, root: Root, settings: Settings, shelf: Shelf, others: frozenset[str]) -> None:
        self.root = root
        self.settings = settings
        self.limits = settings.limits
        self.shelf = shelf
        self.real = os.path.realpath(root.path)
        self.others = others
        self.links = Links(self.real, settings.load.allow_link_targets, others)
        self.seen: set[tuple[int, int]] = set()
        self.followed: list[str] = []
        self.skipped: list[tuple[str, Passed]] = []
        self.entries = 0
        self.packages = 0
        self.over = ""

    def run(self) -> Iterator[Found]:
        """Everything in the root. A missing root is nothing; an unreadable one is said."""
        try:
            place = Folder.open(self.real)
        except FileNotFoundError:
            return
        except OSError as exc:
            yield Unreadable(path=self.root.path, why=_why(exc), manifest=False)
            return
        with place:
            yield from self._enter(place, 0, None)
        # Now all links are known: what one of them opened a way to is not passed by after all.
        for folder, one in self.skipped:
            if not any(inside(one.path, real) and inside(real, folder) for real in self.followed):
                yield one
        if self.over:
            yield Notice(text=f"{self.root.path}: {self.over}", unseen=True)

    def _enter(self, place: Folder, depth: int, outer: Ignore | None) -> Iterator[Found]:
        try:
            scanned = place.scan()
        except OSError as exc:
            yield Unreadable(path=place.path, why=_why(exc), manifest=False)
            return
        self.entries += len(scanned)
        if self.entries > self.limits.max_entries_per_root:
            self._stop(place, self.limits.max_entries_per_root, "entries", "max_entries_per_root")
            return
        ignore = self._ignore(place, scanned, outer)
        if ignore is not None:
            yield from self._ignored(place, scanned, ignore)
        names = {found.name for found in manifests(scanned) if not _hides(ignore, place, found)}
        yield from self._package(place, scanned, names) if names else self._group(place, scanned, depth, ignore)

    def _ignored(self, place: Folder, scanned: list[os.DirEntry[str]], ignore: Ignore) -> Iterator[Found]:
        """What the ignore files of this very folder hide, and what is wrong with them."""
        for text in ignore.notices:
            yield Notice(text=text)
        for found in manifests(scanned):
            if _hides(ignore, place, found):
                yield Passed(path=f"{place.path}{os.sep}{found.name}", state="skipped", why="an ignore file names it")

    def _ignore(self, place: Folder, scanned: list[os.DirEntry[str]], outer: Ignore | None) -> Ignore | None:
        return Ignore(place, [found.name for found in scanned], outer) if self.settings.load.ignore_files else None

    def _stop(self, place: Folder, cap: int, what: str, limit: str) -> None:
        self.over = f"stopped at {place.path} after {cap} {what}; what follows is left out (skills.limits.{limit})"

    def _group(
        self, place: Folder, scanned: list[os.DirEntry[str]], depth: int, ignore: Ignore | None
    ) -> Iterator[Found]:
        """A folder that is no package: what stands in it may be."""
        yield from _misnamed(place, scanned)
        for found in scanned:
            if self.over:
                return
            path = f"{place.path}{os.sep}{found.name}"
            if path in self.others:
                continue  # a root of its own, with its own place in the order
            if found.is_symlink():
                if not skipped(found.name):
                    yield from self._link(path, depth, ignore)
            elif not found.is_dir(follow_symlinks=False):
                continue
            elif skipped(found.name):
                yield from self._skip(place, found.name, f"{found.name} is a folder that is never searched")
            elif _hides(ignore, place, found):
                yield from self._skip(place, found.name, "an ignore file names its folder")
            else:
                yield from self._child(place, found.name, depth, ignore)

    def _child(self, place: Folder, name: str, depth: int, ignore: Ignore | None) -> Iterator[Found]:
        path = f"{place.path}{os.sep}{name}"
        if depth >= self.limits.max_depth:
            yield self._too_deep(path)
            return
        try:
            child = place.child(name)
        except OSError as exc:
            yield Unreadable(path=path, why=_why(exc), manifest=False)
            return
        with child:
            yield from self._enter(child, depth + 1, ignore)

    def _too_deep(self, path: str) -> Notice:
        cap = self.limits.max_depth
        return Notice(text=f"{path}: deeper than {cap} folders, left out (skills.limits.max_depth)", unseen=True)

    def _skip(self, place: Folder, name: str, why: str) -> Iterator[Notice]:
        """Count the manifests in a folder that is not searched; they are told at the end of the walk."""
        paths, whole = manifests_below(place, name, self.limits.max_skipped_entries, self.others)
        for path in paths:
            one = Passed(path=f"{place.path}{os.sep}{path}", state="skipped", why=why)
            self.skipped.append((f"{place.path}{os.sep}{name}", one))
        if not whole:
            yield Notice(text=not_counted(f"{place.path}{os.sep}{name}", self.limits.max_skipped_entries))

    def _link(self, path: str, depth: int, ignore: Ignore | None) -> Iterator[Found]:
        """A link to a folder: followed where it stays in the root or a person allowed its target."""
        judged = self.links.judge(path)
        if not isinstance(judged, Leads):
            if judged:
                yield judged if isinstance(judged, Unreadable) else Notice(text=judged)
            return
        try:
            child = Folder.open(judged.real)
        except OSError as exc:
            yield Unreadable(path=path, why=_why(exc), manifest=False)
            return
        with child:
            if not self._first_visit(child):
                yield Notice(text=f"{path}: links to {judged.real}, which was looked at already")
            elif depth >= self.limits.max_depth:
                yield self._too_deep(path)
            else:
                self.followed.append(judged.real)
                yield from self._enter(child, depth + 1, ignore)

    def _first_visit(self, place: Folder) -> bool:
        """Whether a folder is entered by a link for the first time: links may form a ring."""
        state = place.state()
        before = len(self.seen)
        self.seen.add((state.st_dev, state.st_ino))
        return len(self.seen) > before

    def _package(self, place: Folder, scanned: list[os.DirEntry[str]], names: set[str]) -> Iterator[Found]:
        self.packages += 1
        if self.packages > self.limits.max_candidates_per_root:
            self._stop(place, self.limits.max_candidates_per_root, "packages", "max_candidates_per_root")
            return
        package = Package(place.path, self.limits, self.others).walk(place, scanned)
        self.entries += len(package.entries) + package.folders
        yield from draft(self, place, package, names)
        for text in package.notices:
            yield Notice(text=text)
        yield from self._deeper(place, package.passed)

    def _deeper(self, place: Folder, passed: Sequence[Passed]) -> Iterator[Found]:
        """Manifests inside a package: counted, but where the root is searched on a `skill.json` is a package."""
        nested = {one.path for one in passed if one.state == "nested" and self.root.searched_on}
        for one in passed:
            folder, name = os.path.split(one.path)
            tool = os.path.join(folder, Dialect.SKILL_JSON.value)
            if tool not in nested or name == Dialect.SKILL_MD:
                yield one
            elif name == Dialect.SKILL_JSON:
                yield from self._inner(place, folder, {os.path.basename(other) for other in nested & _pair(folder)})

    def _inner(self, place: Folder, folder: str, names: set[str]) -> Iterator[Found]:
        try:
            with place.below(os.path.relpath(folder, place.path)) as inner:
                package = Package(folder, self.limits).walk(inner, inner.scan())
                yield from draft(self, inner, package, names)
        except OSError as exc:
            yield Unreadable(path=os.path.join(folder, Dialect.SKILL_JSON.value), why=_why(exc))


def _hides(ignore: Ignore | None, place: Folder, found: os.DirEntry[str]) -> bool:
    if ignore is None:
        return False
    return ignore.hides(f"{place.path}{os.sep}{found.name}", folder=found.is_dir(follow_symlinks=False))


def _pair(folder: str) -> set[str]:
    """The two manifests of a folder that exclude each other."""
    return {os.path.join(folder, dialect.value) for dialect in (Dialect.SKILL_JSON, Dialect.SKILL_YAML)}


def _misnamed(place: Folder, scanned: list[os.DirEntry[str]]) -> Iterator[Found]:
    """What was surely meant as a manifest: a `skill.md`, which some systems read, or a folder of a manifest's name."""
    for found in scanned:
        if found.name.lower() not in _MEANT:
            continue
        path, folder = f"{place.path}{os.sep}{found.name}", found.is_dir(follow_symlinks=False)
        if folder and found.name in MANIFESTS:
            yield Unreadable(path=path, why="it is a folder", advice="a manifest is a file")
        elif not folder and found.name.lower() == "skill.md" and found.name != Dialect.SKILL_MD:
            advice = f"rename {found.name} to SKILL.md"
            yield Unreadable(path=path, why="the file must be called SKILL.md", advice=advice)


def _why(exc: OSError) -> str:
    if exc.errno == errno.ELOOP:
        return "it is a link, or links form a ring"
    return exc.strerror or str(exc)
