"""Which workspaces a person trusts: a folder, bound to its settings files as they were."""

from __future__ import annotations

import os
from pathlib import Path

from sealskill import settings
from sealskill.errors import NoFolder, UsageError
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
    return os.path.realpath(_absolute(path))


def standing(named: Path | str | None) -> Path:
    """The folder an agent works in, the current one unless another is named. Raises NoFolder where it is not there."""
    place = _absolute(named or "")
    # A workspace that is not there would be one without skills, which is a quiet yes to a word mistyped.
    if not os.path.lexists(place):
        raise NoFolder(f"there is no folder {place}", advice="name a workspace that is there")
    return place


def _absolute(path: Path | str) -> Path:
    try:
        return Path(path).absolute()
    except FileNotFoundError as exc:
        raise NoFolder("the current folder is gone", advice="change to one that is there") from exc
