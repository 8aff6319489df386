"""What a path in the arguments of a call means, asked before the decision."""

from __future__ import annotations

import os
from collections.abc import Iterable

from sealskill.model.call import Touches
from sealskill.model.tool import Place

PATH = {"type": "string", "minLength": 1, "maxLength": 4096}
"""How a path is told to the model, without what it is the path of."""


def real(path: str, place: Place) -> str | None:
    """The real, absolute path, links resolved; None for one that cannot be made out."""
    spelled = _spelled(path, place)
    try:
        return os.path.realpath(spelled) if spelled else None
    except (OSError, ValueError, RecursionError):  # the library follows a chain of links by recursion
        return None


def _spelled(path: str, place: Place) -> str | None:
    """The absolute path with its links as they are."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return None
    if not path.strip() or "\0" in path:
        return None
    if path == "~" or path.startswith("~/"):
        path = str(place.home) + path[1:]
    return os.path.join(place.workspace, path)


def touching(place: Place, *, reads: Iterable[str] = (), writes: Iterable[str] = ()) -> Touches:
    """What is touched by reading and writing these paths.

    A write through a link in the workspace is told twice, where it leads and where it is: when it is written, the link
    may be a folder.
    """
    seen, written = list(reads), list(writes)
    unclear = tuple(f"the path {path!r}" for path in (*seen, *written) if real(path, place) is None)
    return Touches(
        reads=_known(real(path, place) for path in seen),
        writes=_known(one for path in written for one in _both(path, place)),
        unclear=unclear,
    )


def _both(path: str, place: Place) -> tuple[str | None, ...]:
    """Where a path leads, and where it is in the workspace. With `..` in it nobody can say, and nothing is done."""
    leads, spelled = real(path, place), os.path.normpath(_spelled(path, place) or "/")
    if leads is None or ".." in path.split("/") or not inside(spelled, str(place.workspace)):
        return (leads,)
    return (leads, spelled)


def inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _known(paths: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path for path in paths if path is not None))
