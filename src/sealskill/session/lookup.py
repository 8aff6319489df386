"""Finding one package among all by what a person calls it."""

from __future__ import annotations

import difflib

from sealskill.check.rank import folded
from sealskill.errors import UnknownSkill
from sealskill.model.inventory import Inventory, Listed
from sealskill.model.skill import Blocked, Invalid, Ready


def find(inventory: Inventory, name: str) -> Listed:
    """The package of that name, key or slug: spelt exactly so, else the one that differs only in case.

    A skill that exists comes before one that is shadowed or broken. Raises UnknownSkill, with names that look like it.
    """
    everyone = tuple(inventory)
    exact = [one for one in everyone if name in names(one)]
    found = exact or [one for one in everyone if folded(name) in map(folded, names(one))]
    live = [one for one in found if isinstance(one, Ready | Blocked)]
    if found:
        return (live or found)[0]
    known = sorted({one for listed in everyone for one in names(listed)})
    raise UnknownSkill(name, tuple(difflib.get_close_matches(name, known, n=3, cutoff=0.5)))


def names(one: Listed) -> tuple[str, ...]:
    """What a package may be called."""
    if isinstance(one, Invalid):
        return (one.draft.name,)
    return tuple(name for name in (one.skill.name, one.skill.key, one.skill.slug) if name)
