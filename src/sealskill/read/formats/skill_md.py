"""`SKILL.md`: AgentSkills, OpenClaw and its ancestors, Ongrid native, Claude Code keys."""

from __future__ import annotations

import json
from typing import Any

from sealskill.model.manifest import Activation, Command, Dialect, Manifest, ToolClass, ToolSpec
from sealskill.model.settings import Limits
from sealskill.read.formats import fields, frontmatter, json5, readings, vendor
from sealskill.read.formats.format import TWO_READINGS, Format, Notes, Parsed, decode

_TEXT_FIELDS = {
    "name": "name", "description": "description", "license": "license", "compatibility": "compatibility",
    "allowed-tools": "allowed_tools",
}  # fmt: skip
_AS_WRITTEN = frozenset({str, dict, list})  # of these the typed view shows what the author wrote
_SPEC_FIELDS = frozenset({*_TEXT_FIELDS, "metadata"})
_PLAIN = {"when_to_use": "when_to_use", "version": "version", "category": "category", "emoji": "emoji"}
_HOMEPAGE = ("homepage", "website", "url")
_TAGS = ("tags", "triggers", "keywords")
_SWITCHES = frozenset({"user-invocable", "disable-model-invocation"})
_COMMAND = frozenset({"command-dispatch", "command-tool", "command-arg-mode"})
_HYPHENATED = _SWITCHES | _COMMAND  # one system spells these with underscores
_SPELLINGS = _HYPHENATED | {key.replace("-", "_") for key in _HYPHENATED}
_CLAUDE = frozenset({"argument-hint", "context", "agent", "model", "effort", "paths"})
_ELSEWHERE = frozenset({"always", "os", "capabilities", "install", "skillKey", "env", "envVars"})
_CLASSES = {"read": ToolClass.SAFE, "write": ToolClass.MUTATING, "destructive": ToolClass.DANGEROUS}
_MODES = ("always", "keyword")
_TAKEN = frozenset({*_SPEC_FIELDS, *_PLAIN, *_HOMEPAGE, *_TAGS, *vendor.TOP_LEVEL, "activation", "tools"})


def parse(data: bytes, limits: Limits) -> Parsed[Manifest]:
    """The manifest of a SKILL.md. Without frontmatter there is none; every other fault is a problem beside it."""
    notes = Notes("SKILL.md")
    text = decode(frontmatter.head(data), notes)
    front = frontmatter.read(text, limits, notes) if text is not None else None
    if front is None:
        return notes.nothing()
    readings.compare(data, text or "", front, notes)
    metadata = vendor.load_metadata(front.fields.get("metadata"), notes)
    found = _texts(front, metadata or {}, notes)
    found |= _common(front.fields, notes)
    found |= _merge_vendor(vendor.read(metadata or {}, front.fields, notes), found)
    found |= _activation(front.fields, vendor.ongrid(metadata or {}, notes), notes)
    found |= _tools(front.fields.get("tools"), notes)
    extra = _extra(front.fields, notes)
    manifest = Manifest(
        dialect=Dialect.SKILL_MD, body_start=front.body_start, extra=extra, ignored=tuple(notes.ignored), **found
    )
    return notes.end(manifest)


def body(data: bytes, manifest: Manifest) -> str:
    """The text after the frontmatter, for the very bytes the manifest was parsed from."""
    return (decode(data, Notes("SKILL.md")) or "")[manifest.body_start :].strip()


