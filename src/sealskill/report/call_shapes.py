"""The documents of commands that call, and of the switch that stops them."""

from __future__ import annotations

from typing import Any

from sealskill.model.value import Value


class StepRow(Value):
    """One question that was asked of a call, and its answer."""

    name: str
    ruling: str
    reason: str
    advice: str = ""
    skills: tuple[str, ...] = ()


class CallDocument(Value):
    """`call --json`: what became of one call."""

    call: str
    """Its id; the audit knows it by the same."""
    tool: str
    ok: bool
    decision: str
    """`allow confirm dual_sign deny`."""
    reasons: tuple[str, ...]
    steps: tuple[StepRow, ...]
    answer: str = ""
    """How a question ended, where somebody was asked."""
    why: str = ""
    """`ok failed timeout cancelled cap refused unknown`."""
    value: Any = None
    """The tool's own value, verbatim."""
    origin: str = ""
    error: str = ""
    advice: str = ""
    exit: int | None = None
    signal: int | None = None
    stdout: str = ""
    stderr: str = ""
    """The true tail of it."""
    truncated: tuple[str, ...] = ()
    seconds: float = 0.0
    layers: tuple[str, ...] = ()
    """What contained it."""
    notices: tuple[str, ...] = ()


class RunDocument(Value):
    """`run --json`: what became of one run of a skill."""

    call: str
    """Its id; the audit knows it by the same."""
    skill: str
    tool: str
    ok: bool
    decision: str
    """`allow confirm dual_sign deny`."""
    reasons: tuple[str, ...]
    why: str = ""
    """`ok failed timeout cancelled cap refused unknown`."""
    result: Any = None
    """The skill's own value, verbatim."""
    error: str = ""
    advice: str = ""
    exit: int | None = None
    signal: int | None = None
    stderr: str = ""
    """The true tail of it."""
    truncated: tuple[str, ...] = ()
    seconds: float = 0.0
    layers: tuple[str, ...] = ()
    """What contained it."""


class PlanMount(Value):
    """A file or folder of this machine, and where the run sees it."""

    source: str
    target: str
    write: bool = False
    exec: bool = False


class PlanDocument(Value):
    """`run --plan --json`: how a skill would be run, and what would be decided about it."""

    skill: str
    seal: str
    decision: str
    reasons: tuple[str, ...]
    boundary: str
    needs: tuple[str, ...]
    """The layers without which it does not run."""
    argv: tuple[str, ...]
    cwd: str
    env: tuple[str, ...]
    """The names of its variables."""
    mounts: tuple[PlanMount, ...]
    hidden: tuple[str, ...]
    """Folders that are empty."""
    egress: tuple[str, ...]
    seconds: float | None
    memory: int
    pids: int


class StopRow(Value):
    """One stop that stands."""

    session: str
    """Empty for every session."""
    why: str
    by: str
    since: str


class StopDocument(Value):
    """`stop --json`: every stop that stands afterwards."""

    stops: tuple[StopRow, ...]
