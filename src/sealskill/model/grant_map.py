"""Grants as people and changes write them: a map with one key for each thing that is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sealskill.model.grant import Grant, PathMode
from sealskill.model.manifest import ToolClass


class _Map(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"accepts": "class"},
):
    skill: str = ""
    seal: str = ""
    group: str = ""
    egress: tuple[str, ...] = ()
    unsafe_private: tuple[str, ...] = ()
    paths: dict[str, PathMode] = {}
    env: tuple[str, ...] = ()
    accepts: ToolClass | None = None
    boundary: str = ""
    tools: tuple[str, ...] = ()
    persona: str = ""
    assets: tuple[str, ...] = ()


def read(value: Mapping[str, Any]) -> Grant:
    """The grant a map describes. Raises ValueError for a key or a value of another kind, without repeating it."""
    try:
        found = msgspec.convert(dict(value), _Map)
    except (msgspec.ValidationError, TypeError) as exc:
        raise ValueError(str(exc).replace("Object contains", "there is an")) from None
    return Grant(id="", **{name: getattr(found, name) for name in _Map.__struct_fields__})


def write(grant: Grant) -> dict[str, Any]:
    """The map that describes a grant, without what is empty."""
    found = _Map(**{name: getattr(grant, name) for name in _Map.__struct_fields__})
    return {key: list(value) if isinstance(value, tuple) else value for key, value in _plain(found).items()}


def _plain(found: _Map) -> dict[str, Any]:
    plain = msgspec.to_builtins(found)
    return plain if isinstance(plain, dict) else {}
