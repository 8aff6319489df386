"""What a person may call by `/name`, and the message the model gets instead."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sealskill.model.skill import Ready
from sealskill.prompt import clean
from sealskill.prompt.catalogue import shown_name

LONGEST = 32
"""What chat platforms accept as the name of a command."""

_NOT_SAFE = re.compile(r"[^a-z0-9]+")


def commands(ready: Iterable[Ready]) -> dict[str, Ready]:
    """Command → skill, for the skills a person may call, the most trusted first.

    Of two that ask for one name the more trusted gets it, so that a newcomer never takes over a command in use.
    """
    taken: dict[str, Ready] = {}
    callable_ones = (one for one in ready if one.skill.manifest.user_invocable)
    for one in sorted(callable_ones, key=_claim):
        taken[_free(safe(one.skill.name), taken)] = one
    return taken


def safe(name: str) -> str:
    """The name as a command: `a-z`, `0-9` and single `_`, 32 characters at most, `skill` if nothing is left."""
    return _NOT_SAFE.sub("_", name.lower()).strip("_")[:LONGEST] or "skill"


def invoke(ready: Ready, args: str = "") -> str:
    """What the model is told when a person calls the skill. `args` are the person's own words and stay as they are."""
    request = f'Use the "{clean.escape(shown_name(ready.skill))}" skill for this request.'
    return f"{request}\n\nUser input:\n{args}" if args else request


def _claim(one: Ready) -> tuple[int, int, str, str]:
    return (one.trust.level.tier, one.skill.root.rank, one.skill.key, one.skill.folder)


def _free(name: str, taken: dict[str, Ready]) -> str:
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        ending = f"_{number}"
        candidate = name[: LONGEST - len(ending)] + ending
    return candidate
