"""Documents as JSON text."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from sealskill.report.plain import doubtful, harmless

_ESCAPE = re.compile(rb'\\[^"\\]')
_SAFE = bytes(range(0x7F))


def encode(schema: str, document: object, *, lines: bool = False, indent: int | None = 2) -> str:
    """A document as JSON text, `schema` first, every string of it safe to print; with `lines`, line ends stay."""
    named = {"schema": f"sealskill.{schema}", **msgspec.to_builtins(document)}
    text = msgspec.json.encode(_safe(named, lines=lines))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode() + "\n"


def exact(schema: str, document: object, *, indent: int | None = 2) -> str:
    """A document as JSON text that says every string to the letter: all but printable ASCII stands as JSON's escape.

    For what a person answers and what a tool said: there, a line end shown as a space would be another text.
    """
    text = json.dumps({"schema": f"sealskill.{schema}", **msgspec.to_builtins(document)}, indent=indent)
    return text.replace("\x7f", r"\u007f") + "\n"


def _safe(value: Any, *, lines: bool) -> Any:
    if isinstance(value, str):
        return harmless(value, lines=lines)
    if not isinstance(value, (dict, list, tuple)) or _clean(value):
        return value
    if isinstance(value, dict):
        return {harmless(key): _safe(item, lines=lines) for key, item in value.items()}
    return [_safe(item, lines=lines) for item in value]


def _clean(value: Any) -> bool:
    """Whether one look at all of a value shows that no string in it needs care: so it is with nearly all."""
    try:
        text = msgspec.json.encode(value)
    except UnicodeEncodeError:
        return False  # half of a surrogate pair
    # The encoder escapes what steers below U+0020. What hides is U+007F or beyond ASCII, and only that is looked at:
    # a joiner would be judged beside the wrong neighbours, so any makes the value be looked at string by string.
    return not _ESCAPE.search(text) and not doubtful(text.translate(None, _SAFE).decode())
