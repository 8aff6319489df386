"""The seals of one runtime: known ones from the cache where nothing changed, new ones hashed when somebody asks."""

from __future__ import annotations

import hashlib
import os

import msgspec

from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.model.draft import Tree
from sealskill.model.skill import Skill
from sealskill.read import digest
from sealskill.read.whole import Subject
from sealskill.session.provenance import tree_key
from sealskill.store.cache import Cache

_LOOSE = "//loose"
"""Ends the name under which the digest of what is not sealed is kept: no folder is called so."""


class Seals:
    """What is known of the seals under each root."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._known: dict[str, dict[str, tuple[str, str]]] = {}
        self._keys: dict[str, tuple[Tree, str]] = {}

    def known(self, one: Skill | Subject) -> str | None:
        """The seal, if the package was hashed before and no file of it has moved since."""
        found = self._of(one).get(one.folder)
        return found[1] if found is not None and found[0] == self._key(one) else None

    def loose(self, one: Subject) -> str | None:
        """The digest of what is never sealed, if it was read before and nothing of it has moved since."""
        found = self._of(one).get(one.folder + _LOOSE)
        return found[1] if found is not None and found[0] == _loose_key(one.tree) else None

    def of(self, skill: Skill) -> str:
        """The seal, hashed if need be. Raises CannotSeal or ChangedWhileRead."""
        return self.known(skill) or self._hash(skill)

    def if_possible(self, skill: Skill) -> str | None:
        """The seal, or None where the package cannot be sealed."""
        try:
            return self.of(skill)
        except (CannotSeal, ChangedWhileRead):
            return None

    def learn(self, one: Subject, seal: str, loose: str) -> None:
        """Remember the digests of a package that somebody else read."""
        self._note(one, one.folder, self._key(one), seal, lasting=digest.settled(one.tree.entries))
        if one.tree.loose:
            key, lasting = _loose_key(one.tree), digest.settled(one.tree.loose)
            self._note(one, one.folder + _LOOSE, key, loose, lasting=lasting)

    def _note(self, one: Skill | Subject, name: str, key: str, seal: str, *, lasting: bool) -> None:
        if lasting:
            self._cache.keep_seal(name, key, seal)
        self._of(one)[name] = (key, seal)

    def _hash(self, skill: Skill) -> str:
        seal = digest.seal(skill)
        self._note(skill, skill.folder, self._key(skill), seal, lasting=digest.settled(skill.tree))
        return seal

    def _key(self, one: Skill | Subject) -> str:
        """What changes when a file of the package may have changed; asked several times in one load."""
        found = self._keys.get(one.folder)
        if found is None or found[0] is not one.tree:
            found = self._keys[one.folder] = (one.tree, tree_key(one))
        return found[1]

    def _of(self, one: Skill | Subject) -> dict[str, tuple[str, str]]:
        path = one.root if isinstance(one, Subject) else one.root.path
        if path not in self._known:
            self._known[path] = self._cache.seals(os.path.realpath(path))
        return self._known[path]


def _loose_key(tree: Tree) -> str:
    return hashlib.sha256(msgspec.msgpack.encode([tree.loose, tree.loose_complete])).hexdigest()
