"""What is wrong with a package, where, and what its author can do."""

from __future__ import annotations

from enum import StrEnum

from sealskill.model.value import Value


class Level(StrEnum):
    """How much a problem matters when a skill is loaded."""

    ERROR = "error"
    """The skill never loads."""
    WARNING = "warning"
    """The skill loads; `validate --strict` and publishing refuse it."""
    NOTE = "note"
    """Worth knowing, wrong nowhere."""


class Problem(Value):
    """One fault. `code` is stable and names the rule; `line` counts from 1 in `path` (relative to the package)."""

    code: str
    message: str
    level: Level = Level.ERROR
    path: str = ""
    line: int | None = None
    advice: str = ""

    @property
    def place(self) -> str:
        """`path:line`, as far as either is known."""
        return f"{self.path}:{self.line}" if self.line and self.path else self.path


def error(code: str, message: str, **where: object) -> Problem:
    """A problem that stops the skill from loading."""
    return Problem(code=code, message=message, level=Level.ERROR, **where)  # type: ignore[arg-type]


def warning(code: str, message: str, **where: object) -> Problem:
    """A problem that is reported while the skill loads."""
    return Problem(code=code, message=message, level=Level.WARNING, **where)  # type: ignore[arg-type]


def note(code: str, message: str, **where: object) -> Problem:
    """Something worth knowing."""
    return Problem(code=code, message=message, level=Level.NOTE, **where)  # type: ignore[arg-type]
