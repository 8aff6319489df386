"""The `metadata` of a SKILL.md: vendor blocks of five systems and the flat form, read into one set of fields.

The runtime of one system takes the first block it finds and its registry takes the last, so a file with two blocks
showed the reviewer one manifest and the runtime another. Here blocks that disagree are an error, never a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sealskill.read.formats import fields, json5
from sealskill.read.formats.format import TWO_READINGS, Notes

_Reader = Callable[[Any, str, Notes], Any]
_READERS: dict[str, tuple[str, _Reader]] = {
    "always": ("always", fields.strict_flag),
    "skillKey": ("claimed_key", fields.text),
    "skill_key": ("claimed_key", fields.text),
    "primaryEnv": ("primary_env", fields.text),
    "primary_env": ("primary_env", fields.text),
    "os": ("os", fields.systems),
    "requires": ("requires", fields.requires),
    "capabilities": ("capabilities", fields.capabilities),
    "install": ("install", fields.installs),
    "envVars": ("env_vars", fields.env_vars),
    "env_vars": ("env_vars", fields.env_vars),
    "dependencies": ("dependencies", fields.dependencies),
    "emoji": ("emoji", fields.text),
    "homepage": ("homepage", fields.text),
    "website": ("homepage", fields.text),
    "cliHelp": ("cli_help", fields.text),
    "cli_help": ("cli_help", fields.text),
    "author": ("author", fields.text),
    "links": ("links", fields.links),
    "config": ("config", fields.bag),
}
_SHOWN_ONLY = frozenset({"emoji", "homepage", "cli_help", "author", "links", "config", "dependencies"})
# One format under three names: whoever reads one of these blocks reads the whole skill from it.
_ONE_FAMILY = ("openclaw", "clawdbot", "clawdis")
_ONGRID_DISPLAY = frozenset({"scope", "edge_runtime", "edge_capabilities", "min_ongrid_version"})
# A flat `metadata` is ours to read only where a plain string could not be meant: the specification maps text to text.
_FLAT_STRUCTURED = frozenset(
    {"always", "os", "requires", "capabilities", "install", "envVars", "dependencies", "links"}
)
_FLAT_TEXT = frozenset({"emoji", "homepage", "primaryEnv", "skillKey", "cliHelp", "author"})
# What a registry of the family also takes from the top level of the frontmatter.
TOP_LEVEL = frozenset({"requires", "primaryEnv", "dependencies", "author", "links"})


def load_metadata(value: Any, notes: Notes) -> dict[str, Any] | None:
    """The `metadata` map, given as a map or as JSON or JSON5 text; None, with the error noted, when it is neither."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return {str(key): inner for key, inner in value.items()}
    if isinstance(value, str):
        try:
            loaded = json5.load(value)
        except ValueError as exc:
            code = TWO_READINGS if isinstance(exc, json5.Twice) else "metadata"
            notes.error(code, f"metadata is text that is not JSON5: {exc}", advice="write metadata as a YAML map")
            return None
        if isinstance(loaded, dict):
            return loaded
    notes.error("metadata", "metadata must be a map", advice="write metadata as a YAML map")
    return None


def read(metadata: dict[str, Any], top: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Fields of `Manifest` that the vendor blocks, the flat form and the top level agree on."""
    if not metadata and TOP_LEVEL.isdisjoint(top):
        return {}
    family, own = _blocks(metadata, _ONE_FAMILY, notes), _blocks(metadata, ("sealskill",), notes)
    _same_family(family, notes)
    flat = ("metadata", _flat(metadata, notes))
    shown = ("frontmatter", _pick("", {key: top[key] for key in TOP_LEVEL & top.keys()}, notes))
    return _merge([*family[:1], *own, flat, shown], notes)


def _blocks(metadata: dict[str, Any], names: tuple[str, ...], notes: Notes) -> list[tuple[str, dict[str, Any]]]:
    """The blocks of these names that are there, each with the place it stands in."""
    read = [(f"metadata.{name}", _block(metadata, name, notes)) for name in names if name in metadata]
    return [(where, block) for where, block in read if block is not None]


def _block(metadata: dict[str, Any], name: str, notes: Notes) -> dict[str, Any] | None:
    raw = metadata.get(name)
    if raw is None:
        return None
    if not isinstance(raw, dict):
        notes.error("metadata", f"metadata.{name} must be a map")
        return None
    return _pick(f"metadata.{name}.", raw, notes)


def _pick(prefix: str, chosen: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """The fields we know, read; the rest noted as ignored."""
    found: dict[str, Any] = {}
    for key, value in chosen.items():
        if key not in _READERS:
            notes.ignore(prefix + str(key), "nobody here knows this field")
            continue
        field, reader = _READERS[key]
        if value is None:
            continue
        if field in found:
            notes.error(TWO_READINGS, f"{prefix}{key} is given in two spellings")
            continue
        found[field] = reader(value, prefix + key, notes)
    return found


def _flat(metadata: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Fields written straight under `metadata`, as two systems document them."""
    chosen = {
        key: value
        for key, value in metadata.items()
        if (key in _FLAT_STRUCTURED and not isinstance(value, str)) or key in _FLAT_TEXT
        or (key in ("os", "capabilities") and isinstance(value, str))
    }  # fmt: skip
    return _pick("metadata.", chosen, notes)


def _same_family(family: list[tuple[str, dict[str, Any]]], notes: Notes) -> None:
    """Two blocks of one format must agree in every field that matters."""
    for where, block in family[1:]:
        first, other = _weighty(family[0][1]), _weighty(block)
        unlike = sorted(key for key in first.keys() | other.keys() if first.get(key) != other.get(key))
        if unlike:
            notes.error(
                "vendor-conflict", f"{family[0][0]} and {where} disagree on {', '.join(unlike)}",
                advice="keep one block, or make them equal",
            )  # fmt: skip


def _weighty(block: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key not in _SHOWN_ONLY}


def _merge(blocks: list[tuple[str, dict[str, Any]]], notes: Notes) -> dict[str, Any]:
    """One set of fields; where two blocks give the same field they must give the same value."""
    merged: dict[str, Any] = {}
    giver: dict[str, str] = {}
    for where, block in blocks:
        for key, value in block.items():
            if key not in merged:
                merged[key], giver[key] = value, where
            elif merged[key] != value:
                said = f"{giver[key]} and {where} disagree on {key}"
                if key in _SHOWN_ONLY:
                    notes.warning("vendor-conflict", said)
                else:
                    notes.error("vendor-conflict", said, advice="keep one of them, or make them equal")
    return merged


def ongrid(metadata: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """The `metadata.ongrid` block: its activation, and notes on what only that system can use."""
    block = metadata.get("ongrid")
    if block is None:
        return {}
    if not isinstance(block, dict):
        notes.error("metadata", "metadata.ongrid must be a map")
        return {}
    for key in sorted(map(str, block.keys() - {"activation"})):
        why = "it places a skill inside that system" if key in _ONGRID_DISPLAY else "nobody here knows this field"
        notes.ignore(f"metadata.ongrid.{key}", why)
    return block
