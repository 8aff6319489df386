"""The files of a session, opened folder by folder by handle: no link, no swap and no other spelling leads out.

A read follows links as far as they lead to what may be read. A write follows none: what was decided about a path is
then true of the file. A file of a skill is read from its sealed copy, after the skill was activated.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sealskill.errors import Failed, Refused
from sealskill.model.grant import PathMode
from sealskill.model.tool import Item
from sealskill.read.folder import HANDLES, Folder, inside, resolved
from sealskill.session.descent import before, descended, items, look, told
from sealskill.session.ground import Ground, closed
from sealskill.session.guarded import guarded
from sealskill.session.replacing import put, still


class SessionFiles:
    """`on_read` is told the key of a skill before a byte of it is read, and gives the folder of its sealed copy."""

    def __init__(self, ground: Ground, on_read: Callable[[str], Path], granted: Mapping[str, PathMode] = {}) -> None:
        self._ground = ground
        self._on_read = on_read
        self._granted = {one: mode for path, mode in granted.items() for one in _spellings(path)}

    def read(self, path: str, cap: int) -> bytes:
        """The bytes of a file of at most `cap` bytes. Raises Refused or Failed."""
        with told(path), self._reading(path) as (folder, name):
            _must_be_file(folder, name, path)
            return folder.read(name, cap)[0]

    def listing(self, path: str) -> tuple[Item, ...]:
        """What a folder holds, by name; of a folder of skills, what leads to those that may be used."""
        shown = self._ground.shown(self._ground.absolute(path))
        if shown is not None:
            if not shown:
                raise closed(path)
            return tuple(Item(name=name, kind="folder") for name in sorted(shown))
        with told(path), self._entered(path) as place:
            return items(place, path)

    def folder(self, path: str) -> str:
        """The real folder that a path means, for a command to start in; of a skill, its sealed copy."""
        with told(path), self._entered(path) as place:
            return place.path

    def write(self, path: str, data: bytes, *, new: bool = False, over: bytes | None = None) -> None:
        """Put a file there whole, in one step: `new` only where none is, `over` only over these very bytes."""
        with told(path), self._writing(path, make=over is None) as (folder, name):
            there = before(folder, name, path)
            if new and there is not None:
                raise Failed(f"{path} is there already")
            if over is not None and not still(folder, name, there, over):
                raise Failed(f"{path} changed meanwhile", advice="read it again")
            put(folder, name, data, there, new=new)

    def may_write(self, path: str, *, new: bool = False) -> bool:
        """Whether a file is there that could be written over. It raises what `write` would, and changes nothing."""
        with told(path):
            try:
                with self._writing(path, make=False) as (folder, name):
                    there = before(folder, name, path) is not None
            except FileNotFoundError:
                return False  # folders that are missing are made
            if there and new:
                raise Failed(f"{path} is there already")
            return there

    def remove(self, path: str) -> None:
        """Take a file away; a folder or anything else is refused."""
        with told(path), self._writing(path, make=False) as (folder, name):
            if before(folder, name, path) is None:
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
        with Folder.open(top) as start, descended(start, parts[:-1], fences) as folder:
            yield folder, parts[-1]

    @contextmanager
    def _entered(self, path: str) -> Iterator[Folder]:
        """The open folder that a path means."""
        top, below, fences = self._found(path)
        parts = [] if below == "." else below.split(os.sep)
        with Folder.open(top) as start, descended(start, parts, fences) as folder:
            yield folder

    def _found(self, path: str) -> tuple[str, str, frozenset[tuple[int, int]]]:
        """The folder a path may be read below, the rest of it, and the folders nobody may come to on the way."""
        spelled = self._ground.absolute(path)
        spot = self._ground.skill(spelled)
        if spot:
            copy = resolved(str(self._on_read(spot.key)))
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
        with Folder.open(top) as start, descended(start, parts[:-1], self._ground.fences, make=make) as folder:
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
    return (os.path.abspath(path), resolved(path))


def _outside(path: str) -> Refused:
    return Refused(f"{path} is outside the workspace", advice="a person can grant it: `sealskill grants add --help`")


def _must_be_file(folder: Folder, name: str, path: str) -> None:
    if stat.S_ISDIR(look(folder, name).st_mode):
        raise Failed(f"{path} is a folder", advice="list it with list_dir")
