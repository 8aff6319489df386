"""The facts of this machine, asked afresh at every load: a tool installed a moment ago is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from sealskill.model.host import Host

_DEFAULT_PATHEXT = ".COM;.EXE;.BAT;.CMD"


def probe(
    names: Iterable[str],
    environ: Mapping[str, str],
    config: Mapping[str, Any],
    tools: Iterable[str],
    *,
    system: str = sys.platform,
) -> Host:
    """This machine, with every named binary looked for on the search path of `environ`."""
    found = {name: find(name, environ, system) for name in names}
    return Host(os=system, binaries=found, environ=environ, config=config, tools=frozenset(tools))


def find(name: str, environ: Mapping[str, str], system: str = sys.platform) -> str | None:
    """Where a binary is, or None. A name is a name: one with a folder in it is never found."""
    if not name or "/" in name or "\\" in name or "\0" in name:
        return None
    for folder in environ.get("PATH", "").split(os.pathsep):
        for suffix in _suffixes(name, environ, system):
            path = os.path.join(folder, name + suffix)
            if os.path.isabs(folder) and _runs(path):
                return path
    return None


def _suffixes(name: str, environ: Mapping[str, str], system: str) -> list[str]:
    if system != "win32":
        return [""]
    known = [suffix for suffix in environ.get("PATHEXT", _DEFAULT_PATHEXT).split(";") if suffix]
    return [""] if name.lower().endswith(tuple(suffix.lower() for suffix in known)) else known


def _runs(path: str) -> bool:
    """Whether this is a regular file that may be executed; folders carry the same bit."""
    return os.path.isfile(path) and os.access(path, os.X_OK)
