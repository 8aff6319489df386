"""The walk over one root: a stream of drafts, of what could not be read and of what was passed by.

One `scandir` per folder and no path looked up twice. A folder with a manifest is a package and ends the search there;
an external root is searched on below packages, for `skill.json` alone.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence

from sealskill.model.draft import Draft, Passed, Root, Unreadable
from sealskill.model.settings import Settings
from sealskill.model.value import Value
from sealskill.read.folder import Folder, inside
from sealskill.read.package import Shelf, draft
from sealskill.read.walk import MANIFESTS, Package, manifests_below, not_counted, skipped

_MANIFESTS = frozenset(MANIFESTS)


class Notice(Value):
    """Something a person should hear that belongs to no single package."""

    text: str


Found = Draft | Unreadable | Passed | Notice
Ignore = Callable[[str, bool], bool]


def discover(roots: Sequence[Root], settings: Settings, shelf_of: Callable[[str], Shelf]) -> Iterator[Found]:
    """Everything in all roots, highest precedence first. What cannot be read appears as `Unreadable`."""
    real = {root.path: os.path.realpath(root.path) for root in roots}
    for root in roots:
        others = frozenset(real.values()) - {real[root.path]}
        ignore = None
        yield from Walk(root, settings, shelf_of(real[root.path]), others, ignore).run()


class Walk:
    """One walk over one root. `others` are the real paths of the other roots, to recognise links between them."""

    def __init__(
        self, root: Root, settings: Settings, shelf: Shelf, others: frozenset[str], ignore: Ignore | None
    ) -> None:
        self.root = root
        self.settings = settings
        self.limits = settings.limits
        self.shelf = shelf
        self.real = os.path.realpath(root.path)
        self.others = others
        self.ignore = ignore
        self.allowed = tuple(os.path.realpath(path) for path in settings.load.allow_link_targets)
        self.seen: set[tuple[int, int]] = set()
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
            yield from self._enter(place, 0)
        if self.over:
            yield Notice(text=f"{self.root.path}: {self.over}")

    def _enter(self, place: Folder, depth: int) -> Iterator[Found]:
        try:
            scanned = place.scan()
        except OSError as exc:
            yield Unreadable(path=place.path, why=_why(exc), manifest=False)
            return
        self.entries += len(scanned)
        if self.entries > self.limits.max_entries_per_root:
            self._stop(place, self.limits.max_entries_per_root, "entries", "max_entries_per_root")
            return
        here = [found for found in scanned if found.name in _MANIFESTS]
        if here:
            yield from self._package(place, scanned, {found.name for found in here})
            return
        yield from _misnamed(place, scanned)
        for found in scanned:
            if self.over:
                return
            yield from self._below(place, found, depth)

    def _stop(self, place: Folder, cap: int, what: str, limit: str) -> None:
        self.over = f"stopped at {place.path} after {cap} {what}; what follows is left out (skills.limits.{limit})"

    def _too_deep(self, path: str) -> Notice:
        cap = self.limits.max_depth
        return Notice(text=f"{path}: deeper than {cap} folders, left out (skills.limits.max_depth)")

    def _below(self, place: Folder, found: os.DirEntry[str], depth: int) -> Iterator[Found]:
        """One entry of a folder that is no package."""
        if found.is_symlink():
            yield from self._link(found.name, place, depth)
        elif not found.is_dir(follow_symlinks=False):
            return
        elif skipped(found.name) or (self.ignore and self.ignore(f"{place.path}{os.sep}{found.name}", True)):
            yield from self._skip(place, found.name)
        elif depth >= self.limits.max_depth:
            yield self._too_deep(f"{place.path}{os.sep}{found.name}")
        else:
            yield from self._child(place, found.name, depth)

    def _child(self, place: Folder, name: str, depth: int) -> Iterator[Found]:
        try:
            child = place.child(name)
        except OSError as exc:
            yield Unreadable(path=f"{place.path}{os.sep}{name}", why=_why(exc), manifest=False)
            return
        with child:
            yield from self._enter(child, depth + 1)

    def _skip(self, place: Folder, name: str) -> Iterator[Found]:
        paths, whole = manifests_below(place, name, self.limits.max_skipped_entries)
        for path in paths:
            why = f"{name} is a folder that is never searched"
            yield Passed(path=f"{place.path}{os.sep}{path}", state="skipped", why=why)
        if not whole:
            yield Notice(text=not_counted(f"{place.path}{os.sep}{name}", self.limits.max_skipped_entries))

    def _link(self, name: str, place: Folder, depth: int) -> Iterator[Found]:
        """A link to a folder: followed where it stays in the root or a person allowed its target."""
        path = f"{place.path}{os.sep}{name}"
        real = os.path.realpath(path)
        if not os.path.isdir(real):
            if not os.path.lexists(real):
                yield Notice(text=f"{path}: the link leads nowhere")
            return
        if not inside(real, self.real) and not any(inside(real, target) for target in self.allowed):
            yield from self._escape(path, real)
            return
        try:
            child = Folder.open(real)
        except OSError as exc:
            yield Unreadable(path=path, why=_why(exc), manifest=False)
            return
        with child:
            if self._reached_anyway(real) or not self._first_visit(real):
                yield Notice(text=f"{path}: links to {real}, which is read where it stands")
            elif depth >= self.limits.max_depth:
                yield self._too_deep(path)
            else:
                yield from self._enter(child, depth + 1)

    def _reached_anyway(self, real: str) -> bool:
        """Whether the walk comes by a folder without following a link."""
        return inside(real, self.real) and not any(map(skipped, os.path.relpath(real, self.real).split(os.sep)))

    def _first_visit(self, real: str) -> bool:
        """Whether a folder is entered for the first time: links may form a ring."""
        state = os.stat(real)
        before = len(self.seen)
        self.seen.add((state.st_dev, state.st_ino))
        return len(self.seen) > before

    def _escape(self, path: str, real: str) -> Iterator[Found]:
        if any(inside(real, other) for other in self.others):
            yield Notice(text=f"{path}: links into another root, where it is read")
            return
        yield Unreadable(
            path=path,
            why=f"the link leads out of its root, to {real}",
            advice=f"add {real} to skills.load.allow_link_targets if that is meant",
            manifest=any(os.path.lexists(os.path.join(real, name)) for name in MANIFESTS),
        )

    def _package(self, place: Folder, scanned: list[os.DirEntry[str]], names: set[str]) -> Iterator[Found]:
        self.packages += 1
        if self.packages > self.limits.max_candidates_per_root:
            self._stop(place, self.limits.max_candidates_per_root, "packages", "max_candidates_per_root")
            return
        package = Package(place.path, self.limits).walk(place, scanned)
        self.entries += len(package.entries)
        yield from draft(self, place, package, names)
        for text in package.notices:
            yield Notice(text=text)
        for passed in package.passed:
            yield from self._passed(passed)

    def _passed(self, passed: Passed) -> Iterator[Found]:
        """A deeper manifest: a package of its own where the root is searched on, counted otherwise."""
        if not (self.root.searched_on and passed.state == "nested" and passed.path.endswith("skill.json")):
            yield passed
            return
        folder = os.path.dirname(passed.path)
        with Folder.open(folder) as place:
            scanned = place.scan()
            inner = Package(folder, self.limits).walk(place, scanned)
            yield from draft(self, place, inner, {"skill.json"})


def _misnamed(place: Folder, scanned: list[os.DirEntry[str]]) -> Iterator[Found]:
    """A `skill.md` or `Skill.MD`: some systems read it, so it is named rather than passed over."""
    for found in scanned:
        if found.name.lower() == "skill.md":
            path = f"{place.path}{os.sep}{found.name}"
            yield Unreadable(
                path=path, why="the file must be called SKILL.md", advice=f"rename {found.name} to SKILL.md"
            )


def _why(exc: OSError) -> str:
    if exc.errno == errno.ELOOP:
        return "it is a link, or links form a ring"
    return exc.strerror or str(exc)
