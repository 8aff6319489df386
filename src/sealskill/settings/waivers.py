"""Waivers as people write them: each names rule, seal, reason and the last day it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from sealskill.model.settings import Waiver
from sealskill.settings.kinds import Kind, Where, Wrong, spoken, text

_SEAL = re.compile(r"sha256:[0-9a-f]{64}")
_RULE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KNOWN = Waiver.__struct_fields__
_UNREAD = "unread"


def read(value: Any, where: Where) -> tuple[Waiver, ...]:
    """The waivers of a list of maps. Raises `Wrong`."""
    if not isinstance(value, (list, tuple)):
        raise Wrong(f"must be a list of maps, not {spoken(value)}")
    return tuple(dict.fromkeys(_one(item, f"[{number}]") for number, item in enumerate(value)))


def _one(item: Any, place: str) -> Waiver:
    if not isinstance(item, Mapping):
        raise Wrong(f"{place} must be a map, not {spoken(item)}")
    if any(key not in _KNOWN for key in item):
        raise Wrong(f"{place} has a key that no waiver has; known are {', '.join(_KNOWN)}")
    missing = [key for key in _KNOWN if key != "path" and not item.get(key)]
    if missing:
        raise Wrong(f"{place} lacks {', '.join(missing)}: a waiver names what, for which bytes, why and until when")
    return _checked(Waiver(**{key: _said(item[key], key, place) for key in item}), place)


def _said(value: Any, key: str, place: str) -> str:
    try:
        return _day(value) if key == "until" else text(value)
    except Wrong as wrong:
        raise Wrong(f"{place} `{key}` {wrong}") from None


def _checked(made: Waiver, place: str) -> Waiver:
    if not _SEAL.fullmatch(made.seal):
        raise Wrong(f"{place} needs `seal` as `sealskill info NAME --seal` prints it: sha256: and 64 digits")
    if not _RULE.fullmatch(made.rule):
        raise Wrong(f"{place} needs `rule` as `sealskill rules` prints it")
    if made.rule == _UNREAD and not made.path:
        raise Wrong(f"{place} needs `path`: which file need not be read")
    return made


def _day(value: Any) -> str:
    """A day. YAML makes a date of it unless it is quoted, other languages leave it text."""
    if isinstance(value, date):
        return value.isoformat()[:10]
    try:
        return date.fromisoformat(text(value)).isoformat()
    except ValueError:
        raise Wrong("must be a day, written 2027-01-31") from None


def _show(value: tuple[Waiver, ...]) -> list[str]:
    return [f"{one.rule} of {one.seal} until {one.until}" for one in value]


WAIVERS = Kind(says="a list of {rule, seal, reason, until, path}", read=read, show=_show)
