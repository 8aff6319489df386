"""How capabilities are shown to people."""

from __future__ import annotations

from collections.abc import Iterable

from sealskill.model.capability import FACES, Capability


def icons(capabilities: Iterable[Capability]) -> str:
    """One sign for each capability, in the order the author declared them."""
    return " ".join(FACES[name].icon for name in dict.fromkeys(capability.name for capability in capabilities))


def rows(capabilities: Iterable[Capability]) -> tuple[tuple[str, str, str], ...]:
    """Sign, name and meaning of each capability."""
    names = dict.fromkeys(capability.name for capability in capabilities)
    return tuple((FACES[name].icon, name.value, FACES[name].words) for name in names)
