"""From a record to the columns of an entry: text every database takes, JSON that is always spelled alike."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sealskill.model.record import Record
from sealskill.model.value import Value

_LONGEST = 32_768
"""Characters of one column. An entry is kept for years, and a model chooses how long a reason is."""

Redact = Callable[[Any], Any]
"""What takes secrets out of a value made of maps, lists and text."""


class Spelling(Value):
    """How records are written down."""

    key: bytes
    """Of the digest of arguments: without it nobody finds out by guessing what was asked for."""
    arguments: bool = False
    """Whether arguments are kept as they are, redacted."""
    redact: Redact = lambda value: value

    def columns(self, record: Record, number: int, time: int, previous: str) -> tuple[Any, ...]:
        """All columns but the hash, in their order."""
        kept = record.arguments if self.arguments else None
        return (
            number, time, text(record.actor), text(record.category), text(record.action), text(record.session),
            text(record.call), self._text(record.skill), text(record.seal), self._text(record.tool),
            self.digest(record.arguments),
            None if kept is None else self._json(kept), text(record.decision), self._json(list(record.reasons)),
            self._text(record.answer), self._text(record.outcome), self._json(record.detail), previous,
        )  # fmt: skip

    def digest(self, arguments: Mapping[str, Any] | None) -> str:
        """The keyed digest of some arguments: equal arguments have equal ones, and it says nothing else of them."""
        if arguments is None:
            return ""
        derived = hmac.digest(self.key, b"sealskill audit arguments", hashlib.sha256)
        return "hmac-sha256:" + hmac.new(derived, canonical(arguments).encode(), hashlib.sha256).hexdigest()

    def _text(self, given: str) -> str:
        return text(str(self.redact(given)))

    def _json(self, value: Any) -> str:
        written = canonical(self.redact(plain(value)))
        return written if len(written) <= _LONGEST else canonical({"cut": len(written), "start": written[:_LONGEST]})


def text(given: str) -> str:
    """Text that every database takes: without NUL and halves of characters, and not without end."""
    clean = given.replace("\0", "\\x00").encode("utf-8", "backslashreplace").decode()
    return clean if len(clean) <= _LONGEST else f"{clean[:_LONGEST]}… (cut, {len(clean)} characters)"


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces, and ASCII only."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def plain(value: Any) -> Any:
    """A value as JSON knows it. What it has no word for becomes text."""
    built = msgspec.to_builtins(value, str_keys=True, enc_hook=str)
    # Not a number and infinity are no JSON, and a caller may well send them.
    return json.loads(json.dumps(built), parse_constant=str)
