"""What stands at a path that a person named: a skill, a tree of skills, an archive, or files without any manifest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec

from sealskill.errors import BadArchive
from sealskill.model.draft import Draft, Entry, Passed, Tree, Unreadable
from sealskill.model.manifest import Dialect, Manifest
from sealskill.model.report import Unread
from sealskill.model.settings import Settings
from sealskill.read import archive, roots, whole
from sealskill.read.discover import Notice, discover
from sealskill.read.folder import Folder, TooLarge, inside
from sealskill.read.formats import skill_md
from sealskill.read.reading import Shelf
from sealskill.read.walk import SKIPPED, UNSEALED, entry_of
from sealskill.read.whole import Subject
from sealskill.session.examiner import Wanted, subject_of

_MANIFESTS = frozenset(map(str.lower, Dialect))
Found = Wanted | Unreadable
ShelfOf = Callable[[str], Shelf]


class _Forgetful:
    """The shelf of a folder that goes away."""

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        """Nothing."""

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        """Forget it."""


class Places:
    """The packages at paths. Archives are unpacked into folders that live as long as `keep`."""

    def __init__(self, settings: Settings, shelf_of: ShelfOf, keep: ExitStack) -> None:
        self._settings = settings
        self._shelf_of = shelf_of
        self._keep = keep

    def at(self, given: str) -> Iterator[Found]:
        """Every package at a path, its own path spelt as the given one joined with its place under it."""
        if os.path.isdir(given):
            yield from self._folder(given, given)
        elif not os.path.lexists(given):
            yield Unreadable(path=given, why="no such path", advice="name a skill, a folder of skills or an archive")
        elif os.path.basename(given).lower() in _MANIFESTS:
            folder = os.path.dirname(given) or "."
            yield from self._folder(folder, folder)
        elif archive.is_archive(given):
            yield from self._archive(given)
        else:
            yield _file(given, given)

    def _folder(self, folder: str, given: str) -> Iterator[Found]:
        real = os.path.realpath(folder)
        seen = False
        for one in self._found(real, self._shelf_of):
            if isinstance(one, Unreadable):
                lost = msgspec.structs.replace(one, path=_joined(given, one.path, real))
                seen = seen or one.manifest
                yield lost
            else:
                seen = True
                yield Wanted(subject=one, path=_joined(given, one.folder, real))
        if not seen:
            yield from self._bare(real, given)

    def _found(self, real: str, shelf_of: ShelfOf) -> Iterator[Subject | Unreadable]:
        """Every package below a folder, whether it can be loaded or not."""
        hidden: list[str] = []
        folders: list[str] = []
        for one in self._walked(real, shelf_of):
            if isinstance(one, Passed) and one.state == "skipped":
                hidden.append(os.path.dirname(one.path))
            elif isinstance(one, Subject):
                folders.append(one.folder)
                yield one
            elif isinstance(one, Unreadable):
                yield one
        for folder in dict.fromkeys(hidden):
            if _meant(folder, real) and not any(inside(folder, other) for other in folders):
                folders.append(folder)
                yield from (one for one in self._walked(folder, shelf_of) if not isinstance(one, Passed))

    def _walked(self, real: str, shelf_of: ShelfOf) -> Iterator[Subject | Unreadable | Passed]:
        root = msgspec.structs.replace(roots.named([real], self._settings)[0], allows_json=True)
        for one in discover((root,), self._settings, shelf_of):
            if isinstance(one, Draft):
                yield subject_of(one)
            elif isinstance(one, Notice):
                if one.unseen:
                    yield Unreadable(path=real, why=one.text, manifest=False)
            elif isinstance(one, Unreadable) and os.path.basename(one.path).lower() in _MANIFESTS:
                yield self._broken(one, real)
            else:
                yield one

    def _broken(self, one: Unreadable, root: str) -> Subject | Unreadable:
        """A package whose manifest cannot be loaded is scanned all the same."""
        folder, name = os.path.split(one.path)
        try:
            subject = whole.of_folder(folder, self._settings.limits)
        except OSError:
            return one
        manifest = self._lenient(folder, name)
        named = manifest.name if manifest is not None and manifest.name else subject.name
        return msgspec.structs.replace(subject, manifest=manifest, name=named, root=root)

    def _lenient(self, folder: str, name: str) -> Manifest | None:
        """What a `skill.md` says, which some systems load under that name."""
        if name.lower() != "skill.md":
            return None
        try:
            with Folder.open(folder) as place:
                data = place.read(name, self._settings.limits.max_skill_file_bytes)[0]
        except (OSError, TooLarge):
            return None
        return skill_md.parse(data, self._settings.limits).value

    def _bare(self, real: str, given: str) -> Iterator[Found]:
        """A folder without any manifest, given by name."""
        try:
            subject = whole.of_folder(real, self._settings.limits)
        except OSError as exc:
            yield Unreadable(path=given, why=exc.strerror or str(exc))
            return
        if subject.tree.entries or subject.tree.loose:
            yield Wanted(subject=subject, path=given)
        else:
            yield Unreadable(path=given, why="nothing is in it")

    def _archive(self, given: str) -> Iterator[Found]:
        place = Path(self._keep.enter_context(tempfile.TemporaryDirectory(prefix="sealskill-")))
        try:
            refused = archive.unpack(given, place)
        except BadArchive as exc:
            yield Unreadable(path=given, why=str(exc), advice=exc.advice)
            return
        found = list(self._found(os.path.realpath(place), lambda _: _Forgetful()))
        if not any(isinstance(one, Subject) for one in found):
            yield _file(given, given)  # no skill in it: what it holds is read where it lies
            return
        for one in found:
            path = _joined(given, one.folder if isinstance(one, Subject) else one.path, os.path.realpath(place))
            if isinstance(one, Unreadable):
                yield msgspec.structs.replace(one, path=path)
            else:
                yield Wanted(subject=_without(one, refused, str(place)), path=path)
        for lost in refused:
            if not any(isinstance(one, Subject) and _below(lost, one.folder, str(place)) for one in found):
                yield Unreadable(path=f"{given}/{lost.path}".rstrip("/"), why=lost.said, manifest=False)


def _joined(given: str, path: str, real: str) -> str:
    """The path as it was given, joined with the place of something below its real path."""
    if not inside(path, real):
        return path
    under = os.path.relpath(path, real)
    return given if under == os.curdir else os.path.join(given, under)


def _meant(folder: str, root: str) -> bool:
    """Whether a hidden folder is one that agents look into, not somebody's build output or bookkeeping."""
    return not (SKIPPED | UNSEALED).intersection(os.path.relpath(folder, root).split(os.sep))


def _below(lost: Unread, folder: str, place: str) -> bool:
    return bool(lost.path) and inside(os.path.join(os.path.realpath(place), lost.path), folder)


def _without(one: Subject, refused: tuple[Unread, ...], place: str) -> Subject:
    """A package of an archive with what of it was not unpacked. Nothing of it is remembered: its folder goes away."""
    lost = tuple(
        msgspec.structs.replace(
            item, path=os.path.relpath(os.path.join(os.path.realpath(place), item.path), one.folder)
        )
        for item in refused
        if _below(item, one.folder, place)
    )
    return msgspec.structs.replace(one, unread=(*one.unread, *lost), root="")


def _file(path: str, given: str) -> Found:
    """One file that is no package, given by name."""
    folder, name = os.path.split(os.path.realpath(path))
    try:
        entry: Entry = entry_of(name, os.stat(path))
    except OSError as exc:
        return Unreadable(path=given, why=exc.strerror or str(exc))
    subject = Subject(folder=folder, name=name, tree=Tree(entries=(entry,)))
    return Wanted(subject=subject, path=given)
