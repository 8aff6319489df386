"""What a person grants one skill, as it stands in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sealskill.model import grant_map, granting
from sealskill.model.grant import Grant
from sealskill.settings.kinds import Kind, Where, Wrong, spoken

_PARTS = ("egress", "unsafe_private", "paths", "env", "class", "boundary")
"""What can be granted here. Whose it is says the entry it stands in."""


def read(value: Any, where: Where) -> Grant:
    """The grant of a map. Raises `Wrong` for a key no grant has, and for whatever is never granted."""
    if not isinstance(value, Mapping):
        raise Wrong(f"must be a map, not {spoken(value)}")
    if any(key not in _PARTS for key in value):
        raise Wrong(f"has a key that no grant has; known are {', '.join(_PARTS)}")
    try:
        fit = granting.fit(replace(grant_map.read(value), skill="this"))
    except granting.Unfit as exc:
        raise Wrong("cannot be granted: " + "; ".join(exc.faults)) from None
    except ValueError as exc:
        raise Wrong(f"cannot be read: {exc}") from None
    return replace(fit, skill="")


def _show(value: Grant | None) -> list[str]:
    return list(granting.given(value)) if value else []


GRANT = Kind(says="a map of egress, unsafe_private, paths, env, class and boundary", read=read, show=_show)
