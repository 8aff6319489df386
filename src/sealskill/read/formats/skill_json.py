"""`skill.json`: one executable with a schema, as its own documentation defines it."""

from __future__ import annotations

import json
import re
from typing import Any

from sealskill.model.manifest import Dialect, Ignored, Manifest, ToolClass, ToolSpec
from sealskill.model.problem import Level
from sealskill.model.settings import Limits
from sealskill.read.formats import schema
from sealskill.read.formats.format import TWO_READINGS, Format, Notes, Parsed, decode, unusable
from sealskill.read.formats.json5 import Twice, unique

_FIELDS = ("name", "description", "schema", "entry", "env_allow", "timeout_seconds", "class", "category")
_NAME = re.compile(r"[a-z0-9_]+")
_ENV_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_EMPTY_SCHEMA: dict[str, Any] = {"type": "object", "properties": {}}
DEFAULT_TIMEOUT_SECONDS = 30  # the format's own default, for a timeout of zero or none
EXTENSION = "x-sealskill"


def parse(data: bytes, limits: Limits) -> Parsed[Manifest]:
    """The manifest of a skill.json; all faults at once, so that an author mends them in one go."""
    notes = Notes("skill.json")
    if data.startswith(b"\xef\xbb\xbf"):
        notes.error(
            "decode", "invalid character 'ï' looking for beginning of value", line=1, advice="drop the byte order mark"
        )
        return notes.nothing()
    text = decode(data, notes)
    loaded = _load(text, notes) if text is not None else None
    if loaded is None:
        return notes.nothing()
    tool = ToolSpec(
        name=_required(loaded, "name", notes),
        description=_required(loaded, "description", notes),
        entry=_required(loaded, "entry", notes),
        schema=_schema(loaded.get("schema"), limits, notes),
        env_allow=_env_allow(loaded.get("env_allow"), notes),
        timeout_seconds=_timeout(loaded.get("timeout_seconds"), limits, notes),
        **_class(loaded.get("class"), notes),
    )
    if tool.name and not _NAME.fullmatch(tool.name):
        notes.error("name", f'name "{tool.name}" must be lower_snake [a-z0-9_]', line=_line_of(text or "", "name"))
    manifest = Manifest(
        dialect=Dialect.SKILL_JSON,
        name=tool.name,
        description=tool.description,
        category=_text(loaded, "category", notes) or "external",
        tools=(tool,),
        extra={key: value for key, value in loaded.items() if key not in _FIELDS},
        ignored=tuple(_ignored(loaded, notes)),
    )
    return notes.end(manifest)


def _load(text: str, notes: Notes) -> dict[str, Any] | None:
    try:
        loaded = json.loads(text, object_pairs_hook=unique, parse_constant=_refuse_constant)
    except json.JSONDecodeError as exc:
        notes.error("decode", go_words(exc), line=exc.lineno, advice="mend the JSON")
        return None
    except (ValueError, RecursionError) as exc:
        said = "it is nested too deeply" if isinstance(exc, RecursionError) else str(exc)
        notes.error(TWO_READINGS if isinstance(exc, Twice) else "decode", said, advice="mend the JSON")
        return None
    if not isinstance(loaded, dict):
        notes.error("decode", "the manifest is not an object", line=1)
        return None
    why = unusable(loaded)
    if why:
        notes.error("decode", why, line=1)
        return None
    return loaded


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def go_words(exc: json.JSONDecodeError) -> str:
    """The fault in the words of the format's first loader, which people search their logs for."""
    at = exc.pos
    while at < len(exc.doc) and exc.doc[at] in " \t\n\r":
        at += 1
    if at >= len(exc.doc) or exc.msg.startswith("Unterminated string"):
        return "unexpected end of JSON input"
    char = f"invalid character {exc.doc[at]!r}"
    if exc.msg.startswith("Expecting property name") or exc.msg.startswith(
        "Illegal trailing comma before end of object"
    ):
        return f"{char} looking for beginning of object key"
    if exc.msg.startswith("Expecting ',' delimiter"):
        return f"{char} after object key:value pair or array element"
    if exc.msg.startswith("Expecting ':' delimiter"):
        return f"{char} after object key"
    if exc.msg.startswith("Extra data"):
        return f"{char} after top-level value"
    if exc.msg.startswith("Expecting value") or exc.msg.startswith("Illegal trailing comma"):
        return f"{char} looking for beginning of value"
    return f"{char} in string literal"


