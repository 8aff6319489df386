"""The walk over one package: every entry, and the manifests that stand deeper and are not loaded."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter

from sealskill.model.draft import Entry, EntryKind, Passed, Tree
from sealskill.model.problem import Problem, error, warning
from sealskill.model.settings import Limits
from sealskill.read.folder import Folder
from sealskill.read.names import name_problems, plainly_apart

MANIFESTS = ("SKILL.md", "skill.json", "skill.yaml")
_MANIFESTS = frozenset(MANIFESTS)
# Folders that hold other people's packages, build output or caches. A manifest in there was not put there to be loaded.
SKIPPED = frozenset({
    "node_modules", "__pycache__", "venv", "site-packages", "dist-packages", "bower_components", "jspm_packages",
})  # fmt: skip
# Bookkeeping that is never sealed: what is not sealed does not exist for a session.
UNSEALED = frozenset({".git", ".hg", ".svn", ".DS_Store", "__pycache__"})
_MAX_FOLDERS_DEEP = 64  # below a package; handles are held open on the way down
_PATH = attrgetter("path")
_KINDS = {stat.S_IFREG: EntryKind.FILE, stat.S_IFLNK: EntryKind.LINK}
_LINK, _OTHER = EntryKind.LINK, EntryKind.OTHER


def skipped(name: str) -> bool:
    """Whether a folder of that name is never searched for skills."""
    return name.startswith(".") or name in SKIPPED


def manifests(scanned: list[os.DirEntry[str]]) -> list[os.DirEntry[str]]:
    """The manifests among the entries of a folder. A folder of such a name is a folder."""
    return [found for found in scanned if found.name in _MANIFESTS and not found.is_dir(follow_symlinks=False)]


class Package:
    """What walking one package brings home."""

    def __init__(self, folder: str, limits: Limits, others: frozenset[str] = frozenset()) -> None:
        """`others` are the real paths of further roots, whose manifests are counted when they are walked."""
        self.folder = folder
        self.limits = limits
        self.others = others
        self.entries: list[Entry] = []
        self.folders = 0
        self.bytes = 0
        self.passed: list[Passed] = []
        self.problems: list[Problem] = []
        self.notices: list[str] = []
        self.names: list[str] = []
        self.links: list[str] = []
        self.loose: list[Entry] = []
        self.loose_complete = True
        self.complete = True
        self.over = False
        self._plain = True

    def walk(self, place: Folder, scanned: list[os.DirEntry[str]]) -> Package:
        """Collect everything below an open folder whose entries were already listed."""
        self.names = [found.name for found in scanned]
        # Manifests come first: a package that is cut short at a cap still says what it is.
        first = [found for found in scanned if found.name in _MANIFESTS]
        others = [found for found in scanned if found.name not in _MANIFESTS]
        self._enter(place, first + others, "", 0, hidden=False)
        self.entries.sort(key=_PATH)
        if not self._plain:
            self.problems += name_problems([entry.path for entry in self.entries])
        return self

    @cached_property
    def tree(self) -> Tree:
        """The entries, in order, once the walk is over."""
        return Tree(
            entries=tuple(self.entries),
            complete=self.complete,
            loose=tuple(sorted(self.loose, key=_PATH)),
            loose_complete=self.loose_complete,
        )

    def _enter(self, place: Folder, scanned: list[os.DirEntry[str]], under: str, depth: int, *, hidden: bool) -> None:
        """`hidden` is set inside a folder whose manifests count as skipped rather than nested."""
        self._plain = self._plain and plainly_apart([found.name for found in scanned])
        if under:
            self._pass_manifests(scanned, under, hidden=hidden)
        for found in scanned:
            if self.over:
                return
            name, folder = found.name, found.is_dir(follow_symlinks=False)
            if not folder and name not in UNSEALED:
                self._add(found, under + name)
            elif folder and name not in UNSEALED:
                self._descend(place, name, under, depth, hidden=hidden or skipped(name))
            elif folder:
                self._count_only(place, name, under)
                self._loosen(under + name)
            else:
                self._loose_one(found, under + name)

    def _descend(self, place: Folder, name: str, under: str, depth: int, *, hidden: bool) -> None:
        path = f"{under}{name}"
        self.folders += 1
        if self.folders > self.limits.max_files_per_skill:
            self._over(path, f"{self.limits.max_files_per_skill} folders", "max_files_per_skill")
            return
        if depth >= _MAX_FOLDERS_DEEP:
            self._missing("too-deep", f"{path} is more than {_MAX_FOLDERS_DEEP} folders deep", path)
            return
        try:
            with place.child(name) as child:
                self._enter(child, child.scan(), path + "/", depth + 1, hidden=hidden)
        except OSError as exc:
            self._missing("unreadable", f"{path} cannot be read: {exc.strerror or exc}", path)

    def _missing(self, code: str, said: str, path: str) -> None:
        self.complete = False
        self.problems.append(error(code, said, path=path))

    def _count_only(self, place: Folder, name: str, under: str) -> None:
        """Look into a folder that is never sealed, only to count the manifests that are passed by."""
        paths, whole = manifests_below(place, name, self.limits.max_skipped_entries, self.others)
        for path in paths:
            self._passed(f"{under}{path}", "skipped", f"{name} is never read for skills")
        if not whole:
            self.notices.append(not_counted(f"{self.folder}{os.sep}{under}{name}", self.limits.max_skipped_entries))

    def _loosen(self, path: str) -> None:
        """List what stands in a folder that is never sealed: a scan reads it, a session never does."""
        try:
            with os.scandir(f"{self.folder}{os.sep}{path}") as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        self._loosen(f"{path}/{entry.name}")
                    else:
                        self._loose_one(entry, f"{path}/{entry.name}")
                    if not self.loose_complete:
                        return
        except OSError:
            self.loose_complete = False

    def _loose_one(self, found: os.DirEntry[str], path: str) -> None:
        if len(self.loose) >= self.limits.max_skipped_entries or path.count("/") > _MAX_FOLDERS_DEEP:
            self.loose_complete = False
            return
        try:
            state = found.stat(follow_symlinks=False)
        except OSError:
            self.loose_complete = False
            return
        self.loose.append(entry_of(path, state))

    def _add(self, found: os.DirEntry[str], path: str) -> None:
        try:
            state = found.stat(follow_symlinks=False)
        except OSError as exc:
            self._missing("unreadable", f"{path} cannot be read: {exc.strerror or exc}", path)
            return
        self.bytes += state.st_size
        if len(self.entries) >= self.limits.max_files_per_skill or self.bytes > self.limits.max_bytes_per_skill:
            self._full(path)
            if path not in _MANIFESTS:
                return
        kind = _KINDS.get(stat.S_IFMT(state.st_mode), _OTHER)
        entry = entry_of(path, state)
        self.entries.append(entry)
        if kind is _LINK:
            self.links.append(path)
        elif kind is _OTHER or state.st_nlink > 1 or state.st_mode & 0o002 or not state.st_mode & 0o444:
            self.problems += _odd(entry)

    def _full(self, path: str) -> None:
        files, size = self.limits.max_files_per_skill, self.limits.max_bytes_per_skill
        if len(self.entries) >= files:
            self._over(path, f"{files} files", "max_files_per_skill")
        else:
            self._over(path, f"{size} bytes", "max_bytes_per_skill")

    def _over(self, path: str, cap: str, limit: str) -> None:
        self.complete, self.over = False, True
        said = f"the package holds more than {cap}; {path} and what follows is left out"
        advice = f"raise skills.limits.{limit} if it is meant to"
        self.problems.append(error("package-too-large", said, path=path, advice=advice))

    def _pass_manifests(self, scanned: list[os.DirEntry[str]], under: str, *, hidden: bool) -> None:
        for found in manifests(scanned):
            state, why = ("skipped", "it stands in a folder that is never searched") if hidden else (
                "nested", f"it stands inside the skill {self.folder}")  # fmt: skip
            self._passed(under + found.name, state, why)

    def _passed(self, path: str, state: str, why: str) -> None:
        self.passed.append(Passed(path=f"{self.folder}{os.sep}{path}", state=state, why=why))


def not_counted(path: str, cap: int) -> str:
    """The notice for a folder too large to count the manifests in."""
    return f"{path}: manifests past {cap} entries were not counted (skills.limits.max_skipped_entries)"


def entry_of(path: str, state: os.stat_result) -> Entry:
    """An entry of a package, from its state."""
    kind = _KINDS.get(stat.S_IFMT(state.st_mode), _OTHER)
    return Entry(
        path, kind, state.st_size, state.st_mode & 0o7777, state.st_dev, state.st_ino, state.st_nlink,
        state.st_mtime_ns, state.st_ctime_ns,
    )  # fmt: skip


def _odd(entry: Entry) -> Iterator[Problem]:
    """What is unusual about one entry: links that share bytes with the outside, devices, loose permissions."""
    if entry.kind is EntryKind.OTHER:
        yield error("special-file", f"{entry.path} is a device, socket or fifo and cannot be sealed", path=entry.path)
    if entry.kind is not EntryKind.FILE:
        return
    if entry.links > 1:
        yield warning("hard-link", f"{entry.path} has {entry.links} names; one may lie outside", path=entry.path)
    if entry.world_writable:
        yield warning(
            "world-writable", f"{entry.path} may be changed by everybody", path=entry.path, advice="chmod o-w"
        )
    if not entry.mode & 0o444:
        yield warning("unreadable-file", f"{entry.path} may be read by nobody", path=entry.path)


def manifests_below(place: Folder, name: str, cap: int, others: frozenset[str] = frozenset()) -> tuple[list[str], bool]:
    """Manifests in a folder that is never searched, by path from `place`, and whether all of it was looked at.

    Names only: nothing is opened but folders, and what cannot be listed holds nothing that could be loaded. What
    stands in one of `others`, which are roots of their own, is counted there.
    """
    found: list[str] = []
    pending = [name]
    while pending:
        under = pending.pop()
        if f"{place.path}{os.sep}{under}" in others:
            continue
        try:
            with os.scandir(f"{place.path}{os.sep}{under}") as entries:
                for entry in entries:
                    cap -= 1
                    if cap < 0:
                        return found, False
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(f"{under}/{entry.name}")
                    elif entry.name in _MANIFESTS:
                        found.append(f"{under}/{entry.name}")
        except OSError:
            continue
    return found, True
