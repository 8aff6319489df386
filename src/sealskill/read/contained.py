"""One file below a folder, and never one from elsewhere that a link shows there."""

from __future__ import annotations

import os
from collections.abc import Sequence

from sealskill.read.folder import Folder, Handles, inside, resolved


def read(place: Folder, name: str, homes: Sequence[str], cap: int) -> tuple[bytes, os.stat_result]:
    """The bytes and state of a regular file of an open folder.

    A link is followed if it leads into one of `homes`, which are real paths. Raises what `Folder.read` raises.
    """
    path = os.path.join(place.path, name)
    if not os.path.islink(path):
        return place.read(name, cap)
    real = resolved(path)
    home = next((home for home in homes if inside(real, home)), None)
    if home is None:
        raise OSError(f"it is a link out of its folder, to {real}")
    # Down from the home by handles: a folder on the way may become a link between the question and the opening.
    with Handles(home) as handles:
        return handles.read(os.path.relpath(real, home).replace(os.sep, "/"), cap)


def homes(folder: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """Where links below a folder may lead: into it, and where a person allowed it."""
    return (os.path.realpath(folder), *map(os.path.realpath, allowed))


def why(exc: Exception) -> str:
    """An error of `read` in words for a report."""
    return exc.strerror if isinstance(exc, OSError) and exc.strerror else str(exc)
