"""A persona: Markdown whose frontmatter says what the agent may do and whose text is its prompt."""

from __future__ import annotations

import re
from typing import Any

from sealskill.model.persona import PermissionMode, Persona, PersonaCapability
from sealskill.model.settings import Limits
from sealskill.read.formats import fields, frontmatter
from sealskill.read.formats.format import Format, Notes, Parsed, decode

_REQUIRED = ("name", "description", "when_to_use")
_TEXT = ("model", "critical_reminder", "initial_prompt")
_SWITCHES = ("can_delegate", "background")
_KNOWN = frozenset({
    *_REQUIRED, *_TEXT, *_SWITCHES,
    "permission_mode", "tools", "disallowed_tools", "skills", "max_turns", "capabilities",
})  # fmt: skip
_CARD = frozenset({"id", "description", "tools", "skills", "max_tool_calls"})
# Spellings of other systems for fields that narrow. Passing one by would leave the persona wider than its author meant.
_TWINS = {
    "permissionMode": "permission_mode", "permission-mode": "permission_mode",
    "disallowedTools": "disallowed_tools", "disallowed-tools": "disallowed_tools",
    "allowedTools": "tools", "allowed_tools": "tools", "allowed-tools": "tools",
    "maxTurns": "max_turns", "max-turns": "max_turns",
}  # fmt: skip
_UNTAKEN = {
    "hooks": "hooks are packages of their own and are switched on by a person",
    "mcpServers": "servers are named in the settings",
}
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
# The star stands at the end or nowhere: `*_skill` would be read as a suffix by some and as a plain name by others.
_PATTERN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]*\*?")


def parse(data: bytes, limits: Limits) -> Parsed[Persona]:
    """The persona of a file. One with an error is never used, so that a fault cannot make it wider."""
    notes = Notes("")
    text = decode(data, notes)
    front = frontmatter.read(text, limits, notes) if text is not None else None
    if text is None or front is None:
        return notes.nothing()
    _strangers(front.fields, notes)
    found: dict[str, Any] = {**_texts(front, notes), **_rights(front.fields, notes)}
    found["capabilities"] = _cards(front.fields.get("capabilities"), notes)
    if not text[front.body_start :].strip():
        notes.warning("empty-body", "there is no text after the frontmatter, so the persona has no prompt")
    extra = {key: value for key, value in front.fields.items() if key not in _KNOWN}
    return notes.end(Persona(body_start=front.body_start, extra=extra, ignored=tuple(notes.ignored), **found))


def body(data: bytes, persona: Persona) -> str:
    """The prompt, for the very bytes the persona was parsed from."""
    return (decode(data, Notes("")) or "")[persona.body_start :].strip()


def _strangers(given: dict[str, Any], notes: Notes) -> None:
    for key in given.keys() - _KNOWN:
        if key in _TWINS:
            notes.error("spelling", f"{key} is not read here", advice=f"write {_TWINS[key]}")
        else:
            notes.ignore(key, _UNTAKEN.get(key, "nobody here knows this field"), matters=key in _UNTAKEN)


def _texts(front: frontmatter.Front, notes: Notes) -> dict[str, str]:
    given = front.fields
    odd = any(not isinstance(given.get(key, ""), str) for key in (*_REQUIRED, *_TEXT))
    written = front.strings() if odd else given
    found = {key: fields.text(written.get(key), key, notes) for key in (*_REQUIRED, *_TEXT)}
    for key in _REQUIRED:
        if not found[key]:
            notes.error(key, f"{key} is required")
    if found["name"] and not _NAME.fullmatch(found["name"]):
        notes.warning("name", f"name {found['name']!r} is not lower-case letters, digits, `-` and `_`, 64 at most")
    return found


def _rights(given: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """What the persona may see and do. Each part that cannot be read is an error and the least it can be."""
    return {
        "permission_mode": _mode(given, notes),
        "tools": _patterns(given["tools"], "tools", notes) if "tools" in given else None,
        "disallowed_tools": _patterns(given.get("disallowed_tools", []), "disallowed_tools", notes),
        "skills": fields.names(given["skills"], "skills", notes) if "skills" in given else None,
        "max_turns": _count(given["max_turns"], "max_turns", notes) if "max_turns" in given else None,
        **{key: fields.strict_flag(given[key], key, notes) for key in _SWITCHES if key in given},
    }


def _mode(given: dict[str, Any], notes: Notes) -> str:
    value = given.get("permission_mode", PermissionMode.READ_ONLY)
    mode = value if isinstance(value, str) else fields.text(value, "permission_mode", notes)
    if mode not in tuple(PermissionMode):
        known = ", ".join(PermissionMode)
        notes.error(
            "permission-mode", f"permission_mode {mode!r} is no mode: it permits nothing", advice=f"use {known}"
        )
    return mode


def _patterns(value: Any, where: str, notes: Notes) -> tuple[str, ...]:
    """Exact names and `prefix*`. A key without a value means none, as an empty list does."""
    if value is None:
        notes.warning("empty-list", f"{where} is empty", advice=f"write {where}: [] for none, or leave it out")
    found = fields.names(value, where, notes)
    for name in found:
        if not _PATTERN.fullmatch(name):
            advice = "name the tools, or end a common beginning with `*`"
            notes.error("tool-pattern", f"{where}: {name!r} is neither a name nor `prefix*`", advice=advice)
    return found


def _count(value: Any, where: str, notes: Notes) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    notes.error(where, f"{where} must be a whole number above zero")
    return None


def _cards(value: Any, notes: Notes) -> tuple[PersonaCapability, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        notes.error("capabilities", "capabilities must be a list of maps with an id")
        return ()
    cards = (_card(item, f"capabilities[{index}]", notes) for index, item in enumerate(value))
    return tuple(card for card in cards if card is not None)


def _card(item: dict[str, Any], where: str, notes: Notes) -> PersonaCapability | None:
    name = fields.text(item.get("id"), f"{where}.id", notes)
    if not name:
        notes.error("capabilities", f"{where} has no id")
        return None
    for key in item.keys() - _CARD:
        notes.ignore(f"{where}.{key}", "nobody here knows this field")
    calls = item.get("max_tool_calls")
    return PersonaCapability(
        id=name,
        description=fields.text(item.get("description"), f"{where}.description", notes),
        tools=_patterns(item.get("tools", []), f"{where}.tools", notes),
        skills=fields.names(item.get("skills"), f"{where}.skills", notes),
        max_tool_calls=None if calls is None else _count(calls, f"{where}.max_tool_calls", notes),
    )


FORMAT = Format(name="persona", filename="*.md", parse=parse)
