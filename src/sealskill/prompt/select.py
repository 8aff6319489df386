"""Which skills matter most, when not all can be listed. The alphabet is never a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sealskill.model.skill import Ready
from sealskill.model.value import Value
from sealskill.prompt.words import words

LOOKED_AT = 200
"""Characters of a description that count. Whoever writes a page of keywords gains nothing over one good sentence."""

# Words every request and every description holds. They would rank whoever writes the longest sentences.
_COMMON = frozenset(
    words(
        "a all an and any are as at be by can do for from have how i if in into is it its me my need not of on or our "
        "please should so some that the them then there these this to up us use using want was we what when which "
        "will with you your"
    )
)


class Wishes(Value):
    """What is known of the person and the moment."""

    pinned: tuple[str, ...] = ()
    """Keys or names, most wanted first."""
    last_used: Mapping[str, float] = {}
    """Key → when it was used last; anything that grows with time."""
    task: str = ""


def order(ready: Iterable[Ready], wishes: Wishes) -> tuple[Ready, ...]:
    """The skills, most important first: pinned, used lately, relevant to the task, trusted, near, changed lately."""
    skills = tuple(ready)
    pins = pinned(skills, wishes.pinned)
    task = frozenset(words(wishes.task)) - _COMMON
    last = len(wishes.pinned)

    def rank(one: Ready) -> tuple[int, float, int, int, int, int, str]:
        skill = one.skill
        return (
            pins.get(skill.folder, last),
            -wishes.last_used.get(skill.key, 0.0),
            -relevance(one, task),
            one.trust.level.tier,
            skill.root.rank,
            -skill.tree.newest_ns,
            skill.folder,
        )

    return tuple(sorted(skills, key=rank))


def relevance(ready: Ready, task: frozenset[str]) -> int:
    """How many different words of the task the skill's name and the start of its description hold."""
    if not task:
        return 0
    skill = ready.skill
    return len(task.intersection(words(f"{skill.name[:LOOKED_AT]} {skill.description[:LOOKED_AT]}")))


def pinned(skills: tuple[Ready, ...], names: tuple[str, ...]) -> dict[str, int]:
    """Folder → place among the pinned. A key is meant before a name, and of one name the most trusted skill alone:
    else a stranger could take the name of what a person pinned and stand beside it."""
    places: dict[str, int] = {}
    for place, pin in enumerate(names):
        named = [one for one in skills if one.skill.key == pin] or [one for one in skills if one.skill.name == pin]
        if named:
            chosen = min(named, key=lambda one: (one.trust.level.tier, one.skill.root.rank, one.skill.folder))
            places.setdefault(chosen.skill.folder, place)
    return places
