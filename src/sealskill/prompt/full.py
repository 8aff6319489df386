"""Whole bodies in the system prompt. Costly, and it activates whatever it injects."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sealskill.model.skill import Ready
from sealskill.model.value import Value
from sealskill.prompt import clean
from sealskill.prompt.body import with_base
from sealskill.prompt.catalogue import shown_name, visible

Bodies = Callable[[Ready], tuple[str, str]]
"""The text of a skill and the folder the model finds its files in."""


class Injection(Value):
    """A system prompt with bodies in it. The caller still owes the activation of every skill of `skills`."""

    text: str
    skills: tuple[Ready, ...] = ()
    left_out: tuple[Ready, ...] = ()
    """What was ready and beyond `max_injected`."""


def inject(ready: Iterable[Ready], bodies: Bodies, *, system: str = "", max_injected: int = 20) -> Injection:
    """The system prompt followed by the first `max_injected` skills the model may read, in the order given.

    Only those count that are injected. Without any, the system prompt comes back as it was.
    """
    candidates = tuple(filter(visible, ready))
    most = max(max_injected, 0)
    skills = candidates[:most]
    text = "".join(_section(one, *bodies(one)) for one in skills)
    heading = "\n\n# Available Skills\n\n" if skills else ""
    return Injection(text=system + heading + text, skills=skills, left_out=candidates[most:])


def _section(ready: Ready, text: str, folder: str) -> str:
    emoji = clean.line(ready.skill.manifest.emoji)
    title = f"{emoji} {shown_name(ready.skill)}".strip()
    return f"## {title}\n\n{with_base(text, folder)}\n\n---\n\n"
