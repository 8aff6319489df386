"""Readers for the small shapes that fields of a manifest take. Each notes what it could not use."""

from __future__ import annotations

from typing import Any

from sealskill.model.capability import Capability, CapabilityName, canonical
from sealskill.model.manifest import Dependency, EnvVar, InstallOption, Requires
from sealskill.read.formats.format import Notes

_YES, _NO = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})
_OS = {"darwin": "darwin", "macos": "darwin", "mac": "darwin", "osx": "darwin", "linux": "linux"} | {
    "win32": "win32", "windows": "win32", "win": "win32",
}  # fmt: skip
_TARGETS = {
    "brew": ("formula", "cask"), "node": ("package",), "npm": ("package",), "uv": ("package",), "pip": ("package",),
    "go": ("module",), "apt": ("package", "formula"), "cargo": ("package", "crate"), "download": ("url",),
}  # fmt: skip


def text(value: Any, where: str, notes: Notes) -> str:
    """A text. Numbers and booleans are written out; lists and maps are noted and empty."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, (bool, int, float)):
        return str(value).lower() if isinstance(value, bool) else str(value)
    notes.warning("wrong-type", f"{where} must be text")
    return ""


def flag(value: Any, where: str, notes: Notes, *, otherwise: bool) -> bool:
    """A switch, in YAML's or people's words. What is neither yes nor no is noted and becomes `otherwise`."""
    word = str(value).strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    notes.warning("wrong-type", f"{where} is neither true nor false")
    return otherwise


def strict_flag(value: Any, where: str, notes: Notes) -> bool:
    """A switch that only a real boolean turns on."""
    if isinstance(value, bool):
        return value
    notes.ignore(where, "only true and false without quotes count", matters=True)
    return False


def names(value: Any, where: str, notes: Notes) -> tuple[str, ...]:
    """A list of names, or one text with commas. A shape nobody can read stops the skill: it may be a requirement."""
    items = value.split(",") if isinstance(value, str) else value
    if items is None:
        return ()
    if not isinstance(items, list):
        notes.error("wrong-type", f"{where} must be a list of names")
        return ()
    for item in items:
        if not isinstance(item, (str, int, float)) or isinstance(item, bool):
            notes.error("wrong-type", f"{where} holds something that is not a name")
            return ()
    found = (str(item).strip() for item in items)
    return tuple(dict.fromkeys(item for item in found if item))


def systems(value: Any, where: str, notes: Notes) -> tuple[str, ...]:
    """Operating systems by the names Python gives them."""
    given = names(value, where, notes)
    for name in given:
        if name.lower() not in _OS:
            notes.warning("unknown-os", f"{where}: nobody calls a system {name!r}", advice="use linux, darwin or win32")
    return tuple(dict.fromkeys(_OS.get(name.lower(), name.lower()) for name in given))


def requires(value: Any, where: str, notes: Notes) -> Requires:
    """What the host must have. A name nobody knows is shown to the author: many use one as a remark."""
    if not isinstance(value, dict):
        notes.error("wrong-type", f"{where} must be a map of bins, anyBins, env and config")
        return Requires()
    known = {"bins": "bins", "anyBins": "any_bins", "any_bins": "any_bins", "env": "env", "config": "config"}
    found: dict[str, tuple[str, ...]] = {}
    for key, given in value.items():
        if key == "credentials":
            notes.ignore(f"{where}.credentials", "declare the variables under requires.env", matters=True)
        elif key in known:
            found[known[key]] = names(given, f"{where}.{key}", notes)
        else:
            notes.warning("unknown-requirement", f"{where}.{key} is not a requirement anybody can check")
    return Requires(**found)


def capabilities(value: Any, where: str, notes: Notes) -> tuple[Capability, ...]:
    """Capabilities in any of the four shapes: text with commas, names, objects, or a map to constraints."""
    found = []
    for given, constraints in _declared(value, where, notes):
        name = canonical(given)
        if name is None:
            known = ", ".join(CapabilityName)
            notes.warning("unknown-capability", f"{where}: {given!r} is not a capability", advice=f"use {known}")
            continue
        if not isinstance(constraints, dict):
            notes.error("wrong-type", f"{where}.{given}: constraints must be a map")
            continue
        found.append(Capability(name=name, constraints=constraints, given=given))
    return tuple(found)


def _declared(value: Any, where: str, notes: Notes) -> list[tuple[str, Any]]:
    """Pairs of the author's word and its constraints."""
    if isinstance(value, dict):
        return [
            (str(name), {} if given in (True, None) else given) for name, given in value.items() if given is not False
        ]
    if isinstance(value, str):
        return [(name.strip(), {}) for name in value.split(",") if name.strip()]
    if not isinstance(value, list):
        notes.error("wrong-type", f"{where} must be names, objects or a map")
        return []
    pairs = []
    for item in value:
        word = item if isinstance(item, str) else _named(item)
        if word is None:
            notes.error("wrong-type", f"{where} holds something without a name")
            continue
        pairs.append((word, item.get("constraints") or {} if isinstance(item, dict) else {}))
    return pairs


