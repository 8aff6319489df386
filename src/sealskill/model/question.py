"""What a person is asked, what is answered, and who can be asked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from sealskill.model.decision import Ruling
from sealskill.model.value import Value


class Kind(StrEnum):
    """What somebody is asked about."""

    CALL = "call"
    GRANT = "grant"
    INSTALL = "install"


class Bound(Value):
    """What an answer is bound to. Anything else needs another answer."""

    kind: Kind
    tool: str
    arguments: Mapping[str, Any] = {}
    requester: str
    session: str
    seal: str = ""
    """The seal of the skill the call is made for, or of what is granted or installed."""
    counting: tuple[str, ...] = ()
    """The seals of all counting skills, sorted."""
    persona: str = ""
    policy: str = ""

    @property
    def digest(self) -> str:
        """One number over all of it: the same question has the same, any other another."""
        return "sha256:" + hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()


class Question(Value):
    """One thing a person must decide. Made by `approve`."""

    id: str
    """Made by us, never by who asks."""
    bound: Bound
    ruling: Ruling
    """`confirm` or `dual_sign`."""
    reasons: tuple[str, ...] = ()
    asked: float = 0.0
    """Seconds since 1970."""
    expires: float = 0.0
    summary: str = ""
    """What will run, in a line."""
    touching: tuple[str, ...] = ()
    """What it would touch, a line each."""
    diff: str = ""
    """What changes, where files or grants change."""


class Ending(StrEnum):
    """How a question ended."""

    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    WAITING = "waiting"
    """Nobody answered yet: it is kept, and whoever asks again after it was approved may go on, once."""
    NOBODY = "nobody"
    """There is nobody who could be asked, or not enough people."""


class Answer(Value):
    """What became of a question."""

    ending: Ending
    by: tuple[str, ...] = ()
    """The people who decided, in the order they did."""
    reason: str = ""
    advice: str = ""
    remember: bool = False
    """Whether the same question need not be asked again for a while."""


class Approver(Protocol):
    """Who can be asked. An approver that fails or does not know says NOBODY, never APPROVED."""

    async def ask(self, question: Question) -> Answer:
        """Put a question and wait for what becomes of it."""
        ...
