"""Where the files of a session stand, as its snapshot knows it: what may be read, and what is closed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from sealskill.errors import Failed, Refused
from sealskill.model.inventory import Inventory
from sealskill.model.settings import Settings
from sealskill.model.skill import Invalid, Ready
from sealskill.model.value import Value
from sealskill.read.folder import inside, resolved
from sealskill.session.guarded import folded

_LONGEST = 4096
"""Bytes of a path: no system opens a longer one."""

_CLOSED, _ROOT = "closed", "root"


class Spot(Value):
    """A place in the folder of a skill that may be used: its key, and the path below the folder."""

    key: str
    below: str


class Ground:
    """Made once for a snapshot. Folders are compared as they are written, as they really are, and by identity."""

    def __init__(
        self,
        workspace: str,
        *,
        home: str,
        state: str,
        roots: Iterable[str] = (),
        skills: Mapping[str, str] = {},
        kept: Mapping[str, str] = {},
        closed: Iterable[str] = (),
    ) -> None:
        """`skills` and `kept` are folder → key, of ready skills and their sealed copies; `closed` all other skills."""
        self.workspace = resolved(workspace)
        self.home = home
        self.state = resolved(state)
        self._spelled = os.path.abspath(workspace)
        self._skills = _spellings(skills)
        self._kept = _spellings(kept)
        self._closed = set(_spellings(dict.fromkeys(closed, "")))
        # A root that holds the workspace, or is the workspace, closes nothing: only the skills in it are skills.
        self._roots = {one for one in _spellings(dict.fromkeys(roots, "")) if self._below(one)}

    def absolute(self, path: str) -> str:
        """A path as it was meant, its links unresolved. Raises Refused for one that can only be a trick."""
        _must_be_plain(path)
        if path == "~" or path.startswith("~/"):
            path = self.home + path[1:]
        whole = os.path.normpath(os.path.join(self.workspace, path))
        if inside(whole, self._spelled):
            return self.workspace + whole[len(self._spelled) :]
        return whole

    def skill(self, path: str) -> Spot | None:
        """The place in a ready skill that a path means; None where it means none. Raises Refused for a closed one.

        As it is written it counts first: what stands in a skill's folder now may be a link to anywhere.
        """
        real = resolved(path)
        spelled = self._nearest(path)
        found = spelled if isinstance(spelled, Spot) or spelled is _CLOSED else self._nearest(real)
        if isinstance(found, Spot):
            return found
        if found or spelled:
            raise closed(path)
        return None

    def _nearest(self, path: str) -> Spot | str:
        """The skill whose folder a path is in, or whether it is a closed one or a root of skills; "" for neither."""
        for folder in upward(path):
            key = self._skills.get(folder) or self._kept.get(folder)
            if key:
                return Spot(key=key, below=os.path.relpath(path, folder))
            if folder in self._closed or folder in self._roots:
                return _CLOSED if folder in self._closed else _ROOT
        return ""

    def shown(self, path: str) -> frozenset[str] | None:
        """Of a folder that leads to skills, the names that lead to ready ones; None for every other folder."""
        real = resolved(path)
        folders = tuple(upward(real))
        if self._roots.isdisjoint(folders) or any(one in self._skills or one in self._closed for one in folders):
            return None
        below = [os.path.relpath(one, real) for one in self._skills if one != real and inside(one, real)]
        return frozenset(one.split(os.sep)[0] for one in below)

    def below(self, path: str) -> tuple[str, ...]:
        """The folders of skills, of roots of them and of our own that lie in a folder, and are there."""
        every = (*self._skills, *self._kept, *self._closed, *self._roots, self.state)
        real = {os.path.realpath(one) for one in every if one != path and inside(one, path) and os.path.isdir(one)}
        return tuple(one for one in real if one != path and inside(one, path))

    def private(self, path: str) -> bool:
        """Whether a real path is in our own folder; a workspace in there is the workspace."""
        return inside(path, self.state) and not inside(self.workspace, self.state)

    def of_skills(self, path: str) -> bool:
        """Whether something there would become, or change, a skill: asked before a write, by any spelling."""
        return any(one in self._places for one in (*upward(path), *upward(_folded(path))))

    @cached_property
    def _places(self) -> frozenset[str]:
        places = (*self._skills, *self._kept, *self._closed, *self._roots)
        return frozenset((*places, *map(_folded, places)))

    @cached_property
    def fences(self) -> frozenset[tuple[int, int]]:
        """Device and inode of every folder nobody walks into by another name than its own."""
        places = {
            *self._skills,
            *self._closed,
            *self._roots,
            *(() if inside(self.workspace, self.state) else (self.state,)),
        }
        return frozenset(one for place in places if (one := _identity(place)))

    def _below(self, path: str) -> bool:
        return any(path != top and inside(path, top) for top in (self.workspace, self._spelled))


def of_snapshot(settings: Settings, inventory: Inventory, ready: Sequence[Ready]) -> Ground:
    """The ground of a snapshot: `ready` are its skills, and whatever else the load found is closed."""
    usable = {one.skill.folder: one.skill.key for one in ready}
    everyone = {(one.draft if isinstance(one, Invalid) else one.skill).folder for one in inventory}
    # A link that was not followed may lead anywhere, to the root of the disk too: it is closed as it is written.
    strays = {one.path for one in inventory.unreadable if not os.path.islink(one.path)}
    store = os.path.join(settings.state, "sealed")
    return Ground(
        settings.workspace,
        home=settings.home,
        state=settings.state,
        roots=(one.path for one in inventory.roots),
        skills=usable,
        kept={os.path.join(store, one.seal.replace(":", "-")): one.skill.key for one in ready if one.seal},
        closed={*(everyone - set(usable)), *strays},
    )


def closed(path: str) -> Refused:
    """What is said of a place in a skill that may not be used."""
    return Refused(f"{path} belongs to no skill that may be used here", advice="see `sealskill list`")


def upward(path: str) -> Iterator[str]:
    """A path and every folder it lies in, the nearest first."""
    yield path
    while (above := os.path.dirname(path)) != path:
        yield above
        path = above


def _must_be_plain(path: str) -> None:
    try:
        length = len(path.encode())
    except UnicodeEncodeError:
        raise Refused("a path that is no Unicode text") from None
    if not path.strip():
        raise Failed("no path was given")
    if "\0" in path or length > _LONGEST:
        raise Refused("a path that no system could open")
    if ".." in path.split("/"):
        raise Refused(f"{path} holds `..`", advice="write the path out, from the workspace on")


def _spellings(folders: Mapping[str, str]) -> dict[str, str]:
    return {spelled: key for one, key in folders.items() for spelled in (os.path.abspath(one), resolved(one))}


def _folded(path: str) -> str:
    return os.sep.join(map(folded, path.split(os.sep)))


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)
