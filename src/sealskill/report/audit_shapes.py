"""The documents of `sealskill audit --json`."""

from __future__ import annotations

from typing import Any

from sealskill.model.value import Value


class EntryRow(Value):
    """One entry of the audit."""

    sequence: int
    """From 1, without a gap."""
    time: str
    """UTC, to the microsecond."""
    actor: str
    category: str
    """`security call people system`."""
    action: str
    session: str
    call: str
    skill: str
    seal: str
    tool: str
    digest: str
    """Keyed, of the arguments; empty where there were none."""
    arguments: Any
    """Redacted; null unless `audit.arguments` is on."""
    decision: str
    """`allow confirm dual_sign deny`, or empty."""
    reasons: Any
    """A list of text."""
    answer: str
    outcome: str
    detail: Any
    """A map."""
    previous: str
    """The hash of the entry before it."""
    hash: str


class AuditDocument(Value):
    """`audit list --json`; with `--follow` one on each line, as entries come."""

    entries: tuple[EntryRow, ...]


class EntryDocument(EntryRow):
    """`audit show N --json`."""


class BreachRow(Value):
    """The first entry that is not what it was."""

    sequence: int
    """0 where it is the checkpoints that were edited."""
    since: int
    """Where it cannot be told which one it was, the first it may have been; else the same."""
    why: str


class VerifyDocument(Value):
    """`audit verify --json`."""

    ok: bool
    """Nothing is broken, and everything that should have been looked at was."""
    entries: int
    """How many were looked at."""
    first: int
    last: int
    """The last one that follows from those before it."""
    hash: str
    proven: int
    """The last one that a checkpoint confirms; nobody changed anything up to here. 0 for none."""
    proven_at: str
    """When that checkpoint was kept; empty for none."""
    breach: BreachRow | None
    doubts: tuple[str, ...]
    """Why less is proven than should be."""
    notes: tuple[str, ...]


class RotateDocument(Value):
    """`audit rotate --json`."""

    file: str = ""
    """Empty where nothing was old enough."""
    first: int = 0
    last: int = 0
    hash: str = ""
    """Of the last entry in it."""
    digest: str = ""
    """Of the file."""
