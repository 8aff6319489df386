"""What a person is asked, what is answered, and who can be asked."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from sealskill.errors import UsageError
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.value import Value

_DEEPEST = 64
"""Nesting of arguments: no schema of ours allows more, and walking them has to end somewhere."""


class Kind(StrEnum):
    """What somebody is asked about."""

    CALL = "call"
    GRANT = "grant"
    INSTALL = "install"


class Bound(Value):
    """What an answer is bound to. Anything else needs another answer."""

    kind: Kind
    tool: str
    requester: str
    session: str
    arguments: Mapping[str, Any] = {}
    seal: str = ""
    """The seal of the skill the call is made for, or of what is granted or installed."""
    counting: tuple[str, ...] = ()
    """The seals of all counting skills, sorted."""
    persona: str = ""
    policy: str = ""

    @property
    def digest(self) -> str:
        """One number over all of it: the same question has the same, any other another.

        Raises UsageError for arguments that JSON has no word for: two of them could be written alike.
        """
        return digest_of("question/1", msgspec.structs.replace(self, counting=tuple(sorted(set(self.counting)))))

    @property
    def lasting(self) -> str:
        """What a remembered answer is bound to: all of it but the session and the policy."""
        counting = tuple(sorted(set(self.counting)))
        return digest_of("answer/1", msgspec.structs.replace(self, counting=counting, session="", policy=""))


def digest_of(what: str, bound: Bound) -> str:
    """One number over a binding; `what` keeps numbers of one kind from being taken for those of another."""
    _plain(bound.arguments, _DEEPEST)
    try:
        text = msgspec.json.encode([what, bound], order="sorted")
    except (TypeError, ValueError, OverflowError) as exc:  # half a character, or a number no format holds
        raise UsageError("the arguments cannot be written as JSON") from exc
    return "sha256:" + hashlib.sha256(text).hexdigest()


def _plain(value: Any, depth: int) -> None:
    """Refuse what would be written like something else: bytes like text, 1 as a key like "1", NaN like null."""
    if not depth:
        raise UsageError(f"the arguments are nested deeper than {_DEEPEST} levels")
    if isinstance(value, Mapping) and all(type(key) is str for key in value):
        for inner in value.values():
            _plain(inner, depth - 1)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _plain(inner, depth - 1)
    elif not (value is None or type(value) in (str, bool, int) or (type(value) is float and math.isfinite(value))):
        raise UsageError("the arguments hold something that JSON has no word for")


class Question(Value):
    """One thing a person must decide. Made by `approve`."""

    id: str
    """Made by us, never by who asks."""
    bound: Bound
    ruling: Ruling
    """`confirm` or `dual_sign`."""
    tool_class: ToolClass = ToolClass.DANGEROUS
    """The effective class of the call. An answer about a dangerous one is never remembered."""
    listed: bool = True
    """Whether every skill that may be behind it names it in its own `allowed-tools`, if it has some."""
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
    change: str = ""
    """The change it is the answer to: whoever acts on it tells `Changes.settle` how that ended."""


class Approver(Protocol):
    """Who can be asked. An approver that fails or does not know says NOBODY, never APPROVED."""

    async def ask(self, question: Question) -> Answer:
        """Put a question and wait for what becomes of it."""
        ...