def _line_of(text: str, key: str) -> int | None:
    at = text.find(f'"{key}"')
    return text.count("\n", 0, at) + 1 if at >= 0 else None


def _text(loaded: dict[str, Any], key: str, notes: Notes) -> str:
    value = loaded.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        notes.error(key, f"{key} must be a string")
        return ""
    return value.strip()


def _required(loaded: dict[str, Any], key: str, notes: Notes) -> str:
    value = _text(loaded, key, notes)
    if not value and not isinstance(loaded.get(key), (int, float, list, dict)):
        notes.error(key, f"{key} required")
    return value


def _class(value: Any, notes: Notes) -> dict[str, Any]:
    if value in (None, ""):
        notes.say(Level.NOTE, "class", "no class is given, which means safe: the tool may run without confirmation")
        return {"tool_class": ToolClass.SAFE, "class_given": False}
    if not isinstance(value, str) or value not in tuple(ToolClass):
        notes.error("class", f"class {json.dumps(value)} invalid", advice=f"use {', '.join(ToolClass)}")
        return {"tool_class": ToolClass.DANGEROUS, "class_given": True}
    return {"tool_class": ToolClass(value), "class_given": True}


def _timeout(value: Any, limits: Limits, notes: Notes) -> int:
    if value is None or (value == 0 and not isinstance(value, (bool, float))):
        return DEFAULT_TIMEOUT_SECONDS
    if not isinstance(value, int) or isinstance(value, bool):
        notes.error("timeout_seconds", "timeout_seconds must be a whole number of seconds")
        return DEFAULT_TIMEOUT_SECONDS
    if value < 0:
        notes.error("timeout_seconds", f"timeout_seconds is {value}; a run cannot end before it starts")
        return DEFAULT_TIMEOUT_SECONDS
    if value > limits.max_timeout_seconds:
        said = f"timeout_seconds {value} is above the ceiling; runs get {limits.max_timeout_seconds} s"
        notes.warning("timeout_seconds", said, advice="skills.limits.max_timeout_seconds sets the ceiling")
    return min(value, limits.max_timeout_seconds)


def _env_allow(value: Any, notes: Notes) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        notes.error("env_allow", "env_allow must be a list of names")
        return ()
    allowed = tuple(dict.fromkeys(name.strip() for name in value if name.strip()))
    for name in allowed:
        if not _ENV_NAME.fullmatch(name):
            notes.error("env_allow", f"env_allow: {json.dumps(name)} is not the name of a variable")
    return allowed


def _schema(value: Any, limits: Limits, notes: Notes) -> dict[str, Any]:
    """The schema as it goes to the model: verbatim, with `type: object` where it says nothing."""
    if value is None:
        return dict(_EMPTY_SCHEMA)
    if not isinstance(value, dict):
        notes.error("schema", "invalid manifest schema: it must be an object")
        return dict(_EMPTY_SCHEMA)
    if len(json.dumps(value)) > limits.max_schema_bytes or _depth(value) > limits.max_schema_depth:
        notes.error("schema", "invalid manifest schema: it is over the cap on size or depth")
        return dict(_EMPTY_SCHEMA)
    why = schema.fault(value)
    if why:
        notes.error("schema", f"invalid manifest schema: {why}", advice="give a JSON Schema without outside references")
        return dict(_EMPTY_SCHEMA)
    return value if "type" in value else {"type": "object", **value}


def _depth(value: Any) -> int:
    """How deeply a parsed value is nested, without recursion: the value is the attacker's."""
    deepest, pending = 0, [(value, 1)]
    while pending:
        one, depth = pending.pop()
        deepest = max(deepest, depth)
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        pending += [(item, depth + 1) for item in inner if isinstance(item, (dict, list))]
    return deepest


def _ignored(loaded: dict[str, Any], notes: Notes) -> list[Ignored]:
    lowered = {field: field for field in _FIELDS}
    for key in loaded:
        if key in _FIELDS or key == EXTENSION:
            continue
        twin = lowered.get(key.lower())
        why = f"write it as {twin}" if twin else "the format does not know it"
        notes.ignore(key, why, matters=twin is not None)
    return notes.ignored


FORMAT = Format(name=Dialect.SKILL_JSON, filename="skill.json", parse=parse)
