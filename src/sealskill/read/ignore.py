"""Ignore files: `.gitignore`, `.ignore` and `.fdignore`, as git reads them.

The patterns are a stranger's, so none becomes a regular expression: a match costs at most the length of the pattern
times that of the name. (The maintained libraries either build regular expressions, walk by themselves, or carry a
licence we do not take.)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sealskill.errors import ChangedWhileRead
from sealskill.read.folder import Folder, TooLarge

FILES = (".gitignore", ".ignore", ".fdignore")
_MAX_BYTES = 64 * 1024
_MAX_PATTERNS = 1_000  # per file: the largest collections of patterns for all languages together hold some hundreds
_ANY = None  # stands for `*` between characters and for `**` between the parts of a path


class _One(NamedTuple):
    """One character of a pattern: which it takes, or, if `negated`, which it does not."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False

    def fits(self, char: str) -> bool:
        """Whether it takes this character."""
        return any(low <= char <= high for low, high in self.ranges) is not self.negated


_Part = tuple[_One | None, ...]
_EVERY = _One(ranges=(), negated=True)


class _Pattern(NamedTuple):
    """One line of an ignore file."""

    parts: tuple[_Part | None, ...]
    ignores: bool
    only_folders: bool


class Ignore:
    """What the ignore files from a root down to one folder say. `outer` is the folder above."""

    def __init__(self, place: Folder, names: Sequence[str], outer: Ignore | None = None) -> None:
        """Read the ignore files among `names`, which stand in `place`."""
        self.notices: list[str] = []
        self._folder = place.path
        self._outer = outer
        self._patterns = [one for name in FILES if name in names for one in self._read(place, name)]

    def hides(self, path: str, *, folder: bool) -> bool:
        """Whether the entry at this path below the root is left out: the last line that matches decides."""
        at: Ignore | None = self
        while at is not None:
            parts = os.path.relpath(path, at._folder).split(os.sep)
            for pattern in reversed(at._patterns):
                if (folder or not pattern.only_folders) and _matches(pattern.parts, parts, _part_fits):
                    return pattern.ignores
            at = at._outer
        return False

    def _read(self, place: Folder, name: str) -> list[_Pattern]:
        try:
            lines = place.read(name, _MAX_BYTES)[0].decode("utf-8-sig", "surrogateescape").splitlines()
        except (OSError, TooLarge, ChangedWhileRead):
            self.notices.append(f"{place.path}{os.sep}{name} cannot be read or is too large, and hides nothing")
            return []
        found = [one for one in map(_pattern, lines) if one is not None]
        if len(found) > _MAX_PATTERNS:
            self.notices.append(f"{place.path}{os.sep}{name}: only the first {_MAX_PATTERNS} patterns count")
        return found[:_MAX_PATTERNS]


def _pattern(line: str) -> _Pattern | None:
    """One line of an ignore file; None for a comment, a blank line, and what git itself can never match."""
    line = _without_trailing_spaces(line)
    if not line or line.startswith("#"):
        return None
    ignores = not line.startswith("!")
    line = line if ignores else line[1:]
    only_folders = line.endswith("/")
    line = line.removesuffix("/")
    anchored = "/" in line
    parts = [_part(part) for part in line.removeprefix("/").split("/")]
    if not line or any(part == () for part in parts):
        return None
    if anchored and parts[-1] is _ANY:
        parts.append((_ANY,))  # `a/**` is everything in `a`, not `a` itself
    return _Pattern(parts=tuple(parts if anchored else [_ANY, *parts]), ignores=ignores, only_folders=only_folders)


def _without_trailing_spaces(line: str) -> str:
    bare = line.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if slashes % 2 and len(bare) < len(line) else bare


def _part(text: str) -> _Part | None:
    """One part of a path pattern: `_ANY` for `**`, an empty tuple where nothing can ever match."""
    if text == "**":
        return _ANY
    out: list[_One | None] = []
    at = 0
    while at < len(text):
        one, at = _one(text, at)
        if one is _NEVER:
            return ()
        out.append(one)
    return tuple(out)


_NEVER = _One(ranges=())


def _one(text: str, at: int) -> tuple[_One | None, int]:
    """The character of a pattern at `at`, and where the next begins."""
    char = text[at]
    if char == "*":
        return _ANY, at + 1
    if char == "?":
        return _EVERY, at + 1
    if char == "[":
        return _set(text, at + 1)
    if char == "\\":
        at += 1
        return (_One(ranges=((text[at], text[at]),)), at + 1) if at < len(text) else (_NEVER, at)
    return _One(ranges=((char, char),)), at + 1


def _set(text: str, at: int) -> tuple[_One, int]:
    """A set `[…]` from just behind its bracket. One that never closes matches nothing, as with git."""
    negated = text[at : at + 1] in ("!", "^")
    at += negated
    ranges: list[tuple[str, str]] = []
    first = at
    while at < len(text) and (text[at] != "]" or at == first):
        low, at = _member(text, at)
        if text[at : at + 1] == "-" and text[at + 1 : at + 2] not in ("", "]"):
            high, at = _member(text, at + 1)
        else:
            high = low
        ranges.append((low, high))
    return (_One(ranges=tuple(ranges), negated=negated), at + 1) if at < len(text) else (_NEVER, len(text))


def _member(text: str, at: int) -> tuple[str, int]:
    at += text[at] == "\\" and at + 1 < len(text)
    return text[at], at + 1


def _part_fits(part: _Part, name: str) -> bool:
    return _matches(part, name, _One.fits)


def _matches(pattern: Sequence[Any], items: Sequence[Any], fits: Callable[[Any, Any], bool]) -> bool:
    """Whether a pattern takes all items. Only the last `_ANY` is ever tried again, so the work is bounded."""
    at = here = 0
    star, mark = -1, 0
    while at < len(items):
        if here < len(pattern) and pattern[here] is _ANY:
            star, mark, here = here, at, here + 1
        elif here < len(pattern) and fits(pattern[here], items[at]):
            here, at = here + 1, at + 1
        elif star >= 0:
            mark += 1
            here, at = star + 1, mark
        else:
            return False
    return all(one is _ANY for one in pattern[here:])
