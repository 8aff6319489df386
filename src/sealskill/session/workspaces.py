"""Which workspaces a person trusts: a folder, bound to its settings files as they were."""

from __future__ import annotations

import os
from pathlib import Path

from sealskill import settings
from sealskill.errors import UsageError
from sealskill.model.value import Value
from sealskill.store.lock import Lock


class Trusted(Value):
    """One trusted workspace, and whether its settings files are still the ones that were trusted."""

    path: str
    since: float
    current: bool


class Workspaces:
    """The trusted workspaces of one lock."""

    def __init__(self, lock: Lock) -> None:
        self._lock = lock

    def trusts(self, workspace: Path, digest: str) -> bool:
        """Whether a person trusted this workspace with settings files of this digest."""
        row = self._lock.read().workspaces.get(_real(workspace))
        return row is not None and row.digest == digest

    def trust(self, path: Path) -> str:
        """Trust a workspace as its settings stand; its real path. Raises UsageError for anything but a folder."""
        if not path.is_dir():
            raise UsageError(f"{path} is not a folder", advice="name the workspace, for example `sealskill trust .`")
        self._lock.trust(_real(path), settings.config_digest(path))
        return _real(path)

    def revoke(self, path: Path) -> bool:
        """Stop trusting a workspace; whether it was trusted."""
        return self._lock.revoke(_real(path))

    def all(self) -> tuple[Trusted, ...]:
        """Every trusted workspace, by path."""
        return tuple(
            Trusted(path=path, since=row.since, current=_digest(Path(path)) == row.digest)
            for path, row in sorted(self._lock.read().workspaces.items())
        )


def _digest(path: Path) -> str:
    return settings.config_digest(path) if path.is_dir() else ""


def _real(path: Path) -> str:
    return os.path.realpath(path)
