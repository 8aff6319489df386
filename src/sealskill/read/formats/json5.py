"""JSON and JSON5 with duplicate keys refused, which the JSON5 library lets through."""

from __future__ import annotations

import json
import re
from typing import Any

from sealskill.read.formats.format import unusable

# In valid JSON5 every member has one colon outside strings and comments.
_STRING_OR_COMMENT = re.compile(r"""//[^\n\r\u2028\u2029]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)


class Twice(ValueError):
    """A key stands twice: some readers take the first value, some the last."""


def load(text: str) -> Any:
    """The value of a JSON or JSON5 text. Raises ValueError."""
    try:
        loaded = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError:
        loaded = _json5(text)
    except RecursionError as exc:
        raise ValueError("it is nested too deeply") from exc
    why = unusable(loaded)
    if why:
        raise ValueError(why)
    return loaded


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refusing a key that stands twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Twice(f"the key {key!r} stands twice")
        found[key] = value
    return found


def written(text: str) -> dict[str, Any]:
    """The members of a JSON object with numbers as they were written; nothing where the text is JSON5."""
    try:
        loaded = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}


def _json5(text: str) -> Any:
    import pyjson5  # late: most files hold YAML or JSON

    try:
        loaded = pyjson5.decode(text)
    except pyjson5.Json5Exception as exc:
        said = str(exc.args[0] if exc.args else exc)
        raise ValueError(re.sub(r"\bb'([^']*)'", r"`\1`", said).replace(" near ", " near character ")) from exc
    if _STRING_OR_COMMENT.sub("", text).count(":") != _members(loaded):
        raise Twice("a key stands twice")
    return loaded


def _members(value: Any) -> int:
    total, pending = 0, [value]
    while pending:
        one = pending.pop()
        total += len(one) if isinstance(one, dict) else 0
        pending += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return total
