"""File names that another system would spell or read differently."""

from __future__ import annotations

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
    lowered = "\n".join(paths).lower()
    folders = "".join({path[: path.rfind("/") + 1] for path in paths})
    return lowered.isascii() and folders == folders.lower() and len(set(lowered.split("\n"))) == len(paths)


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
        return error("name-encoding", f"{path!a} is not a UTF-8 name", path=ascii(path))
    return None
