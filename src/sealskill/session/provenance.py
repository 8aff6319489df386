"""Where packages came from, remembered: a record of origin keeps its force after it was deleted or the folder moved."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from sealskill.errors import BadLock, CannotSeal, ChangedWhileRead
from sealskill.model.draft import Entry
from sealskill.model.skill import Origin, Skill
from sealskill.read import digest
from sealskill.read.origin import IN_PACKAGE, Records
from sealskill.read.whole import Subject
from sealskill.store.lock import Adoption, Lock


class Shape(NamedTuple):
    """What two equal packages have in common and is known without reading them."""

    files: int
    bytes: int


class Provenance:
    """The origin of each package: what its folder says, else what we remember of its path or its bytes."""

    def __init__(self, records: Records, lock: Lock) -> None:
        self._records = records
        self._lock = lock
        known = lock.read().adoptions
        self._by_path = {one.path: one for one in known}
        self._by_seal = {one.seal: one for one in known}
        self._shapes = {Shape(one.files, one.bytes) for one in known}
        self._new: list[Adoption] = []

    def origin(self, skill: Skill) -> Origin:
        """The origin of a skill; an empty one when neither a record nor our memory knows any."""
        said = self._records.origin(skill)
        if said.source:
            self._remember(skill, said)
            return said
        known = self._by_path.get(skill.folder) or self._moved(skill)
        if known is None:
            return Origin()
        # An edit here and a move tomorrow must not wash it clean: what stands here now is remembered too.
        self._remember(skill, Origin(source=known.source, record=known.record, ref=known.ref))
        return Origin(source=known.source, record=f"{self._lock.file} (from {known.record})", ref=known.ref)

    def _moved(self, skill: Skill) -> Adoption | None:
        """The adoption of equal bytes that stood elsewhere. Only packages of a known shape are read to find out."""
        if not self._shapes:
            return None
        bare = _without_records(skill)
        if shape(bare) not in self._shapes:
            return None
        try:
            return self._by_seal.get(_bare_seal(skill, bare))
        except (CannotSeal, ChangedWhileRead):
            return None  # it cannot be sealed, so it cannot be used either

    def _remember(self, skill: Skill, said: Origin) -> None:
        bare = _without_records(skill)
        known = self._by_path.get(skill.folder)
        changed = max((entry.ctime_ns for entry in bare), default=0)
        if known is not None and (known.changed, Shape(known.files, known.bytes)) == (changed, shape(bare)):
            return
        try:
            seal = _bare_seal(skill, bare)
        except (CannotSeal, ChangedWhileRead):
            return
        size = shape(bare)
        row = Adoption(
            path=skill.folder, seal=seal, files=size.files, bytes=size.bytes, changed=changed,
            source=said.source, record=said.record, ref=said.ref,
        )  # fmt: skip
        self._new.append(row)

    def flush(self, notice: Callable[[str], None]) -> None:
        """Write what is new into the lock; where that fails the person hears it."""
        if not self._new:
            return
        try:
            self._lock.adopt(tuple(self._new))
        except BadLock as exc:
            notice(f"origins cannot be remembered: {exc}")
        self._new = []


def shape(entries: tuple[Entry, ...]) -> Shape:
    """The number of files and bytes."""
    return Shape(len(entries), sum(entry.size for entry in entries))


def _without_records(skill: Skill) -> tuple[Entry, ...]:
    return tuple(entry for entry in digest.sealed_entries(skill.tree) if entry.path not in IN_PACKAGE)


def _bare_seal(skill: Skill, bare: tuple[Entry, ...]) -> str:
    """The seal of a package as if it carried no record, so that deleting the record changes nothing."""
    tree = msgspec.structs.replace(skill.tree, entries=bare)
    return digest.combine(bare, dict(digest.content_digests(skill.folder, tree, skill.members)))


def tree_key(skill: Skill | Subject) -> str:
    """What changes when any file of a package, or the set of its files, may have changed."""
    state = msgspec.msgpack.encode([skill.tree.entries, skill.members])
    return hashlib.sha256(state).hexdigest()
