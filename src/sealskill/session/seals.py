"""The seals of one runtime: known ones from the cache where nothing changed, new ones hashed when somebody asks."""

from __future__ import annotations

import os

from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.model.skill import Skill
from sealskill.read import digest
from sealskill.session.provenance import tree_key
from sealskill.store.cache import Cache


class Seals:
    """What is known of the seals under each root."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._known: dict[str, dict[str, tuple[str, str]]] = {}

    def known(self, skill: Skill) -> str | None:
        """The seal, if the package was hashed before and no file of it has moved since."""
        found = self._of(skill).get(skill.folder)
        return found[1] if found is not None and found[0] == tree_key(skill) else None

    def of(self, skill: Skill) -> str:
        """The seal, hashed if need be. Raises CannotSeal or ChangedWhileRead."""
        return self.known(skill) or self._hash(skill)

    def if_possible(self, skill: Skill) -> str | None:
        """The seal, or None where the package cannot be sealed."""
        try:
            return self.of(skill)
        except (CannotSeal, ChangedWhileRead):
            return None

    def _hash(self, skill: Skill) -> str:
        key, seal = tree_key(skill), digest.seal(skill)
        if digest.settled(skill.tree):
            self._cache.keep_seal(skill.folder, key, seal)
        self._of(skill)[skill.folder] = (key, seal)
        return seal

    def _of(self, skill: Skill) -> dict[str, tuple[str, str]]:
        path = skill.root.path
        if path not in self._known:
            self._known[path] = self._cache.seals(os.path.realpath(path))
        return self._known[path]
