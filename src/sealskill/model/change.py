"""A change: something a person must decide, from the question to what became of it."""

from __future__ import annotations

from enum import StrEnum

from sealskill.model.question import Question
from sealskill.model.value import Value


class State(StrEnum):
    """Where a change stands."""

    PENDING = "pending"
    APPROVED_ONCE = "approved_once"
    """One of two has signed."""
    APPROVED = "approved"
    """A slip: nothing has run, and the same session may redeem it once."""
    APPLYING = "applying"
    """Somebody acts on it now, and said until when."""
    APPLIED = "applied"
    FAILED = "failed"
    """It was tried and did not happen."""
    UNKNOWN = "unknown"
    """Whoever acted on it never said how it ended. It is not tried again."""
    REJECTED = "rejected"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    """Whoever asked took the question back."""
    REVOKED = "revoked"
    """All it gave was taken back, or it was before anything came of it."""


class Change(Value):
    """One question and where it stands."""

    question: Question
    state: State
    signed: tuple[str, ...] = ()
    """Who said yes, in order."""
    ended_by: str = ""
    """Who said no, took it back or revoked it."""
    reason: str = ""
    owner: str = ""
    """Who acts on it."""
    lease: float = 0.0
    """Until when they said they would, in seconds since 1970."""

    @property
    def id(self) -> str:
        """The id of the change is that of its question."""
        return self.question.id
