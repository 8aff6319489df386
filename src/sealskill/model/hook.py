"""A hook: code that is run when something happens, and what it needs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

from sealskill.model.capability import Capability
from sealskill.model.manifest import EnvVar, Ignored, InstallOption, Requires
from sealskill.model.problem import Problem
from sealskill.model.value import Value


class HookRuntime(StrEnum):
    """What runs a handler."""

    DENO = "deno"
    PYTHON = "python"
    SHELL = "sh"


HANDLERS = {
    "handler.ts": HookRuntime.DENO,
    "handler.js": HookRuntime.DENO,
    "handler.py": HookRuntime.PYTHON,
    "handler.sh": HookRuntime.SHELL,
}
"""The files that can be a handler; exactly one stands in the folder."""


class Hook(Value):
    """A hook as its author wrote it. What was malformed is a `Problem` beside it, and such a hook is not run."""

    name: str = ""
    description: str = ""
    events: tuple[str, ...] = ()
    """What it waits for: `command:new`, or a whole kind: `command`."""
    handler: str = ""
    """The file in its folder; "" in a manifest read without its folder."""
    claimed_key: str = ""
    always: bool = False
    os: tuple[str, ...] = ()
    requires: Requires = Requires()
    primary_env: str = ""
    env_vars: tuple[EnvVar, ...] = ()
    capabilities: tuple[Capability, ...] = ()
    install: tuple[InstallOption, ...] = ()
    homepage: str = ""
    emoji: str = ""
    body_start: int = 0
    extra: dict[str, Any] = {}
    """Every other key, verbatim."""
    ignored: tuple[Ignored, ...] = ()

    @property
    def runtime(self) -> HookRuntime | None:
        """What runs the handler, by its suffix."""
        return HANDLERS.get(self.handler)


class HookKind(StrEnum):
    """The file that makes a folder a hook, where drafts name their dialect."""

    HOOK = "HOOK.md"


class HookFolder(Value):
    """A hook as found on disk, parsed as far as it goes."""

    folder: str
    hook: Hook | None = None
    problems: tuple[Problem, ...] = ()
    dialect: HookKind = HookKind.HOOK

    @property
    def name(self) -> str:
        """The name it goes by: the author's, else the folder's."""
        return (self.hook.name if self.hook else "") or Path(self.folder).name

    @property
    def manifest_path(self) -> Path:
        """The file that makes it a hook."""
        return Path(self.folder) / self.dialect.value
