"""One manifest file becomes one reading: from the shelf where it has not changed, else from its bytes."""

from __future__ import annotations

import hashlib
import os
import time
from typing import Protocol

import msgspec

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Entry, EntryKind, Root, Tree, Unreadable
from sealskill.model.manifest import Manifest
from sealskill.model.problem import Problem, error
from sealskill.model.settings import Limits, Settings
from sealskill.model.value import Value
from sealskill.read import contained
from sealskill.read.folder import Folder, TooLarge, state_key
from sealskill.read.formats import MANIFEST_FORMATS
from sealskill.read.formats.format import Parsed

_SETTLED_NS = 2_000_000_000  # a file changed this recently may change again without its clock moving


class Shelf(Protocol):
    """Where readings of unchanged files are kept between loads. A shelf that always forgets is a correct shelf."""

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        """What was kept for this path in this very state, if anything."""

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        """Keep a reading of this path in this state."""


class Place(Protocol):
    """What a draft needs to know of the walk that found it."""

    root: Root
    settings: Settings
    shelf: Shelf


class Reading(Value):
    """What reading one manifest file gave, and the digest of the bytes it was read from ("" if it was not read)."""

    digest: str
    manifest: Manifest | None
    problems: tuple[Problem, ...] = ()


_ENCODE = msgspec.msgpack.Encoder()
_DECODE = msgspec.msgpack.Decoder(Reading)


def read(walk: Place, place: Folder, tree: Tree, name: str) -> Reading | Unreadable:
    """The reading of the manifest called `name` in an open folder whose tree was listed."""
    path = f"{place.path}{os.sep}{name}"
    found = tree.find(name)
    if found is None:
        return Unreadable(path=path, why="it vanished while its folder was listed")
    kept = walk.shelf.recall(path, found.stat_key)
    if kept is not None:
        try:
            return _DECODE.decode(kept)
        except msgspec.DecodeError:
            pass  # kept by another version: read again
    return _read_now(walk, place, found, path)


def settled(*times_ns: int) -> bool:
    """Whether a file was last touched long enough ago for its clock to tell a further change."""
    return max(times_ns) < time.time_ns() - _SETTLED_NS


def _read_now(walk: Place, place: Folder, found: Entry, path: str) -> Reading | Unreadable:
    limits = walk.settings.limits
    try:
        data = _bytes(place, found, limits.max_skill_file_bytes)
    except TooLarge as exc:
        return Reading(digest="", manifest=None, problems=(_too_large(found.path, exc.size, limits),))
    except (OSError, ChangedWhileRead) as exc:
        return Unreadable(path=path, why=contained.why(exc))
    parsed: Parsed[Manifest] = MANIFEST_FORMATS[found.path].parse(data, limits)
    reading = Reading(digest=hashlib.sha256(data).hexdigest(), manifest=parsed.value, problems=parsed.problems)
    if found.kind is EntryKind.FILE and settled(found.mtime_ns, found.ctime_ns):
        _keep(walk.shelf, path, found, reading)
    return reading


def _keep(shelf: Shelf, path: str, found: Entry, reading: Reading) -> None:
    try:
        shelf.keep(path, found.stat_key, _ENCODE.encode(reading))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return  # a value no cache can hold (a huge number, say) is read anew each time


def _bytes(place: Folder, found: Entry, cap: int) -> bytes:
    """The bytes of a manifest in the state it was listed in; a link is followed only within the package."""
    if found.kind is EntryKind.OTHER:
        raise OSError("not a regular file")
    if found.kind is EntryKind.LINK:
        return contained.read(place, found.path, (os.path.realpath(place.path),), cap)[0]
    data, state = place.read(found.path, cap)
    if state_key(state) != found.stat_key:
        raise ChangedWhileRead("it was replaced or changed while it was read")
    return data


def _too_large(name: str, size: int, limits: Limits) -> Problem:
    cap = limits.max_skill_file_bytes
    said = f"{name} has {size} bytes; the cap is {cap}"
    advice = "move detail into references/, or raise skills.limits.max_skill_file_bytes"
    return error("manifest-too-large", said, path=name, advice=advice)