def _named(item: Any) -> str | None:
    if not isinstance(item, dict):
        return None
    return next((str(item[key]) for key in ("name", "type", "id", "capability") if item.get(key)), None)


def installs(value: Any, where: str, notes: Notes) -> tuple[InstallOption, ...]:
    """Install options with ids that do not depend on which of them this system may use."""
    if not isinstance(value, list):
        notes.warning("install", f"{where} must be a list")
        return ()
    found = []
    for index, item in enumerate(value):
        option = _install(item, index, f"{where}[{index}]", notes)
        if option is not None:
            found.append(option)
    return tuple(found)


def _install(item: Any, index: int, where: str, notes: Notes) -> InstallOption | None:
    kind = str(item.get("kind") or item.get("type") or "").lower() if isinstance(item, dict) else ""
    if kind not in _TARGETS:
        notes.warning("install", f"{where} is not an install option we know", advice=f"kinds: {', '.join(_TARGETS)}")
        return None
    target = next((str(item[key]).strip() for key in _TARGETS[kind] if item.get(key)), "")
    if not target:
        notes.warning("install", f"{where} of kind {kind} says not what to install ({' or '.join(_TARGETS[kind])})")
        return None
    if target.startswith("-") or any(char.isspace() for char in target):
        notes.warning("install", f"{where} names {target!r}, which no installer may be given")
        return None
    return InstallOption(
        id=text(item.get("id"), f"{where}.id", notes) or f"{kind}-{index}",
        kind=kind,
        label=text(item.get("label"), f"{where}.label", notes),
        bins=names(item.get("bins"), f"{where}.bins", notes),
        os=systems(item.get("os"), f"{where}.os", notes),
        target=target,
        spec=item,
    )


def env_vars(value: Any, where: str, notes: Notes) -> tuple[EnvVar, ...]:
    """Variables the author describes; `required` counts as a requirement."""
    found = []
    for index, item in enumerate(_maps(value, where, notes)):
        name = text(item.get("name"), f"{where}[{index}].name", notes)
        if not name:
            notes.error("wrong-type", f"{where}[{index}] has no name")
            continue
        required = (
            flag(item["required"], f"{where}[{index}].required", notes, otherwise=True) if "required" in item else False
        )
        found.append(EnvVar(name=name, required=required, description=text(item.get("description"), where, notes)))
    return tuple(found)


def dependencies(value: Any, where: str, notes: Notes) -> tuple[Dependency, ...]:
    """What the author says the skill builds on."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(Dependency(name=item) for item in value)
    found = []
    for item in _maps(value, where, notes):
        fields = {key: text(item.get(key), f"{where}.{key}", notes) for key in ("type", "version", "url", "repository")}
        found.append(Dependency(name=text(item.get("name"), where, notes), **fields))
    return tuple(found)


def _maps(value: Any, where: str, notes: Notes) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    if all(isinstance(item, dict) for item in items):
        return items
    notes.warning("wrong-type", f"{where} must be a list of maps")
    return []


def links(value: Any, where: str, notes: Notes) -> dict[str, str]:
    """Addresses by what they lead to."""
    if not isinstance(value, dict):
        notes.warning("wrong-type", f"{where} must be a map of addresses")
        return {}
    return {str(name): text(address, f"{where}.{name}", notes) for name, address in value.items()}


def bag(value: Any, where: str, notes: Notes) -> dict[str, Any]:
    """A free map, kept as it is."""
    if isinstance(value, dict):
        return {str(key): inner for key, inner in value.items()}
    notes.warning("wrong-type", f"{where} must be a map")
    return {}
