"""What discovery brings home: packages as found, broken or not, and what could not be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import msgspec

from sealskill.model.manifest import Dialect, Manifest
from sealskill.model.problem import Problem
from sealskill.model.value import Value


class RootLabel(StrEnum):
    """Where a root stands; printed as the source of a skill."""

    WORKSPACE = "workspace"
    PROJECT = "project"
    PERSONAL = "personal"
    MANAGED = "managed"
    BUNDLED = "bundled"
    EXTRA = "extra"
    EXTERNAL = "external"


class Root(Value):
    """A place skills are discovered in. Lower `rank` wins."""

    path: str
    label: RootLabel
    rank: int = 0
    trusted: bool = False
    """Whether a skill found here without a record of origin counts as `local`."""
    searched_on: bool = False
    """External roots are searched on below packages, for `skill.json` alone."""
    allows_json: bool = False
    """Whether a `skill.json` may stand here."""


class EntryKind(StrEnum):
    """What an entry of a package is."""

    FILE = "file"
    LINK = "link"
    OTHER = "other"
    """A device, a socket or a fifo."""


class Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One file or link of a package, as the file system shows it. No bytes."""

    path: str
    """Relative to the package, `/`-separated."""
    kind: EntryKind
    size: int
    mode: int
    dev: int
    ino: int
    links: int
    mtime_ns: int
    ctime_ns: int

    @property
    def executable(self) -> bool:
        """Whether anybody may execute it."""
        return bool(self.mode & 0o111)

    @property
    def world_writable(self) -> bool:
        """Whether everybody may change it."""
        return bool(self.mode & 0o002)

    @property
    def stat_key(self) -> tuple[int, int, int, int, int]:
        """What changes when the content may have changed."""
        return (self.dev, self.ino, self.size, self.mtime_ns, self.ctime_ns)


class Tree(Value):
    """All entries of a package, in bytewise order of their paths."""

    entries: tuple[Entry, ...] = ()
    complete: bool = True
    """False when a cap stopped the walk: such a tree has no seal."""
    loose: tuple[Entry, ...] = ()
    """What is scanned and never sealed (`.git`, `__pycache__`…): no session will ever see it."""
    loose_complete: bool = True

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def find(self, path: str) -> Entry | None:
        """The entry at that path, or None."""
        for entry in self.entries:
            if entry.path == path:
                return entry
        return None

    def under(self, folder: str) -> tuple[str, ...]:
        """The paths below a folder of the package."""
        start = folder.rstrip("/") + "/"
        return tuple(entry.path for entry in self.entries if entry.path.startswith(start))

    @property
    def newest_ns(self) -> int:
        """The latest change of any entry."""
        return max((entry.mtime_ns for entry in self.entries), default=0)


class Draft(Value):
    """A package as found on disk, parsed as far as it goes. It may be broken; it can always be scanned."""

    folder: str
    root: Root
    dialect: Dialect
    tree: Tree = Tree()
    manifest: Manifest | None = None
    manifest_digests: dict[str, str] = {}
    """Manifest file → SHA-256 of the very bytes that were parsed; a seal must agree with it."""
    members: dict[str, str] = {}
    """Entries of the tree that stand outside the folder (an absolute `entry` of a skill.json): path → real path."""
    problems: tuple[Problem, ...] = ()

    @property
    def folder_name(self) -> str:
        """The name of the folder of the package."""
        return os.path.basename(self.folder)

    @property
    def path(self) -> Path:
        """The folder of the package."""
        return Path(self.folder)

    @property
    def manifest_path(self) -> Path:
        """The file that makes it a package."""
        return Path(self.folder) / self.dialect.value

    @property
    def name(self) -> str:
        """The name it goes by: the author's, else the folder's."""
        return (self.manifest.name if self.manifest else "") or self.folder_name


class Unreadable(Value):
    """A place we could not look into. It flows in the same stream as drafts."""

    path: str
    why: str
    advice: str = ""
    manifest: bool = True
    """Whether a manifest is known to stand there; a root that cannot be opened holds none we know of."""


class Passed(Value):
    """A manifest that was seen and is not loaded by rule: `nested` in a skill, or in a `skipped` folder."""

    path: str
    state: str
    why: str
