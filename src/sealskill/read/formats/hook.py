"""`HOOK.md`: what a hook waits for and needs. Its requirements are read as those of a skill."""

from __future__ import annotations

import re
from typing import Any

from sealskill.model.hook import Hook
from sealskill.model.settings import Limits
from sealskill.read.formats import fields, frontmatter, vendor
from sealskill.read.formats.format import Format, Notes, Parsed, decode

_TEXT = ("name", "description")
_BLOCKS = ("openclaw", "clawdbot", "clawdis", "sealskill")
_OWN = frozenset({"events", "hookKey", "export"})
_TAKEN = frozenset({
    "always", "os", "requires", "primary_env", "env_vars", "capabilities", "install", "homepage", "emoji",
})  # fmt: skip
_EVENT = re.compile(r"[a-z][a-z0-9_-]*(:[a-z][a-z0-9_-]*)*")
_KINDS = frozenset({"agent", "command", "gateway", "message", "session", "tool"})


def parse(data: bytes, limits: Limits) -> Parsed[Hook]:
    """The hook of a HOOK.md, without its handler: that is a file of the folder."""
    notes = Notes("HOOK.md")
    text = decode(data, notes)
    front = frontmatter.read(text, limits, notes) if text is not None else None
    if front is None:
        return notes.nothing()
    metadata = vendor.load_metadata(front.fields.get("metadata"), notes) or {}
    found: dict[str, Any] = {**_needs(metadata, front.fields, notes), **_texts(front, notes)}
    found["events"] = _events(metadata, front.fields, notes)
    found["claimed_key"] = _key(metadata, notes)
    extra = {key: value for key, value in front.fields.items() if key not in (*_TEXT, "metadata", "events", "homepage")}
    for key in extra.keys() - vendor.TOP_LEVEL:
        notes.ignore(key, "nobody here knows this field")
    return notes.end(Hook(body_start=front.body_start, extra=extra, ignored=tuple(notes.ignored), **found))


def _texts(front: frontmatter.Front, notes: Notes) -> dict[str, str]:
    odd = any(not isinstance(front.fields.get(key, ""), str) for key in _TEXT)
    written = front.strings() if odd else front.fields
    found = {key: fields.text(written.get(key), key, notes) for key in _TEXT}
    for key in _TEXT:
        if not found[key]:
            notes.error(key, f"{key} is required")
    if "homepage" in front.fields:
        found["homepage"] = fields.text(front.fields["homepage"], "homepage", notes)
    return found


def _needs(metadata: dict[str, Any], top: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """The fields a hook shares with a skill, by the one reader there is for them."""
    shared = {
        name: {key: value for key, value in given.items() if key not in _OWN}
        if name in _BLOCKS and isinstance(given, dict) else given
        for name, given in metadata.items() if name not in _OWN
    }  # fmt: skip
    found = vendor.read(shared, top, notes)
    for key in found.keys() - _TAKEN:
        notes.ignore(key, "a hook has no use for it")
    return {key: value for key, value in found.items() if key in _TAKEN}


def _given(key: str, metadata: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    """Every place that gives a field: place → value."""
    places = {f"metadata.{name}": metadata.get(name) for name in _BLOCKS} | {"metadata": metadata, "frontmatter": top}
    return {where: block[key] for where, block in places.items() if isinstance(block, dict) and key in block}


def _events(metadata: dict[str, Any], top: dict[str, Any], notes: Notes) -> tuple[str, ...]:
    given = _given("events", metadata, top)
    found = {where: fields.names(value, f"{where}.events", notes) for where, value in given.items()}
    if len(set(map(frozenset, found.values()))) > 1:
        notes.error("vendor-conflict", f"{' and '.join(found)} disagree on events", advice="keep one of them")
    events = next(iter(found.values()), ())
    if not events and not notes.failed:
        notes.error("events", "no event is named, so the hook would never run", advice="list them under events")
    for event in events:
        _check(event, notes)
    return events


def _check(event: str, notes: Notes) -> None:
    if not _EVENT.fullmatch(event):
        notes.error("events", f"{event!r} is not the name of an event", advice="write kind or kind:action")
    elif event.partition(":")[0] not in _KINDS:
        notes.warning("events", f"nobody here sends {event!r}", advice=f"kinds: {', '.join(sorted(_KINDS))}")


def _key(metadata: dict[str, Any], notes: Notes) -> str:
    for where, value in _given("export", metadata, {}).items():
        notes.ignore(f"{where}.export", "a handler is run as a program, not imported", matters=value != "default")
    found = {fields.text(value, where, notes) for where, value in _given("hookKey", metadata, {}).items()}
    if len(found) > 1:
        notes.error("vendor-conflict", "two blocks disagree on hookKey", advice="keep one of them")
    return min(found, default="")


FORMAT = Format(name="hook", filename="HOOK.md", parse=parse)
