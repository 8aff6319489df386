"""A persona: who an agent is, which tools it may see, and what it may do without asking."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

from sealskill.model.manifest import Ignored
from sealskill.model.problem import Problem
from sealskill.model.value import Value


class PermissionMode(StrEnum):
    """Which classes of tools a persona may use, strictest first."""

    READ_ONLY = "read-only"
    MUTATING_WITH_CONFIRM = "mutating-with-confirm"
    DUAL_SIGN_REQUIRED = "dual-sign-required"


class PersonaCapability(Value):
    """One thing a persona says it can do for others: a card, and no grant."""

    id: str
    description: str = ""
    tools: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    max_tool_calls: int | None = None


class Persona(Value):
    """A persona as its author wrote it. What was malformed is a `Problem` beside it, and such a persona is not used."""

    name: str = ""
    description: str = ""
    when_to_use: str = ""
    permission_mode: str = PermissionMode.READ_ONLY
    """The author's own word; `mode` says what it means."""
    tools: tuple[str, ...] | None = None
    """Names and `prefix*` patterns it may see. None is all tools, an empty tuple none."""
    disallowed_tools: tuple[str, ...] = ()
    skills: tuple[str, ...] | None = None
    """Names of the skills it may use. None is all ready ones, an empty tuple none."""
    max_turns: int | None = None
    model: str = ""
    capabilities: tuple[PersonaCapability, ...] = ()
    can_delegate: bool = False
    critical_reminder: str = ""
    initial_prompt: str = ""
    background: bool = False
    body_start: int = 0
    """Where the prompt begins, in characters of the decoded and newline-folded file."""
    extra: dict[str, Any] = {}
    """Every other key, verbatim."""
    ignored: tuple[Ignored, ...] = ()

    @property
    def mode(self) -> PermissionMode | None:
        """The permission mode, or None for a word nobody knows: such a persona may do nothing."""
        return PermissionMode(self.permission_mode) if self.permission_mode in tuple(PermissionMode) else None


DEFAULT = Persona(name="default", permission_mode=PermissionMode.MUTATING_WITH_CONFIRM, can_delegate=True)
"""Who an agent is that was given no persona: all tools, a person is asked before anything changes."""


class PersonaKind(StrEnum):
    """What the file is, where drafts name their dialect."""

    PERSONA = "persona"


class PersonaFile(Value):
    """A persona as found on disk, parsed as far as it goes."""

    path: str
    persona: Persona | None = None
    problems: tuple[Problem, ...] = ()
    dialect: PersonaKind = PersonaKind.PERSONA

    @property
    def name(self) -> str:
        """The name it goes by: the author's, else the file's."""
        return (self.persona.name if self.persona else "") or Path(self.path).stem

    @property
    def manifest_path(self) -> Path:
        """The file."""
        return Path(self.path)
