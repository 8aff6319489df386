"""A package read whole, for a scan: every byte of it once, its seal from those very bytes, and what was not read.

Sealed entries are compared with what was listed, as a seal demands. What is never sealed (`.git`, `__pycache__`…) is
read as well: it runs where somebody else looks at the folder.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.model.content import Content
from sealskill.model.draft import Entry, EntryKind, Tree
from sealskill.model.manifest import Manifest
from sealskill.model.problem import Problem
from sealskill.model.report import Unread, Why
from sealskill.model.settings import Limits
from sealskill.model.value import Value
from sealskill.read import digest
from sealskill.read.folder import Folder, Handles, inside, resolved
from sealskill.read.walk import Package

MAX_LOOSE_FILE = 32 << 20
"""Bytes of one file that is never sealed: a packed repository may be larger than a memory."""
MAX_LOOSE_BYTES = 256 << 20
_CUT_SHORT = {"package-too-large": Why.TRUNCATED, "too-deep": Why.TRUNCATED, "unreadable": Why.UNREADABLE}


class Subject(Value):
    """What a scan needs to know of a package before it reads it."""

    folder: str
    name: str
    tree: Tree
    manifest: Manifest | None = None
    manifest_digests: dict[str, str] = {}
    members: dict[str, str] = {}
    unread: tuple[Unread, ...] = ()
    """What is known beforehand not to be readable."""
    problems: tuple[Problem, ...] = ()
    """What the parser of its manifest noted."""
    root: str = ""
    """The root it was found in; "" where nothing is remembered of it."""


class Whole(Value):
    """A package that was read: its bytes, and the digests of what they are."""

    contents: tuple[Content | Unread, ...]
    seal: str | None
    """None where it cannot be sealed."""
    loose: str | None
    """The digest of what is never sealed, "" where there is none, None where not all of it could be read."""


def cut_short(tree: Tree, problems: tuple[Problem, ...]) -> tuple[Unread, ...]:
    """What a walk left out, as its problems tell."""
    found = tuple(
        Unread(path=one.path, why=_CUT_SHORT[one.code], said=one.message) for one in problems if one.code in _CUT_SHORT
    )
    if not tree.complete and not found:
        found = (Unread(path="", why=Why.TRUNCATED, said="the package was not listed to its end"),)
    if not tree.loose_complete:
        found += (Unread(path="", why=Why.TRUNCATED, said="its unsealed files were not listed to their end"),)
    return found


def of_folder(folder: str, limits: Limits, name: str = "") -> Subject:
    """A folder as it stands, manifest or not. Raises OSError where it cannot be opened."""
    with Folder.open(folder) as place:
        package = Package(folder, limits).walk(place, place.scan())
    unread = cut_short(package.tree, tuple(package.problems))
    return Subject(folder=folder, name=name or os.path.basename(folder), tree=package.tree, unread=unread)


def read(subject: Subject) -> Whole:
    """Every file of a package. What cannot be read, or changed meanwhile, is an `Unread` and leaves it without seal."""
    try:
        handles = digest.opened(subject.folder)
    except CannotSeal as exc:
        return Whole(contents=(Unread(path="", why=Why.UNREADABLE, said=str(exc)),), seal=None, loose=None)
    with handles:
        reading = _Reading(subject, handles)
        contents = (*subject.unread, *reading.sealed(), *reading.loose())
    return Whole(contents=contents, seal=reading.seal(), loose=reading.loose_digest())


def _spelt(path: str) -> str:
    """A path as text that can be written down: bytes of a name that are no UTF-8 are shown as escapes."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


class _Reading:
    """One package on its way from the disk."""

    def __init__(self, subject: Subject, handles: Handles) -> None:
        self.subject = subject
        self.handles = handles
        self.digests: dict[str, str] = {}
        self.whole = subject.tree.complete
        self.loose_digests: dict[str, str] = {}
        self.loose_whole = subject.tree.loose_complete
        self.spent = 0

    def sealed(self) -> Iterator[Content | Unread]:
        for entry in self.subject.tree.entries:
            data = self._bytes(entry)
            if isinstance(data, Unread):
                self.whole = False
                yield data
                continue
            self.digests[entry.path] = hashlib.sha256(data).hexdigest()
            yield from self._content(entry, data)
        yield from self._changed()

    def loose(self) -> Iterator[Content | Unread]:
        for entry in self.subject.tree.loose:
            self.spent += entry.size
            if entry.size > MAX_LOOSE_FILE or self.spent > MAX_LOOSE_BYTES:
                self.loose_whole = False
                yield Unread(path=_spelt(entry.path), why=Why.TOO_LARGE, said=f"{entry.size} bytes of unsealed files")
                continue
            data = self._bytes(entry)
            if isinstance(data, Unread):
                self.loose_whole = False
                yield data
                continue
            self.loose_digests[entry.path] = hashlib.sha256(data).hexdigest()
            yield from self._content(entry, data)

    def _bytes(self, entry: Entry) -> bytes | Unread:
        try:
            return digest.content(self.handles, self.subject.folder, entry, self.subject.members)
        except (CannotSeal, ChangedWhileRead) as exc:
            return Unread(
                path=_spelt(entry.path), why=Why.UNREADABLE, said=str(exc).removeprefix(f"{self.subject.folder}/")
            )

    def _content(self, entry: Entry, data: bytes) -> Iterator[Content | Unread]:
        if entry.kind is EntryKind.LINK:
            yield from self._link(entry, data)
        else:
            yield Content(path=_spelt(entry.path), data=data, executable=entry.executable)

    def _link(self, entry: Entry, target: bytes) -> Iterator[Content | Unread]:
        """A link to a file of the package is that file under another name, which may make it another language."""
        home = os.path.realpath(self.subject.folder)
        real = resolved(os.path.join(home, entry.path))
        if not inside(real, home) or os.path.isabs(target):
            said = f"it is a link out of the package, to {os.fsdecode(target)}"
            yield Unread(path=_spelt(entry.path), why=Why.LINK, said=said)
            return
        path = os.path.relpath(real, home).replace(os.sep, "/")
        found = self.subject.tree.find(path)
        if found is not None and found.kind is EntryKind.FILE:
            data = self._bytes(found)
            yield data if isinstance(data, Unread) else Content(path=_spelt(entry.path), data=data)
        elif not os.path.isdir(real):
            yield Unread(path=_spelt(entry.path), why=Why.LINK, said=f"it leads nowhere: {os.fsdecode(target)}")

    def _changed(self) -> Iterator[Unread]:
        """Manifests that are no longer the bytes that were parsed."""
        for name, parsed in self.subject.manifest_digests.items():
            entry = self.subject.tree.find(name)
            if entry is not None and entry.kind is EntryKind.FILE and self.digests.get(name, parsed) != parsed:
                self.whole = False
                yield Unread(path=name, why=Why.UNREADABLE, said=f"{name} changed since it was parsed")

    def seal(self) -> str | None:
        return digest.combine(self.subject.tree, self.digests) if self.whole else None

    def loose_digest(self) -> str | None:
        if not self.loose_whole:
            return None
        total = hashlib.sha256()
        for path, one in sorted(self.loose_digests.items()):
            total.update(f"{path}\0{one}\0".encode("utf-8", "surrogateescape"))
        return total.hexdigest() if self.loose_digests else ""
