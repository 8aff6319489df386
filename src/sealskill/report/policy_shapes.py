"""The documents of `why`, `tools`, `personas` and `persona check`. A field is added, never renamed."""

from __future__ import annotations

from sealskill.model.value import Value
from sealskill.report.shapes import Fault, Unread


class WhyStep(Value):
    """One question that was asked of a call, and its answer."""

    name: str
    """`tool persona group always-denied capabilities class grants limits`."""
    ruling: str
    """`allow confirm dual_sign deny`."""
    reason: str
    advice: str
    skills: tuple[str, ...]
    """The keys of the skills it is because of."""


class WhyDocument(Value):
    """`why --json`."""

    tool: str
    decision: str
    """`allow confirm dual_sign deny`: the strictest of all steps."""
    reasons: tuple[str, ...]
    """The strictest first."""
    advice: tuple[str, ...]
    steps: tuple[WhyStep, ...]
    tool_class: str
    """`safe mutating dangerous`, for this call; empty for a tool nobody knows."""
    persona: str
    permission_mode: str
    skills: tuple[str, ...]
    """The keys of the skills that count."""
    notes: tuple[str, ...]


class ToolRow(Value):
    """One tool of `tools --json`."""

    name: str
    tier: str
    """`always denied`, `capability-gated` or `always allowed`, while community skills are about."""
    tool_class: str
    """`safe mutating dangerous`, as its row says; a call may be more."""
    capability: str
    """What unlocks it; empty for what needs none."""
    why: str
    """What it can do, in a few words."""
    builtin: bool
    """Whether this program runs it itself; a host may register the others."""
    skill: str
    """The key of the skill that brings it; empty for all others."""
    trust: str


class ToolsDocument(Value):
    """`tools --json`."""

    tools: tuple[ToolRow, ...]
    notices: tuple[str, ...]
    """Tools of skills that were left out, and why."""


class PersonaRow(Value):
    """One persona."""

    name: str
    description: str
    permission_mode: str
    tools: tuple[str, ...] | None
    """Absent is all tools, an empty list none."""
    disallowed_tools: tuple[str, ...]
    skills: tuple[str, ...] | None
    max_turns: int | None
    path: str
    """Empty for the one that is built in."""
    usable: bool
    """Whether it has no error: one that has is never used."""
    problems: tuple[Fault, ...]


class PersonasDocument(Value):
    """`personas --json`."""

    personas: tuple[PersonaRow, ...]
    unreadable: tuple[Unread, ...]


class PersonaCheckDocument(Value):
    """`persona check --json`."""

    persona: PersonaRow
