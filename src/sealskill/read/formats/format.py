"""What a manifest format is, and the notebook its parser writes into."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from sealskill.model.manifest import Ignored
from sealskill.model.problem import Level, Problem
from sealskill.model.settings import Limits
from sealskill.model.value import Value

T = TypeVar("T")
TWO_READINGS = "two-readings"
"""The code of a problem that two plausible readers disagree on what a manifest says; the scanner points at it."""
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class Parsed(Value, Generic[T]):
    """What came of one file. `value` is None when nothing usable did; `problems` then say why."""

    value: T | None
    problems: tuple[Problem, ...] = ()


class Format(Value, Generic[T]):
    """One file format. A module of this folder ends in `FORMAT = Format(...)`; the folder is the registry."""

    name: str
    filename: str
    """The exact file name, or a `*.suffix` pattern where any name will do."""
    parse: Callable[[bytes, Limits], Parsed[T]]


class Notes:
    """Problems and ignored fields of one file, collected while it is read."""

    def __init__(self, path: str, problems: tuple[Problem, ...] = ()) -> None:
        self.path = path
        self.problems = list(problems)
        self.ignored: list[Ignored] = []

    def say(self, level: Level, code: str, message: str, *, line: int | None = None, advice: str = "") -> None:
        """Write down one problem of this file."""
        self.problems.append(Problem(code=code, message=message, level=level, path=self.path, line=line, advice=advice))

    def error(self, code: str, message: str, **more: Any) -> None:
        """The skill must not load."""
        self.say(Level.ERROR, code, message, **more)

    def warning(self, code: str, message: str, **more: Any) -> None:
        """The skill loads and the author hears of it."""
        self.say(Level.WARNING, code, message, **more)

    def ignore(self, field: str, why: str, *, matters: bool = False) -> None:
        """Write down a field we do not act on; one that bears on security is a problem as well."""
        self.ignored.append(Ignored(field=field, why=why))
        if matters:
            self.warning("ignored-field", f"{field} has no effect: {why}")

    @property
    def failed(self) -> bool:
        """Whether anything found so far stops the skill."""
        return any(problem.level is Level.ERROR for problem in self.problems)

    def end(self, value: T) -> Parsed[T]:
        """Close the notebook on a value."""
        return Parsed(value=value, problems=tuple(self.problems))

    def nothing(self) -> Parsed[Any]:
        """Close the notebook without a value."""
        return Parsed(value=None, problems=tuple(self.problems))


def decode(data: bytes, notes: Notes) -> str | None:
    """The text with one kind of newline and no byte order mark, or None with the reason noted."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        notes.error("encoding", "the file is UTF-16", line=1, advice="save it as UTF-8")
        return None
    if data.startswith(b"\xef\xbb\xbf"):
        notes.say(Level.NOTE, "byte-order-mark", "the file starts with a byte order mark", line=1)
        data = data[3:]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        notes.error("encoding", f"byte {exc.start} is not UTF-8", line=line, advice="save the file as UTF-8")
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def unusable(value: Any) -> str:
    """Why no other program can be handed a parsed value, or ""."""
    try:
        written = msgspec.json.encode(value)
    except UnicodeEncodeError:
        return "it holds half of a surrogate pair"
    except RecursionError:
        return "it is nested too deeply"
    except (TypeError, ValueError):
        return "it holds a key that is neither text nor a number"
    # The encoder writes a NUL as an escape; a backslash in front of it makes it six ordinary characters.
    return "it holds a NUL character" if b"u0000" in written and _NUL.search(written) else ""
