"""Entries as lines: JSON that can be verified again, and CEF for whoever collects events."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from sealskill import __version__
from sealskill.audit.chain import COLUMNS
from sealskill.audit.rows import Row, torn
from sealskill.model.record import Category, Entry

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 1_000_000
"""Characters of a line. Ours have a fifth of it at most."""
_NESTED = ("arguments", "reasons", "detail")
_CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def moment(time: int) -> str:
    """A time as people and programs read it: to the microsecond, so that it can be turned back."""
    try:
        return (_EPOCH + timedelta(microseconds=time)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except OverflowError:  # nobody lives then: somebody edited it
        return str(time)


def document(entry: Entry) -> dict[str, Any]:
    """An entry with its time as text, and what is JSON in it as what it says."""
    built: dict[str, Any] = msgspec.structs.asdict(entry)
    built["time"] = moment(entry.time)
    for name in _NESTED:
        built[name] = None if built[name] is None else _inner(built[name])
    return built


def _inner(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def jsonl(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return json.dumps(document(entry), ensure_ascii=True, separators=(",", ":"))


def parsed(line: str, number: int) -> Row:
    """The columns of a line of JSON; those of a torn row with the number due where it is none."""
    try:
        found = json.loads(line) if len(line) <= _LONGEST else None
        if not isinstance(found, dict) or set(found) != set(COLUMNS) or not isinstance(found["sequence"], int):
            return torn(number)
        found["time"] = _micros(found["time"])
        for name in _NESTED:
            found[name] = (
                None if found[name] is None else json.dumps(found[name], sort_keys=True, separators=(",", ":"))
            )
    except (ValueError, TypeError, RecursionError):
        return torn(number)
    return tuple(found[name] for name in COLUMNS)


def _micros(text: str) -> int:
    return (datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC) - _EPOCH) // timedelta(microseconds=1)


def cef(entry: Entry) -> str:
    """An entry in ArcSight's Common Event Format, as one line that nothing in it can end or divide."""
    head = ("CEF:0", "sealskill", "sealskill", __version__, entry.action, _title(entry), str(_severity(entry)))
    told = {
        "rt": str(entry.time // 1000), "externalId": str(entry.sequence), "cat": entry.category,
        "suser": entry.actor, "act": entry.decision, "outcome": entry.outcome, "msg": _message(entry),
        **_labelled("cs", {"skill": entry.skill, "seal": entry.seal, "tool": entry.tool, "session": entry.session,
                           "arguments": entry.digest, "hash": entry.hash}),
        "deviceExternalId": entry.call, "reason": entry.answer,
    }  # fmt: skip
    body = " ".join(f"{name}={_value(value)}" for name, value in told.items() if value)
    return "|".join([head[0], *(_header(one) for one in head[1:]), body])


def _labelled(prefix: str, named: dict[str, str]) -> dict[str, str]:
    """Custom fields have numbers, and a label each that says what they are."""
    some = [(label, value) for label, value in named.items() if value]
    pairs = ((f"{prefix}{at}", label, value) for at, (label, value) in enumerate(some, 1))
    return {key: word for name, label, value in pairs for key, word in ((f"{name}Label", label), (name, value))}


def _title(entry: Entry) -> str:
    return " ".join(word for word in (entry.action, entry.tool, entry.decision) if word)


def _message(entry: Entry) -> str:
    reasons = _inner(entry.reasons)
    said = "; ".join(map(str, reasons)) if isinstance(reasons, list) else entry.reasons
    return said[:1023]  # the most the format gives to a message


def _severity(entry: Entry) -> int:
    """From 0 to 10: what was denied is looked at first."""
    if entry.category == Category.SECURITY:
        return 7 if entry.decision in ("deny", "") else 5
    return 3


def _header(text: str) -> str:
    return _plain(text).replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("\r", " ")


def _value(text: str) -> str:
    escaped = _plain(text).replace("\\", "\\\\").replace("=", "\\=")
    return escaped.replace("\r", "\\r").replace("\n", "\\n")


def _plain(text: str) -> str:
    """Without what steers a terminal, or ends a line for one reader and not for another."""
    return _CONTROL.sub(lambda found: f"<{ord(found[0]):04X}>", text)
