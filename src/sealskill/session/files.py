"""The files of a session, opened folder by folder by handle: no link, no swap and no other spelling leads out.

A read follows links as far as they lead to what may be read. A write follows none: what was decided about a path is
then true of the file. A file of a skill is read from its sealed copy, after the skill was activated.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from sealskill.errors import ChangedWhileRead, Failed, Refused
from sealskill.model.grant import PathMode
from sealskill.model.tool import Item
from sealskill.read.folder import HANDLES, Folder, TooLarge, inside, resolved
from sealskill.session.ground import Ground, closed
from sealskill.session.guarded import guarded

MOST_ITEMS = 50_000
"""Entries of a folder that are listed: more are no listing, and take the memory of a session."""
_LINK = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)
_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class SessionFiles:
    """`on_read` is told the key of a skill before a byte of it is read, and gives the folder of its sealed copy."""

    def __init__(self, ground: Ground, on_read: Callable[[str], Path], granted: Mapping[str, PathMode] = {}) -> None:
        self._ground = ground
        self._on_read = on_read
        self._granted = {one: mode for path, mode in granted.items() for one in _spellings(path)}

    def read(self, path: str, cap: int) -> bytes:
        """The bytes of a file of at most `cap` bytes. Raises Refused or Failed."""
        with _told(path), self._reading(path) as (folder, name):
            _must_be_file(folder, name, path)
            return folder.read(name, cap)[0]

    def listing(self, path: str) -> tuple[Item, ...]:
        """What a folder holds, by name; of a folder of skills, what leads to those that may be used."""
        shown = self._ground.shown(self._ground.absolute(path))
        if shown is not None:
            if not shown:
                raise closed(path)
            return tuple(Item(name=name, kind="folder") for name in sorted(shown))
        with _told(path), self._entered(path) as place:
            return _items(place, path)

    def folder(self, path: str) -> str:
        """The real folder that a path means, for a command to start in; of a skill, its sealed copy."""
        with _told(path), self._entered(path) as place:
            return place.path

    def write(self, path: str, data: bytes, *, new: bool = False, over: bytes | None = None) -> None:
        """Put a file there whole, in one step: `new` only where none is, `over` only over these very bytes."""
        with _told(path), self._writing(path, make=True) as (folder, name):
            before = _before(folder, name, path)
            if new and before is not None:
                raise Failed(f"{path} is there already")
            if over is not None and not _still(folder, name, before, over):
                raise Failed(f"{path} changed meanwhile", advice="read it again")
            _put(folder, name, data, before, new=new)

    def may_write(self, path: str, *, new: bool = False) -> bool:
        """Whether a file is there that could be written over. It raises what `write` would, and changes nothing."""
        with _told(path):
            try:
                with self._writing(path, make=False) as (folder, name):
                    there = _before(folder, name, path) is not None
            except FileNotFoundError:
                return False  # folders that are missing are made
            if there and new:
                raise Failed(f"{path} is there already")
            return there

    def remove(self, path: str) -> None:
        """Take a file away; a folder or anything else is refused."""
        with _told(path), self._writing(path, make=False) as (folder, name):
            if _before(folder, name, path) is None:
                raise Failed(f"{path} is not there")
            os.unlink(name, dir_fd=folder.fd)

    @contextmanager
    def _reading(self, path: str) -> Iterator[tuple[Folder, str]]:
        """The open folder that holds a file, and its name there. Raises Failed for a folder."""
        top, below, fences = self._found(path)
        if below == ".":
            if os.path.isdir(top):
                raise Failed(f"{path} is a folder", advice="list it with list_dir")
            top, below = os.path.dirname(top), os.path.basename(top)
        parts = below.split(os.sep)
        with Folder.open(top) as start, _descended(start, parts[:-1], fences) as folder:
            yield folder, parts[-1]

    @contextmanager
    def _entered(self, path: str) -> Iterator[Folder]:
        """The open folder that a path means."""
        top, below, fences = self._found(path)
        parts = [] if below == "." else below.split(os.sep)
        with Folder.open(top) as start, _descended(start, parts, fences) as folder:
            yield folder

    def _found(self, path: str) -> tuple[str, str, frozenset[tuple[int, int]]]:
        """The folder a path may be read below, the rest of it, and the folders nobody may come to on the way."""
        spelled = self._ground.absolute(path)
        spot = self._ground.skill(spelled)
        if spot:
            copy = os.path.realpath(self._on_read(spot.key))
            real = resolved(os.path.join(copy, spot.below))
            if not inside(real, copy):
                raise Refused(f"{path} leads out of its skill")
            return copy, os.path.relpath(real, copy), frozenset()
        real = resolved(spelled)
        tops = (self._ground.workspace, *self._granted)
        top = max((top for top in tops if inside(real, top)), key=len, default=None)
        if top is None or (top == self._ground.workspace and self._ground.private(real)):
            raise _outside(path)
        return top, os.path.relpath(real, top), self._ground.fences

    @contextmanager
    def _writing(self, path: str, *, make: bool) -> Iterator[tuple[Folder, str]]:
        """The open folder that a file is written in, and its name there; `make` the folders that are missing."""
        if not HANDLES:
            raise Refused("this system has no folder handles, and without them nothing is written")
        top, below = self._allowed(path)
        parts = below.split(os.sep)
        with Folder.open(top) as start, _descended(start, parts[:-1], self._ground.fences, make=make) as folder:
            yield folder, parts[-1]

    def _allowed(self, path: str) -> tuple[str, str]:
        """The folder a path may be written below, and the rest of it."""
        spelled = self._ground.absolute(path)
        tops = [self._ground.workspace, *(one for one, mode in self._granted.items() if mode == "write")]
        top = max((top for top in tops if inside(spelled, top)), key=len, default=None)
        if top is None or (top == self._ground.workspace and self._ground.private(spelled)):
            raise _outside(path)
        if top == spelled:
            if os.path.isdir(top):
                raise Failed(f"{path} is a folder")
            top = os.path.dirname(top)
        below = os.path.relpath(spelled, top)
        if self._ground.of_skills(spelled) or self._ground.of_skills(resolved(spelled)):
            raise Refused(f"{path} is in a folder of skills, which no tool changes")
        what = guarded(below.split(os.sep))
        if what:
            raise Refused(f"{path} holds {what}, which no tool changes", advice="a person can change it by hand")
        return top, below


def _spellings(path: str) -> tuple[str, str]:
    return (os.path.abspath(path), os.path.realpath(path))


def _outside(path: str) -> Refused:
    return Refused(f"{path} is outside the workspace", advice="a person can grant it: `sealskill grants add --help`")


@contextmanager
def _descended(
    start: Folder, parts: list[str], fences: frozenset[tuple[int, int]], *, make: bool = False
) -> Iterator[Folder]:
    """The folder at the end of a path, each step by the handle of the one before; a link or a fence ends it."""
    place = start
    try:
        for part in parts:
            outer, place = place, _step(place, part, make=make)
            if outer is not start:
                outer.close()
            state = place.state()
            if (state.st_dev, state.st_ino) in fences:
                raise closed(place.path)
        yield place
    finally:
        if place is not start:
            place.close()


def _step(place: Folder, part: str, *, make: bool) -> Folder:
    try:
        return place.child(part)
    except FileNotFoundError:
        if not make:
            raise
    try:
        os.mkdir(part, dir_fd=place.fd)
    except FileExistsError:
        pass  # somebody else made it; whatever it is, the next line looks
    return place.child(part)


def _must_be_file(folder: Folder, name: str, path: str) -> None:
    if stat.S_ISDIR(_look(folder, name).st_mode):
        raise Failed(f"{path} is a folder", advice="list it with list_dir")


def _look(folder: Folder, name: str) -> os.stat_result:
    if not HANDLES:
        return os.lstat(os.path.join(folder.path, name))
    return os.stat(name, dir_fd=folder.fd, follow_symlinks=False)


def _before(folder: Folder, name: str, path: str) -> os.stat_result | None:
    """What is there now: a regular file or nothing."""
    try:
        found = _look(folder, name)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise Refused(f"{path} is a link", advice="name the file it leads to")
    if stat.S_ISDIR(found.st_mode):
        raise Failed(f"{path} is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise Refused(f"{path} is neither a file nor a folder")
    return found


def _still(folder: Folder, name: str, before: os.stat_result | None, over: bytes) -> bool:
    return before is not None and before.st_size == len(over) and folder.read(name, len(over))[0] == over


def _put(folder: Folder, name: str, data: bytes, before: os.stat_result | None, *, new: bool) -> None:
    """Write beside it, then move there in one step: whoever reads sees the old file or the new one, and never a part.

    A hard link to the old file keeps the old bytes: only the name in this folder changes.
    """
    fresh = f".sealskill-{secrets.token_hex(8)}"
    handle = os.open(fresh, _WRITE, 0o600 if before else 0o666, dir_fd=folder.fd)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if before:
                os.fchmod(file.fileno(), before.st_mode & 0o777)
        if new:
            _move_where_nothing_is(folder, fresh, name)
        else:
            os.replace(fresh, name, src_dir_fd=folder.fd, dst_dir_fd=folder.fd)
    except BaseException:
        os.unlink(fresh, dir_fd=folder.fd)
        raise


def _move_where_nothing_is(folder: Folder, fresh: str, name: str) -> None:
    try:
        os.link(fresh, name, src_dir_fd=folder.fd, dst_dir_fd=folder.fd, follow_symlinks=False)
    except OSError as exc:
        if exc.errno not in _NO_HARD_LINKS:
            raise
        # A file system without hard links: take the name first, then move over what is ours.
        os.close(os.open(name, _WRITE, 0o600, dir_fd=folder.fd))
        os.replace(fresh, name, src_dir_fd=folder.fd, dst_dir_fd=folder.fd)
        return
    os.unlink(fresh, dir_fd=folder.fd)


def _items(place: Folder, path: str) -> tuple[Item, ...]:
    with os.scandir(place.fd if HANDLES else place.path) as found:
        entries = list(islice(found, MOST_ITEMS + 1))
        if len(entries) > MOST_ITEMS:
            raise Failed(f"{path} holds more than {MOST_ITEMS} entries")
        return tuple(sorted(map(_item, entries), key=lambda one: one.name))


def _item(entry: os.DirEntry[str]) -> Item:
    if entry.is_symlink():
        return Item(name=entry.name, kind="link")
    if entry.is_dir(follow_symlinks=False):
        return Item(name=entry.name, kind="folder")
    if not entry.is_file(follow_symlinks=False):
        return Item(name=entry.name, kind="other")
    return Item(name=entry.name, kind="file", size=entry.stat(follow_symlinks=False).st_size)


@contextmanager
def _told(path: str) -> Iterator[None]:
    """The errors of the system in our words."""
    try:
        yield
    except ChangedWhileRead as exc:
        raise Failed(f"{path} changed while it was read", advice="try again") from exc
    except TooLarge as exc:
        raise Failed(f"{path} has {exc.size} bytes, which is more than is read at once") from exc
    except FileNotFoundError as exc:
        raise Failed(f"{path} is not there") from exc
    except FileExistsError as exc:
        raise Failed(f"{path} is there already") from exc
    except PermissionError as exc:
        raise Failed(f"{path}: the system refuses it") from exc
    except OSError as exc:
        if exc.errno in _LINK:
            raise Refused(f"{path} leads through a link or a file", advice="name the place without links") from exc
        raise Failed(f"{path}: {exc.strerror or exc}") from exc
