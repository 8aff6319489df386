"""File names that another system would spell or read differently."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator

from sealskill.model.problem import Problem, error


def plainly_apart(names: list[str]) -> bool:
    """Whether the names of one folder stay apart on every system, told without a look at each: so it is nearly always.

    Where that is so in every folder of a package, no two of its paths can be one either.
    """
    return "".join(names).isascii() and len(set(map(str.lower, names))) == len(names)


def name_problems(paths: list[str]) -> Iterator[Problem]:
    """Names that another system would read differently: not UTF-8, or equal once case and accents are folded."""
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
