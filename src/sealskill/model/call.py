"""One call of a tool, and what it would touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.value import Value


class Touches(Value):
    """What the arguments of a call would touch. Found out before the decision, so that deciding looks at nothing."""

    reads: tuple[str, ...] = ()
    """Real, absolute paths."""
    writes: tuple[str, ...] = ()
    """Real, absolute paths that are made, changed or removed."""
    hosts: tuple[str, ...] = ()
    """`host:port`, the host in lower case without a trailing dot."""
    method: str = ""
    """The HTTP method; `GET` and `HEAD` only look."""
    command: str = ""
    """A text that a shell is going to read; "" where `argv` is run as it is."""
    argv: tuple[str, ...] = ()
    programs: Mapping[str, str | None] = {}
    """Each program named by `argv` or `command` → the real path it resolves to, None where there is none."""
    secrets: tuple[str, ...] = ()
    """Names of the variables with secrets that would be handed over."""
    depth: int = 0
    """How deep the session that is started would stand; 0 where none is."""
    provider: str = ""
    """Whose search is asked; "" where none is."""
    unconfined: bool = False
    """Whether something would run outside every boundary."""
    own: bool = False
    """Whether it only looks at, or ends, what this very session started before."""
    unclear: tuple[str, ...] = ()
    """What could not be made out. It is never taken for nothing."""


class Call(Value):
    """A call with its arguments validated and defaulted."""

    id: str
    tool: str
    arguments: Mapping[str, Any] = {}
    principal: str = ""
    """Who asks: the person whose session it is."""
    skill: str = ""
    """The key of the skill it is made for; "" for none."""
    touches: Touches = Touches()
