"""The facts of one machine that gates ask about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.value import Value


class Host(Value):
    """What this machine is and has. Probed by `sealskill.host`; tests write one down."""

    os: str
    """`linux`, `darwin` or `win32`."""
    binaries: Mapping[str, str | None] = {}
    """Name → where it was found. A name that was not asked for counts as missing."""
    environ: Mapping[str, str] = {}
    config: Mapping[str, Any] = {}
    """The host application's own settings, for `requires.config`."""
    tools: frozenset[str] = frozenset()
    """Tools the host application registered, for `tools[].impl`."""

    def has_setting(self, dotted: str) -> bool:
        """Whether a dotted path is truthy. Absent, null, false, 0 and blank are not; empty lists and maps are."""
        value: Any = self.config
        for part in dotted.split("."):
            if not isinstance(value, Mapping) or part not in value:
                return False
            value = value[part]
        if isinstance(value, str):
            return bool(value.strip())
        return isinstance(value, (list, tuple, Mapping)) or bool(value)
