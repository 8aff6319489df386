"""The chain: from the columns of an entry to its hash, and from rows to the first of them that is not what it was.

The hash of an entry is the SHA-256 of one MessagePack array, every value in its shortest form: the word `MARK`, then
the columns in the order of `COLUMNS` without the hash itself. MessagePack frames each value by type and length, so no
two entries share their bytes. Another program can check a chain with nothing but that sentence.

A chain alone shows that nobody edited a part of it. Whoever writes it anew to its end leaves one that is just as
consistent: only a checkpoint that was kept elsewhere tells the two apart.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sealskill.model.record import Entry
from sealskill.model.value import Value

MARK = "sealskill.audit/1"
COLUMNS = Entry.__struct_fields__
GENESIS = "0" * 64
"""What stands before the first entry."""
ROTATED = "audit.rotated"
"""The entry that says which older ones were moved into a file."""

_SEQUENCE, _ACTION, _DETAIL = (COLUMNS.index(name) for name in ("sequence", "action", "detail"))
_packed = msgspec.msgpack.Encoder().encode

Columns = Sequence[Any]
"""The columns of one entry, in their order."""


class Link(Value):
    """An entry as the next one sees it."""

    sequence: int = 0
    hash: str = GENESIS


class Breach(Value):
    """The first entry that is not what it was."""

    sequence: int
    why: str
    since: int = 0
    """Where it cannot be told which one it was: the first it may have been."""


class Walked(Value):
    """How far a chain was followed."""

    start: Link
    """What stood before the first entry."""
    end: Link
    count: int = 0
    proven: int = 0
    """The last entry that a checkpoint confirms; 0 for none."""
    breach: Breach | None = None


def hashed(columns: Columns) -> str:
    """The hash of an entry, from all its columns but the last."""
    return hashlib.sha256(_packed((MARK, *columns))).hexdigest()


def follow(entries: Iterable[Columns], anchors: Mapping[int, str], start: Link | None = None) -> Walked:
    """Follow a chain to its end, or to the first entry that is not what it was.

    `anchors` are the hashes that were kept elsewhere, by number. Without a `start` the first entry says where the
    chain begins, and it is good only where a later entry says that everything before was rotated away.
    """
    link = before = start
    count = proven = 0
    released: set[tuple[Any, Any]] = {(0, GENESIS)}
    breach = None
    for columns in entries:
        if columns[_ACTION] == ROTATED and _holds(columns):
            released.add(_released(columns))
        if breach is not None:  # what follows only tells whether the beginning was moved away by us
            continue
        link = link or _begins(columns)
        before = before or link
        breach = _breach(columns, link, anchors, proven)
        if breach is None:
            count, link = count + 1, Link(sequence=columns[_SEQUENCE], hash=columns[-1])
            proven = link.sequence if link.sequence in anchors else proven
    before, link = before or Link(), link or Link()
    if start is None and (before.sequence, before.hash) not in released:
        breach = Breach(sequence=1, why=_headless(before))
    return Walked(start=before, end=link, count=count, proven=proven, breach=breach)


def _headless(before: Link) -> str:
    if before.sequence < 1:
        return "entry 1 does not begin a chain: what stood before it was another one"
    return f"entries 1 to {before.sequence} are missing, and no entry says that they were rotated"


def _begins(columns: Columns) -> Link:
    return Link(sequence=columns[_SEQUENCE] - 1, hash=str(columns[-2]))


def _breach(columns: Columns, link: Link, anchors: Mapping[int, str], proven: int) -> Breach | None:
    number, due = columns[_SEQUENCE], link.sequence + 1
    if number > due:
        many = f"entries {due} to {number - 1} are missing" if number > due + 1 else f"entry {due} is missing"
        return Breach(sequence=due, why=many)
    if number < due:
        return Breach(sequence=number, why=f"entry {number} stands where entry {due} belongs")
    claimed = columns[-1]
    if not _holds(columns):
        return Breach(sequence=number, why=f"entry {number} was edited: its hash is not that of what it says")
    if columns[-2] != link.hash:
        # This entry is whole and names another one before it: that one was exchanged after this one was written.
        return Breach(
            sequence=max(link.sequence, 1), why=f"entry {link.sequence} is not the one that entry {number} follows"
        )
    if anchors.get(number, claimed) != claimed:
        since, which = proven + 1, f"entry {number} or one before it" if proven + 1 < number else f"entry {number}"
        return Breach(
            sequence=number, since=since, why=f"{which} was changed after a checkpoint of entry {number} was kept"
        )
    return None


def _holds(columns: Columns) -> bool:
    try:
        return bool(hashed(columns[:-1]) == columns[-1])
    except (TypeError, ValueError, OverflowError):  # a value that no entry of ours can hold
        return False


def _released(columns: Columns) -> tuple[Any, Any]:
    """The last entry that a rotation moved away, as the rotation says."""
    try:
        detail = json.loads(columns[_DETAIL])
        return int(detail["last"]), str(detail["hash"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return (0, GENESIS)
