"""What goes into the audit, and who takes it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from sealskill.model.value import Value

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Category(StrEnum):
    """What an entry is about."""

    SECURITY = "security"
    """A denial, a blocked load, a changed verdict, a grant, a revocation, egress, a change of policy."""
    CALL = "call"
    PEOPLE = "people"
    SYSTEM = "system"


class Record(Value):
    """One thing that happened, before it has a number and a place in the chain."""

    action: str
    """`call.decided`, `call.ended`, `grant.added`, `approval.approved`, `people.added`: a noun and what befell it."""
    category: Category
    actor: str
    """The principal, or `system`."""
    session: str = ""
    call: str = ""
    skill: str = ""
    seal: str = ""
    tool: str = ""
    arguments: Mapping[str, Any] | None = None
    """Kept as a keyed digest; as they are, redacted, only where the settings say so."""
    decision: str = ""
    reasons: tuple[str, ...] = ()
    answer: str = ""
    outcome: str = ""
    detail: Mapping[str, Any] = {}


class Entry(Value):
    """One row of the audit as it stands: a record with its number and its place in the chain."""

    sequence: int
    """From 1, without a gap."""
    time: int
    """Microseconds since 1970."""
    actor: str
    category: str
    action: str
    session: str
    call: str
    skill: str
    seal: str
    tool: str
    digest: str
    """Of the arguments, keyed; "" where there were none."""
    arguments: str | None
    """JSON, redacted; None unless the settings ask for it."""
    decision: str
    reasons: str
    """A JSON list."""
    answer: str
    outcome: str
    detail: str
    """A JSON map."""
    previous: str
    """The hash of the entry before it; 64 zeros for the first."""
    hash: str
    """Over all the others."""


class Auditor(Protocol):
    """Whoever writes the audit. It raises `CannotRecord` where it cannot, and then nothing may happen."""

    def append(self, record: Record) -> int:
        """Write one entry, durably, and return its number."""
        ...


class Recorder(Protocol):
    """Whoever writes the audit in the transaction of what it records: both are kept, or neither is."""

    def append_in(self, connection: Connection, record: Record) -> int:
        """Write one entry in this transaction and return its number. Raises `CannotRecord`."""
        ...
