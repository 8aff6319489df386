"""Finding one package among all by what a person calls it."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from sealskill.check.rank import folded
from sealskill.errors import UnknownSkill
from sealskill.model.inventory import Inventory, Listed
from sealskill.model.skill import Blocked, Invalid, Ready


def find(inventory: Inventory, name: str) -> Listed:
    """The package of that name, key or slug: spelt exactly so, else the one that differs only in case.

    A skill that exists comes before one that is shadowed or broken, and who is called so before who claims the key:
    a stranger's `skillKey` must not hide the skill it names. Raises UnknownSkill, with names that look like it.
    """
    everyone = tuple(inventory)
    found = _called(everyone, name, names) or _called(everyone, folded(name), _folded_names)
    if found:
        return min(found, key=lambda place: place[:2])[2]
    known = sorted({one for listed in everyone for one in names(listed)})
    raise UnknownSkill(name, tuple(difflib.get_close_matches(name, known, n=3, cutoff=0.5)))


def _called(
    everyone: tuple[Listed, ...], name: str, called: Callable[[Listed], tuple[str, ...]]
) -> list[tuple[bool, int, Listed]]:
    """Who goes by a name: whether it does not exist, which of its names it is, and itself."""
    return [
        (not isinstance(one, Ready | Blocked), called(one).index(name), one) for one in everyone if name in called(one)
    ]


def _folded_names(one: Listed) -> tuple[str, ...]:
    return tuple(map(folded, names(one)))


def names(one: Listed) -> tuple[str, ...]:
    """What a package may be called."""
    if isinstance(one, Invalid):
        return (one.draft.name,)
    return tuple(name for name in (one.skill.name, one.skill.key, one.skill.slug) if name)
