"""Whole bodies in the system prompt. Costly, and it activates whatever it injects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sealskill.model.skill import Ready
from sealskill.model.value import Value
from sealskill.prompt import clean
from sealskill.prompt.body import with_base
from sealskill.prompt.budget import Budget
from sealskill.prompt.catalogue import shown_name, visible

Bodies = Callable[[Ready], tuple[str, str] | None]
"""The text of a skill and the folder the model finds its files in; None if it cannot be handed out."""
_HEADING = "\n\n# Available Skills\n\n"


class Injection(Value):
    """A system prompt with bodies in it. The caller still owes the activation of every skill of `skills`."""

    text: str
    skills: tuple[Ready, ...] = ()
    left_out: tuple[Ready, ...] = ()
    """What was ready and did not fit, in the order given."""


def inject(
    ready: Iterable[Ready],
    bodies: Bodies,
    *,
    system: str = "",
    max_injected: int = 20,
    budget: Budget = Budget(),  # noqa: B008 -- frozen
) -> Injection:
    """The system prompt followed by the first `max_injected` skills the model may read, in the order given.

    Only those count that are injected. What is added keeps the budget: a body that is too long stands in nobody's way.
    Without any, the system prompt comes back as it was.
    """
    candidates = tuple(filter(visible, ready))
    chosen = dict(_fitting(candidates, bodies, max_injected, budget))
    return Injection(
        text=system + (_HEADING + "".join(chosen.values()) if chosen else ""),
        skills=tuple(one for one in candidates if one.skill.folder in chosen),
        left_out=tuple(one for one in candidates if one.skill.folder not in chosen),
    )


def _fitting(candidates: Iterable[Ready], bodies: Bodies, most: int, budget: Budget) -> Iterator[tuple[str, str]]:
    """Folder and section of each skill that fits; no body is read once there are enough."""
    text = _HEADING
    for one in candidates:
        if most <= 0:
            break
        said = bodies(one)
        section = _section(one, *said) if said else ""
        if section and len(text) + len(section) <= budget.chars and budget.counts(text + section):
            text += section
            most -= 1
            yield one.skill.folder, section


def _section(ready: Ready, text: str, folder: str) -> str:
    emoji = clean.line(ready.skill.manifest.emoji)
    title = f"{emoji} {shown_name(ready.skill)}".strip()
    return f"## {title}\n\n{with_base(text, folder)}\n\n---\n\n"
