"""The documents of `people`, `grants` and `approvals`. Names are stable, as in `shapes`."""

from __future__ import annotations

from typing import Any

from sealskill.model.value import Value


class PersonRow(Value):
    """Somebody who may answer."""

    name: str
    since: str
    by: str
    """Who registered them."""
    revoked: str = ""
    """Since when they may not any more."""


class PeopleDocument(Value):
    """`people --json`."""

    people: tuple[PersonRow, ...]
    message: str = ""
    """What was done."""


class GrantRow(Value):
    """One grant."""

    id: str
    """`settings` for one of the settings."""
    change: str
    """The change that brought it; revoking it takes back all that change gave."""
    skill: str
    seal: str
    group: str
    gives: dict[str, Any]
    """What it gives, as `skills.entries.<key>.grant` spells it."""
    by: tuple[str, ...]
    at: str


class GrantsDocument(Value):
    """`grants --json`."""

    grants: tuple[GrantRow, ...]
    message: str = ""
    change: str = ""
    """The change that was made, or waits for an answer."""
    diff: tuple[str, ...] = ()
    """What it gives beside what was there."""


class ChangeRow(Value):
    """One question, and what became of it."""

    id: str
    state: str
    """`pending approved_once approved applying applied failed unknown rejected expired cancelled revoked`."""
    kind: str
    """`call grant install`."""
    tool: str
    ruling: str
    """`confirm`, or `dual_sign` for two people."""
    summary: str
    requester: str
    session: str
    persona: str
    seal: str
    counting: tuple[str, ...]
    digest: str
    """What the answer is bound to."""
    arguments: dict[str, Any]
    reasons: tuple[str, ...]
    touching: tuple[str, ...]
    diff: str
    asked: str
    expires: str
    signed: tuple[str, ...]
    """Who said yes."""
    ended_by: str
    reason: str


class KeptRow(Value):
    """An answer that is remembered."""

    id: str
    tool: str
    persona: str
    seal: str
    requester: str
    arguments: dict[str, Any]
    open: tuple[str, ...]
    """Arguments that may be anything."""
    by: str
    at: str
    expires: str


class ApprovalsDocument(Value):
    """`approvals --json`."""

    changes: tuple[ChangeRow, ...]
    remembered: tuple[KeptRow, ...] = ()
    message: str = ""
