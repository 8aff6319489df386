"""Run agent skills you did not write.

The front door. Names are fetched on first use, so that `import sealskill` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sealskill.errors import AuthorError, Error, HostError, RemoteError, UsageError
    from sealskill.model.draft import Draft, Unreadable
    from sealskill.model.inventory import Census, Inventory
    from sealskill.model.problem import Problem
    from sealskill.model.report import Finding, Report, Scanned
    from sealskill.model.settings import Settings
    from sealskill.model.skill import Blocked, Ready, Skill
    from sealskill.model.verdict import Verdict
    from sealskill.runtime import Runtime
    from sealskill.session.session import Session
    from sealskill.session.snapshot import Snapshot

__version__ = "0.1.0"

_HOMES = {
    "Runtime": "runtime", "Session": "session.session", "Snapshot": "session.snapshot", "Settings": "model.settings",
    "Skill": "model.skill", "Ready": "model.skill", "Blocked": "model.skill",
    "Draft": "model.draft", "Unreadable": "model.draft", "Problem": "model.problem",
    "Finding": "model.report", "Report": "model.report", "Scanned": "model.report", "Verdict": "model.verdict",
    "Inventory": "model.inventory", "Census": "model.inventory",
    "Error": "errors", "AuthorError": "errors", "HostError": "errors", "RemoteError": "errors", "UsageError": "errors",
}  # fmt: skip

__all__ = [
    "AuthorError",
    "Blocked",
    "Census",
    "Draft",
    "Error",
    "Finding",
    "HostError",
    "Inventory",
    "Problem",
    "Ready",
    "RemoteError",
    "Report",
    "Runtime",
    "Scanned",
    "Session",
    "Settings",
    "Skill",
    "Snapshot",
    "Unreadable",
    "UsageError",
    "Verdict",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"sealskill.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'sealskill' has no attribute {name!r}")
