"""Every error this package raises on purpose.

    Error
    ├── AuthorError            fix the skill
    │   ├── ChangedWhileRead   the folder moved under our feet: read it again
    │   └── BadArchive         an archive is torn, or no archive
    ├── HostError              fix this machine
    │   ├── BadSettings        a settings file or variable cannot be obeyed
    │   ├── NoFolder           a folder that was named, or the current one, is not there
    │   ├── BadLock            our own record is torn; it is never taken for empty
    │   ├── CannotSeal         a sealed copy could not be made
    │   ├── CannotRecord       the audit, or the database it stands in, cannot be read or written
    │   └── CannotRun          no boundary of this machine can run it
    ├── RemoteError            try later or elsewhere
    └── UsageError             call us differently
        ├── BadOverrides       a setting given with the call cannot be obeyed; a BadSettings, too
        ├── UnknownSkill       no skill goes by that name
        ├── Failed             a tool could not do what it was asked
        ├── Refused            a tool, a file or an address that may not be touched
        ├── NotFound           there is no such change, person, grant or session
        └── Conflict           it was decided already, or it is another one than was asked

An expected "no" (a blocked skill, an unreadable folder) is a value of `model`, not an error.
Doors print `str(error)` and `error.advice`; nobody else does.
"""

from __future__ import annotations


class Error(Exception):
    """Something went wrong; `advice` says what to do about it."""

    def __init__(self, message: str, *, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


class AuthorError(Error):
    """The skill has to be mended by whoever wrote it."""


class ChangedWhileRead(AuthorError):
    """A file changed between two reads that had to agree."""


class BadArchive(AuthorError):
    """An archive is torn, or it is none."""


class HostError(Error):
    """This machine, or its configuration, has to be mended."""


class BadSettings(HostError):
    """A settings file or variable cannot be obeyed. `problems` lists every fault, not only the first."""

    def __init__(self, problems: tuple[str, ...], *, advice: str = "") -> None:
        super().__init__("; ".join(problems), advice=advice)
        self.problems = problems


class NoFolder(HostError):
    """A folder that was named, or the current one, is not there."""


class BadLock(HostError):
    """Our record of trust and origins cannot be read."""


class CannotSeal(HostError):
    """A sealed copy could not be made or no longer matches its seal."""


class CannotRecord(HostError):
    """The audit, or the database it stands in, cannot be read or written: nothing may happen."""


class CannotRun(HostError):
    """No boundary of this machine can run it."""


class RemoteError(Error):
    """Another machine failed us."""


class UsageError(Error):
    """We were called in a way that cannot work."""


class BadOverrides(BadSettings, UsageError):
    """A setting given with the call cannot be obeyed, and nothing else is wrong."""


class Failed(UsageError):
    """A tool could not do what it was asked; the model is told why."""


class Refused(UsageError):
    """A tool, a file or an address that may not be touched."""


class NotFound(UsageError):
    """There is no such change, person, grant or session."""


class Conflict(UsageError):
    """It was decided already, or it is another one than was asked."""


class UnknownSkill(UsageError):
    """No skill goes by that name; `near` are names that look like it."""

    def __init__(self, name: str, near: tuple[str, ...] = ()) -> None:
        hint = f"did you mean {', '.join(near)}?" if near else "run `sealskill list` to see all skills"
        super().__init__(f"no skill is named {name!r}", advice=hint)
        self.name = name
        self.near = near
