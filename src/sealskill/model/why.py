"""The answer to: what would become of this call, and why?"""

from __future__ import annotations

from sealskill.model.decision import Decision, Ruling, Step
from sealskill.model.tools import KnownTool
from sealskill.model.value import Value


class Why(Value):
    """A decision about a call that nobody makes, and what it was made of."""

    tool: str
    decision: Ruling
    reasons: tuple[str, ...]
    """The strictest first."""
    advice: tuple[str, ...]
    steps: tuple[Step, ...]
    """Every step that was asked."""
    tool_class: str
    """What a call can do here: `safe mutating dangerous`; "" for a tool nobody knows."""
    persona: str
    permission_mode: str
    skills: tuple[str, ...]
    """The keys of the skills that count."""
    notes: tuple[str, ...] = ()
    """What was not known when it was made."""


class Tools(Value):
    """Every tool there can be in a place."""

    rows: tuple[KnownTool, ...]
    builtin: frozenset[str]
    """The names of those this program runs itself."""
    notices: tuple[str, ...] = ()
    """Tools of skills that are left out because their name is taken."""


def of(
    tool: str, decision: Decision, *, tool_class: str, persona: str, mode: str, skills: tuple[str, ...],
    notes: tuple[str, ...] = (),
) -> Why:  # fmt: skip
    """The answer that a decision is."""
    return Why(
        tool=tool, decision=decision.ruling, reasons=decision.reasons, advice=decision.advice, steps=decision.steps,
        tool_class=tool_class, persona=persona, permission_mode=mode, skills=skills, notes=notes,
    )  # fmt: skip
