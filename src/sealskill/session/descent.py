"""Down to a place by handles: each folder is opened from the one before it, and no link is followed on the way."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from sealskill.errors import ChangedWhileRead, Failed, Refused
from sealskill.model.tool import Item
from sealskill.read.folder import HANDLES, Folder, TooLarge
from sealskill.session.ground import closed

MOST_ITEMS = 50_000
"""Entries of a folder that are listed: more are no listing, and take the memory of a session."""
_LINK = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)


@contextmanager
def descended(
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


def look(folder: Folder, name: str) -> os.stat_result:
    """What stands in a folder under a name, a link as itself."""
    if not HANDLES:
        return os.lstat(os.path.join(folder.path, name))
    return os.stat(name, dir_fd=folder.fd, follow_symlinks=False)


def before(folder: Folder, name: str, path: str) -> os.stat_result | None:
    """What is there now: a regular file or nothing."""
    try:
        found = look(folder, name)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise Refused(f"{path} is a link", advice="name the file it leads to")
    if stat.S_ISDIR(found.st_mode):
        raise Failed(f"{path} is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise Refused(f"{path} is neither a file nor a folder")
    return found


def items(place: Folder, path: str) -> tuple[Item, ...]:
    """What a folder holds, by name."""
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
def told(path: str) -> Iterator[None]:
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
