"""What the exit codes mean, and which error ends in which."""

from __future__ import annotations

from sealskill.errors import AuthorError, Error, UnknownSkill, UsageError

DONE = 0
"""Done, and nothing at the threshold."""
FOUND = 1
"""Findings, problems or a refusal at the threshold."""
USAGE = 2
"""Called in a way that cannot work."""
NOT_SEEN = 3
"""Could not look: incomplete, or nothing at a path that was named."""
INTERRUPTED = 130
"""Ctrl-C, as shells count it."""
PIPE_CLOSED = 141
"""The reader of our output went away, as shells count it."""

_CODES: tuple[tuple[type[Error], int], ...] = ((UnknownSkill, FOUND), (UsageError, USAGE), (AuthorError, FOUND))


def code_of(error: Error) -> int:
    """The exit code of an error. What is not the author's or the caller's to mend kept us from looking."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), NOT_SEEN)