def _texts(front: frontmatter.Front, metadata: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """The six fields of the specification, every scalar as it was written."""
    typed = front.fields
    given = {key: typed[key] for key in _TEXT_FIELDS if typed.get(key) is not None}
    odd = set(map(type, given.values())) - {str} or not _AS_WRITTEN.issuperset(map(type, metadata.values()))
    written = _strings(front, notes) if odd else given
    found: dict[str, Any] = {_TEXT_FIELDS[key]: _written(written.get(key), key, notes) for key in given}
    if not odd:
        return {**found, "metadata": metadata}
    inner = written.get("metadata")
    strings = inner if isinstance(inner, dict) else json5.written(inner) if isinstance(inner, str) else {}
    return {**found, "metadata": {key: _as_text(strings.get(key), value) for key, value in metadata.items()}}


def _strings(front: frontmatter.Front, notes: Notes) -> dict[str, Any]:
    try:
        return front.strings()
    except ValueError as exc:
        notes.error(TWO_READINGS, f"the frontmatter reads differently to every parser: {exc}", advice="mend the YAML")
        return front.fields


def _as_text(written: Any, value: Any) -> Any:
    """A scalar as it was written, else as JSON spells it; a list or a map as it is."""
    if isinstance(value, (str, dict, list)):
        return value
    return written if isinstance(written, str) else "" if value is None else json.dumps(value)


def _written(value: Any, key: str, notes: Notes) -> str:
    if isinstance(value, list) and key == "allowed-tools" and all(isinstance(item, str) for item in value):
        notes.warning("allowed-tools", "allowed-tools is a list; the specification wants words with spaces between")
        return " ".join(value)
    return fields.text(value, key, notes)


def _common(front: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Keys that stand at the top level in one system or another."""
    found: dict[str, Any] = {
        field: fields.text(front[key], key, notes) for key, field in _PLAIN.items() if key in front
    }
    homepage = next((front[key] for key in _HOMEPAGE if front.get(key)), None)
    if homepage is not None:
        found["homepage"] = fields.text(homepage, "homepage", notes)
    found["tags"] = tuple([tag for key in _TAGS if key in front for tag in _loose_names(front[key])])
    if _SPELLINGS.isdisjoint(front):
        return found
    return found | _switches(front, notes) | _command(front, notes)


def _switches(front: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Who may call the skill. A switch that is neither on nor off takes away, it never gives."""
    found: dict[str, Any] = {}
    for key in sorted(_SWITCHES):
        given = [front[spelling] for spelling in (key, key.replace("-", "_")) if spelling in front]
        hides = key == "disable-model-invocation"
        allowed = [fields.flag(one, key, notes, otherwise=hides) is not hides for one in given]
        if given:
            found["model_invocable" if hides else "user_invocable"] = all(allowed)
    return found


def _loose_names(value: Any) -> tuple[str, ...]:
    """Words that only help finding: a shape nobody can read is nothing lost."""
    items = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(str(item).strip() for item in items if isinstance(item, (str, int, float)) and str(item).strip())


def _command(front: dict[str, Any], notes: Notes) -> dict[str, Any]:
    given = {key: front.get(key, front.get(key.replace("-", "_"))) for key in _COMMAND}
    dispatch, tool = given["command-dispatch"], fields.text(given["command-tool"], "command-tool", notes)
    if dispatch is None:
        return {}
    if dispatch != "tool" or not tool:
        notes.ignore("command-dispatch", "it must be `tool`, with command-tool beside it", matters=True)
        return {}
    mode = fields.text(given["command-arg-mode"], "command-arg-mode", notes) or "raw"
    if mode != "raw":
        notes.warning("command-arg-mode", f"command-arg-mode {mode!r} is read as raw")
    return {"command": Command(dispatch="tool", tool=tool, arg_mode="raw")}


def _merge_vendor(given: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """The vendor fields; what the top level shows already stays, except where it is empty."""
    shown = {key for key in ("emoji", "homepage") if found.get(key)}
    return {key: value for key, value in given.items() if key not in shown}


def _activation(front: dict[str, Any], ongrid: dict[str, Any], notes: Notes) -> dict[str, Any]:
    top, inner = _one_activation(front.get("activation"), notes), _one_activation(ongrid.get("activation"), notes)
    if top and inner and top != inner:
        notes.warning("activation_conflict", "activation and metadata.ongrid.activation differ; the latter counts")
    chosen = inner or top
    return {"activation": chosen} if chosen else {}


def _one_activation(value: Any, notes: Notes) -> Activation | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        notes.warning("activation", "activation must be a map with a mode")
        return None
    mode = fields.text(value.get("mode"), "activation.mode", notes)
    if mode not in _MODES:
        notes.warning("activation", f"activation.mode {mode!r} is neither always nor keyword and never activates")
        return Activation()
    return Activation(mode=mode, keywords=fields.names(value.get("keywords"), "activation.keywords", notes))


def _tools(value: Any, notes: Notes) -> dict[str, Any]:
    """Tools the host is asked to bind. A list of words is another system's allow-list and grants nothing."""
    if value is None:
        return {}
    items = value if isinstance(value, list) else [value]
    if all(isinstance(item, str) for item in items):
        notes.ignore("tools", "a list of tool names grants nothing; capabilities ask for it", matters=True)
        return {}
    tools = [_tool(item, f"tools[{index}]", notes) for index, item in enumerate(items)]
    return {"tools": tuple(tool for tool in tools if tool is not None)}


def _tool(item: Any, where: str, notes: Notes) -> ToolSpec | None:
    if not isinstance(item, dict) or not item.get("name"):
        notes.error("tools", f"{where} must be a map with a name")
        return None
    given = item.get("class")
    if given not in (None, *_CLASSES):
        notes.error("tool-class", f"{where}.class {given!r} is none of {', '.join(_CLASSES)}")
        return None
    if given is None:
        notes.warning("tool-class", f"{where} has no class and counts as dangerous")
    for key in sorted(map(str, item.keys() - {"name", "impl", "class", "description"})):
        notes.ignore(f"{where}.{key}", "the host decides this", matters=key == "confirmation")
    return ToolSpec(
        name=fields.text(item["name"], f"{where}.name", notes),
        impl=fields.text(item.get("impl"), f"{where}.impl", notes),
        description=fields.text(item.get("description"), f"{where}.description", notes),
        tool_class=ToolClass.DANGEROUS if given is None else _CLASSES[given],
        class_given=given is not None,
    )


def _extra(front: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """The keys that have no field of their own, verbatim, each noted if it bears on what the skill may do."""
    extra = {}
    for key, value in front.items():
        if key in _TAKEN or key.replace("_", "-") in _HYPHENATED:
            continue
        extra[key] = value
        if key == "hooks":
            notes.ignore("hooks", "hooks are packages of their own and are switched on by a person", matters=True)
        elif key in _ELSEWHERE:
            notes.ignore(key, f"it belongs under metadata.openclaw.{key}", matters=True)
        elif key not in _CLAUDE:
            notes.ignore(key, "no system we know reads it")
    return extra


FORMAT = Format(name=Dialect.SKILL_MD, filename="SKILL.md", parse=parse)
