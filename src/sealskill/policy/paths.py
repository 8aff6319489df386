"""Paths as decisions compare them: by whole components, and only where nothing is left to resolve."""

from __future__ import annotations

import os
from collections.abc import Iterable


def settled(path: str) -> bool:
    """Whether a path is absolute and has nothing in it that could lead elsewhere."""
    return path.startswith("/") and os.path.normpath(path) == path and "\0" not in path


def within(path: str, folder: str) -> bool:
    """Whether a path is a folder or below it. What is not settled is nowhere."""
    if not (settled(path) and settled(folder)):
        return False
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def below(path: str, folders: Iterable[str], base: str = "") -> bool:
    """Whether a path is below one of some folders; those that are not absolute stand below `base`."""
    return any(within(path, os.path.normpath(os.path.join(base, folder))) for folder in folders if folder)
