"""The seal: one digest for everything in a package that a session will ever see.

For each entry, in the bytewise order of its path: path, kind, execute bit, size and SHA-256 of the bytes (of the target
text for a link). Each field is written with its length in front, so that no two trees can spell the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Iterable, Iterator

from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.model.draft import Draft, Entry, EntryKind, Tree
from sealskill.model.skill import Skill
from sealskill.read import reading
from sealskill.read.folder import FILE_FLAGS, Handles, TooLarge, read_handle, state_key
from sealskill.read.walk import UNSEALED

_HEADER = b"sealskill seal 1"
_CHUNK = 1 << 20


def seal(thing: Draft | Skill) -> str:
    """The seal of a package as it is now, `sha256:` and 64 digits.

    Raises CannotSeal when its tree is not complete or an entry cannot be read, ChangedWhileRead when the folder or a
    manifest is no longer what was listed and parsed.
    """
    if not thing.tree.complete:
        raise CannotSeal(f"{thing.folder} is too large or too deep to be sealed")
    digests = dict(content_digests(thing.folder, thing.tree, thing.members))
    for name, parsed in thing.manifest_digests.items():
        if digests.get(name, parsed) != parsed and thing.tree.find(name).kind is EntryKind.FILE:  # type: ignore[union-attr]
            raise ChangedWhileRead(f"{thing.folder}/{name} changed since it was read", advice="load it again")
    return combine(thing.tree, digests)


def combine(tree: Iterable[Entry], digests: dict[str, str]) -> str:
    """The seal of entries whose content digests are known."""
    total = hashlib.sha256()
    _frame(total, _HEADER)
    for entry in sorted(sealed_entries(tree), key=lambda one: normal(one.path)):
        for field in (
            normal(entry.path), entry.kind.encode(), _bit(entry), str(entry.size).encode(),
            digests[entry.path].encode(),
        ):  # fmt: skip
            _frame(total, field)
    return f"sha256:{total.hexdigest()}"


def _bit(entry: Entry) -> bytes:
    return b"x" if entry.executable and entry.kind is EntryKind.FILE else b"-"


def sealed_entries(tree: Iterable[Entry]) -> Iterator[Entry]:
    """The entries that a seal covers and a sealed copy holds."""
    return (entry for entry in tree if UNSEALED.isdisjoint(entry.path.split("/")))


def settled(tree: Iterable[Entry]) -> bool:
    """Whether nothing in a tree changed so recently that a further change might not move its clock."""
    newest = max((max(entry.mtime_ns, entry.ctime_ns) for entry in tree), default=0)
    return reading.settled(newest)


def unmoved(one: Skill) -> bool:
    """Whether every entry of a package is still in the state it was listed in, as far as its state tells."""
    for entry in one.tree:
        try:
            state = os.lstat(one.members.get(entry.path) or f"{one.folder}{os.sep}{entry.path}")
        except OSError:
            return False
        if state_key(state) != entry.stat_key:
            return False
    return True


def normal(path: str) -> bytes:
    """A path as the seal spells it: NFC, UTF-8."""
    return unicodedata.normalize("NFC", path).encode("utf-8", "surrogateescape")


def _frame(total: hashlib._Hash, field: bytes) -> None:
    total.update(len(field).to_bytes(8, "big"))
    total.update(field)


def content_digests(folder: str, tree: Tree, members: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Path and content digest of every sealed entry, read through handles and compared with what was listed."""
    with opened(folder) as handles:
        for entry in sealed_entries(tree):
            yield entry.path, hashlib.sha256(content(handles, folder, entry, members)).hexdigest()


def opened(folder: str) -> Handles:
    """The folder of a package, open for `content`. Raises CannotSeal; close it, or use it as a context manager."""
    try:
        return Handles(folder)
    except OSError as exc:
        raise CannotSeal(f"{folder} cannot be read: {exc.strerror or exc}") from exc


def content(handles: Handles, folder: str, entry: Entry, members: dict[str, str]) -> bytes:
    """The bytes of one entry (a link's target text), the same that were listed or an error."""
    try:
        if entry.kind is EntryKind.LINK:
            return os.fsencode(os.readlink(os.path.join(folder, entry.path)))
        if entry.kind is EntryKind.OTHER:
            raise CannotSeal(f"{folder}/{entry.path} is a device, socket or fifo")
        if entry.path in members:
            data, state = read_handle(os.open(members[entry.path], FILE_FLAGS), members[entry.path], entry.size)
        else:
            data, state = handles.read(entry.path, entry.size)
    except TooLarge as exc:
        raise ChangedWhileRead(f"{folder}/{entry.path} grew while it was read", advice="load it again") from exc
    except OSError as exc:
        raise CannotSeal(f"{folder}/{entry.path} cannot be read: {exc.strerror or exc}") from exc
    if state_key(state) != entry.stat_key:
        raise ChangedWhileRead(f"{folder}/{entry.path} changed since it was listed", advice="load it again")
    return data
