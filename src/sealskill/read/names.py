"""File names that another system would spell or read differently."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator

from sealskill.model.problem import Problem, error


def name_problems(paths: list[str]) -> Iterator[Problem]:
    """Names that another system would read differently: not UTF-8, or equal once case and accents are folded."""
    if _plainly_apart(paths):
        return
    folded: dict[str, str] = {}
    for path in paths:
        strange = name_problem(path)
        if strange:
            yield strange
            continue
        for one in _with_parents(path, folded):
            other = folded.setdefault(_folded(one), one)
            if other != one:
                yield error("name-collision", f"{other} and {one} are one file on other systems", path=one)


def _plainly_apart(paths: list[str]) -> bool:
    """Whether nothing can be folded into something else, told from a few whole strings: so it is nearly always."""
    whole = "\n".join(paths)
    lowered = whole.lower().split("\n")
    folders = {path[: path.rfind("/") + 1] for path in paths}
    joined = "".join(folders)
    if not whole.isascii() or joined != joined.lower() or len(set(lowered)) != len(paths):
        return False
    # A file `D` beside a folder `d`: only a file with a capital can be that.
    capital = tuple(low + "/" for path, low in zip(paths, lowered, strict=True) if path != low)
    return not any(folder.startswith(capital) for folder in folders)


def _with_parents(path: str, known: dict[str, str]) -> Iterator[str]:
    """A path and the folders above it that were not looked at yet."""
    yield path
    while "/" in path:
        path = path.rpartition("/")[0]
        if known.get(_folded(path)) == path:
            return
        yield path


def _folded(path: str) -> str:
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path).casefold()


def name_problem(path: str) -> Problem | None:
    """What is wrong with a name that is not UTF-8: no report, lock or other system could spell it."""
    if path.isascii():
        return None
    try:
        path.encode()
    except UnicodeEncodeError:
        spelled = repr(os.fsencode(path))[2:-1]
        return error("name-encoding", f"{spelled} is not a UTF-8 name", path=spelled)
    return None
