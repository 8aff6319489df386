"""Documents as JSON text."""

from __future__ import annotations

from typing import Any

import msgspec

from sealskill.report.plain import harmless


def encode(schema: str, document: object, *, lines: bool = False, indent: int | None = 2) -> str:
    """A document as JSON text, `schema` first, every string of it safe to print; with `lines`, line ends stay."""
    named = {"schema": f"sealskill.{schema}", **msgspec.to_builtins(document)}
    text = msgspec.json.encode(_safe(named, lines=lines))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode() + "\n"


def _safe(value: Any, *, lines: bool) -> Any:
    if isinstance(value, str):
        return harmless(value, lines=lines)
    if isinstance(value, dict):
        return {harmless(key): _safe(item, lines=lines) for key, item in value.items()}
    return [_safe(item, lines=lines) for item in value] if isinstance(value, (list, tuple)) else value
