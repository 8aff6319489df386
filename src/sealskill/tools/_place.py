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
    try:
        path.encode()
    except UnicodeEncodeError:
        return None
    if not path.strip() or "\0" in path or ".." in path.split("/"):
        return None
    if path == "~" or path.startswith("~/"):
        path = str(place.home) + path[1:]
    return os.path.realpath(os.path.join(place.workspace, path))


def touching(place: Place, *, reads: Iterable[str] = (), writes: Iterable[str] = ()) -> Touches:
    """What is touched by reading and writing these paths."""
    wanted = {"reads": list(reads), "writes": list(writes)}
    found = {name: [(path, real(path, place)) for path in paths] for name, paths in wanted.items()}
    unclear = tuple(f"the path {path!r}" for pairs in found.values() for path, where in pairs if where is None)
    known = {name: tuple(where for _, where in pairs if where is not None) for name, pairs in found.items()}
    return Touches(reads=known["reads"], writes=known["writes"], unclear=unclear)
