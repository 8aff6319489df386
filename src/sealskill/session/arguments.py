"""Arguments of a call: JSON, copied, held against the schema, with its defaults put in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sealskill.model.value import Value
from sealskill.read.formats import schema as schemas

LONGEST = 8_000_000
"""Characters of the arguments as JSON: they are hashed, shown to people and handed to a child whole."""
_DEEPEST = 64
_SAID = 400


class Arguments(Value):
    """Arguments that may be used, or why not."""

    values: dict[str, Any] = {}
    fault: str = ""


class Checker:
    """Holds arguments against one schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = dict(schema)
        self._validator = schemas.validator(self._schema)

    def check(self, given: Mapping[str, Any] | str) -> Arguments:
        """The arguments as a copy of their own with all defaults in, or the first fault with its place."""
        plain = plainly(given)
        if plain.fault:
            return plain
        filled = _filled(self._schema, plain.values, self._schema, 0)
        fault = next((_said(error) for error in self._validator.iter_errors(filled)), "")
        return Arguments(fault=fault) if fault else Arguments(values=filled)


def plainly(given: Mapping[str, Any] | str) -> Arguments:
    """The arguments as plain JSON that nobody else holds: what is decided is what runs, whatever the host changes."""
    try:
        text = given if isinstance(given, str) else json.dumps(dict(given), allow_nan=False, ensure_ascii=False)
        if len(text) > LONGEST:
            return Arguments(fault=f"the arguments are longer than {LONGEST} characters")
        loaded = json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
        json.dumps(loaded, ensure_ascii=False, allow_nan=False).encode()  # half a character, or a number without end
    except (TypeError, ValueError, RecursionError) as exc:
        why = "they are nested too deeply" if isinstance(exc, RecursionError) else _cut(str(exc))
        return Arguments(fault=f"the arguments are not JSON: {why}")
    if not isinstance(loaded, dict):
        return Arguments(fault="the arguments must be an object")
    return Arguments(values=loaded)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        # Two readers would disagree on which counts: who approves must see what runs.
        raise ValueError("a key stands twice in one object")
    return found


def _filled(schema: Any, value: Any, root: Mapping[str, Any], depth: int) -> Any:
    """The value with the defaults of its schema where it says nothing."""
    rule = _followed(schema, root)
    if not isinstance(rule, Mapping) or depth > _DEEPEST:
        return value
    if isinstance(value, dict):
        return _object(rule, value, root, depth)
    if isinstance(value, list) and "items" in rule:
        return [_filled(rule["items"], one, root, depth + 1) for one in value]
    return value


def _object(rule: Mapping[str, Any], value: dict[str, Any], root: Mapping[str, Any], depth: int) -> dict[str, Any]:
    found = dict(value)
    properties = rule.get("properties")
    for name, inner in properties.items() if isinstance(properties, Mapping) else ():
        one = _followed(inner, root)
        if name not in found and isinstance(one, Mapping) and "default" in one:
            found[name] = json.loads(json.dumps(one["default"]))
        if name in found:
            found[name] = _filled(one, found[name], root, depth + 1)
    return found


def _followed(schema: Any, root: Mapping[str, Any]) -> Any:
    """The schema itself, after references within the document."""
    for _ in range(_DEEPEST):
        ref = schema.get("$ref") if isinstance(schema, Mapping) else None
        if not isinstance(ref, str) or not ref.startswith("#"):
            return schema
        schema = _pointed(root, ref)
    return None


def _pointed(root: Any, ref: str) -> Any:
    for part in ref.removeprefix("#").strip("/").split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        if name:
            root = root.get(name) if isinstance(root, Mapping) else None
    return root


def _said(error: Any) -> str:
    """One fault: where, and what."""
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.instance_path)
    return f"arguments{place}: {_cut(error.message)}"


def _cut(text: str) -> str:
    return text if len(text) <= _SAID else f"{text[:_SAID]}…"
