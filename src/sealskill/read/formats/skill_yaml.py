"""`skill.yaml` (`ironclaw.dev/skill/v1`): a declarative bundle. Strict keys, all problems at once, no code ever."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from sealskill.model.manifest import Dialect, GrantsAsked, Manifest
from sealskill.model.settings import Limits
from sealskill.model.tools import MATRIX
from sealskill.read.formats import yamltext
from sealskill.read.formats.format import TWO_READINGS, Format, Notes, Parsed, decode

API_VERSION = "ironclaw.dev/skill/v1"
_KEYS = frozenset({"apiVersion", "name", "version", "description", "grants", "signature"})
_GRANT_KEYS = frozenset({"persona", "tools", "egress", "assets"})
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9.+-]{1,64}")
_HOST_LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


def parse(data: bytes, limits: Limits) -> Parsed[Manifest]:
    """The manifest of a bundle. Every problem is reported; a manifest with one is never used."""
    notes = Notes("skill.yaml")
    text = decode(data, notes)
    loaded = _load(text, notes) if text is not None else None
    if loaded is None:
        return notes.nothing()
    _unknown(loaded, _KEYS, "", notes)
    if loaded.get("apiVersion") != API_VERSION:
        notes.error(
            "apiVersion", f"apiVersion {_quoted(loaded.get('apiVersion'))} is not the supported {_quoted(API_VERSION)}"
        )
    name, version = _text(loaded, "name", notes), _version(loaded, text or "", notes)
    if not _LABEL.fullmatch(name):
        rule = "must be a non-empty lowercase label (a-z, 0-9, -; no leading/trailing -)"
        notes.error("name", f"name {_quoted(name)} {rule}")
    manifest = Manifest(
        dialect=Dialect.SKILL_YAML,
        api_version=API_VERSION,
        name=name,
        version=version,
        description=_text(loaded, "description", notes),
        signature=_text(loaded, "signature", notes),
        grants=_grants(loaded.get("grants"), notes),
        ignored=tuple(notes.ignored),
    )
    return notes.end(manifest)


def _load(text: str, notes: Notes) -> dict[str, Any] | None:
    try:
        loaded = yamltext.load(text)
    except ValueError as exc:
        at = re.search(r"at line (\d+)", str(exc))
        code = TWO_READINGS if isinstance(exc, yamltext.Twofold) else "yaml"
        notes.error(code, f"parse manifest: {exc}", line=int(at[1]) if at else 1, advice="mend the YAML")
        return None
    if not isinstance(loaded, dict):
        notes.error("yaml", "parse manifest: it is not a map", line=1)
        return None
    return loaded


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else '""' if value is None else str(value)


def _unknown(given: dict[str, Any], known: frozenset[str], where: str, notes: Notes) -> None:
    for key in given:
        if key not in known:
            notes.error("unknown-field", f"parse manifest: field {where}{key} is not part of a bundle")


def _text(given: dict[str, Any], key: str, notes: Notes) -> str:
    value = given.get(key)
    if value is None or isinstance(value, str):
        return (value or "").strip()
    notes.error(key, f"{key} must be text, in quotes if it looks like a number")
    return ""


def _version(given: dict[str, Any], text: str, notes: Notes) -> str:
    """The version as it was written: `1.10` without quotes is a number to YAML and a version to everybody else."""
    value = given.get("version")
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = yamltext.written(text).get("version")
    if value is not None and not isinstance(value, str):
        notes.error("version", "version must be text")
        return ""
    version = (value or "").strip()
    if not version:
        notes.error("version", "version is required")
    elif not _VERSION.fullmatch(version) or version in (".", ".."):
        notes.error("version", f"invalid skill version {_quoted(version)}", advice="use letters, digits, `.`, `+`, `-`")
    return version


def _grants(value: Any, notes: Notes) -> GrantsAsked:
    if value is None:
        return GrantsAsked()
    if not isinstance(value, dict):
        notes.error("grants", "grants must be a map of persona, tools, egress and assets")
        return GrantsAsked()
    _unknown(value, _GRANT_KEYS, "grants.", notes)
    asked = GrantsAsked(
        persona=_text(value, "persona", notes),
        tools=_list(value, "tools", notes),
        egress=_list(value, "egress", notes),
        assets=_list(value, "assets", notes),
    )
    for tool in asked.tools:
        if tool not in MATRIX:
            notes.error("tool", f"tool {_quoted(tool)} is not in the compiled sandbox tool registry")
    for host in asked.egress:
        if not is_host(host):
            rule = "must be a bare hostname (no scheme, port, path, or wildcard)"
            notes.error("egress", f"egress {_quoted(host)} {rule}")
    for asset in asked.assets:
        if not is_relative(asset):
            rule = "must be a relative path inside the skill (no absolute path or ..)"
            notes.error("asset", f"asset {_quoted(asset)} {rule}")
    return asked


def _list(given: dict[str, Any], key: str, notes: Notes) -> tuple[str, ...]:
    value = given.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        notes.error(key, f"grants.{key} must be a list of texts")
        return ()
    for item in sorted(item for item, times in Counter(value).items() if times > 1):
        notes.error(key, f"grants.{key} lists {_quoted(item)} twice")
    return tuple(value)


def is_host(name: str) -> bool:
    """Whether this is a DNS name: labels and dots, at least one dot, not an address."""
    labels = name.split(".")
    if len(name) > 253 or len(labels) < 2 or labels[-1].isdigit():
        return False
    return all(_HOST_LABEL.fullmatch(label) for label in labels)


def is_relative(path: str) -> bool:
    """Whether this is a plain relative path that stays below the folder it is resolved in."""
    if not path or "\0" in path or "\\" in path or path.startswith("/"):
        return False
    return all(part not in ("", ".", "..") for part in path.split("/"))


FORMAT = Format(name=Dialect.SKILL_YAML, filename="skill.yaml", parse=parse)
