"""What a tool is, and the hands it is given. A tool can do nothing that its hands do not do for it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from sealskill.model.call import Touches
from sealskill.model.tools import KnownTool
from sealskill.model.value import Value


class Why(StrEnum):
    """How an execution ended."""

    OK = "ok"
    FAILED = "failed"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    CAP = "cap"
    REFUSED = "refused"
    UNKNOWN = "unknown"


class Outcome(Value):
    """What became of an execution."""

    why: Why
    result: Any = None
    """The tool's own value, verbatim; None unless it went well."""
    error: str = ""
    advice: str = ""
    exit: int | None = None
    signal: int | None = None
    stdout: str = ""
    stderr: str = ""
    """The true tail of it."""
    truncated: tuple[str, ...] = ()
    """The streams of which something was left out."""
    seconds: float = 0.0
    layers: tuple[str, ...] = ()
    """What contained it; empty for a function of ours."""
    origin: str = ""
    """Where the result came from, so that a host can mark it untrusted: `tool:read`, `skill:<key>`, `web:<host>`."""


class Item(Value):
    """One entry of a folder."""

    name: str
    kind: str
    """`file`, `folder`, `link` or `other`."""
    size: int = 0


class Files(Protocol):
    """Files a tool may see and change. Every path is resolved and held against what may be touched, at every use.

    All raise `Refused` for a path that may not be touched and `Failed` for one that is not there.
    """

    def read(self, path: str, cap: int) -> bytes:
        """The bytes of a file of at most `cap` bytes."""
        ...

    def listing(self, path: str) -> tuple[Item, ...]:
        """What a folder holds, by name."""
        ...

    def folder(self, path: str) -> str:
        """The real folder that a path means, for a command to start in; of a skill, its sealed copy."""
        ...

    def write(self, path: str, data: bytes, *, new: bool = False, over: bytes | None = None) -> None:
        """Put a file there whole, in one step; `new` only where none is, `over` only over these very bytes."""
        ...

    def may_write(self, path: str, *, new: bool = False) -> bool:
        """Whether a file is there that could be written over. It raises what `write` would, and changes nothing."""
        ...

    def remove(self, path: str) -> None:
        """Take a file away."""
        ...


class Running(Value):
    """A command that is to be run."""

    argv: tuple[str, ...]
    cwd: str = ""
    stdin: str = ""
    env: Mapping[str, str] = {}
    timeout: float = 30.0
    skill: str = ""
    """The key of the skill whose secrets and grants apply."""


VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}")
"""How a header of a request asks for the value of a variable, which no model ever sees."""


class Fetching(Value):
    """An HTTP request that is to be made."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = {}
    body: bytes = b""
    cap: int = 1_000_000
    """Bytes of the answer that are taken."""
    timeout: float = 30.0
    skill: str = ""

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables its headers ask for."""
        return tuple(dict.fromkeys(name for value in self.headers.values() for name in VARIABLE.findall(value)))


class Fetched(Value):
    """The answer to an HTTP request."""

    url: str
    """Where it came from in the end."""
    status: int
    headers: Mapping[str, str] = {}
    body: bytes = b""
    truncated: bool = False


class Process(Protocol):
    """A command that runs on."""

    id: str

    def poll(self) -> Mapping[str, Any]:
        """Whether it runs, its exit and signal, and the lines since the last poll."""
        ...

    async def write(self, text: str) -> None:
        """Hand text to its standard input."""
        ...

    async def kill(self) -> None:
        """End it and everything it started."""
        ...


class Skills(Protocol):
    """The skills of the session, as its tools see them."""

    def find(self, query: str, limit: int) -> list[dict[str, Any]]:
        """Ready skills that answer a query, best first."""
        ...

    def activate(self, name: str) -> str:
        """The text of a skill, which counts from then on."""
        ...


class Hands(Protocol):
    """What a tool, a host function or a hook can do, and nothing else."""

    skills: Skills
    workspace: Path
    settings: Mapping[str, Any]
    """The settings of the tool itself, from `tools.<name>`."""

    @property
    def files(self) -> Files:
        """The files of this call."""
        ...

    async def run(self, what: Running) -> Outcome:
        """Run a command to its end."""
        ...

    async def start(self, what: Running) -> Process:
        """Start a command that runs on; it ends with the session at the latest."""
        ...

    def process(self, id: str) -> Process:
        """A command of this session that was started. Raises `Failed` for none."""
        ...

    async def fetch(self, what: Fetching) -> Fetched:
        """Make a request; addresses that are not public are refused after each resolution and redirect."""
        ...

    def emit(self, text: str) -> None:
        """Tell the timeline a line."""
        ...


class Place(Value):
    """Where a session stands, for finding out what a call would touch."""

    workspace: Path
    path: str = ""
    """`PATH`, for finding programs."""
    home: Path = Path("/")
    confined: bool = False
    """Whether there is a boundary to run commands in."""
    depth: int = 0
    """How deep this session stands below the first."""
    settings: Mapping[str, Any] = {}
    """The settings of the tool itself, from `tools.<name>`."""


class Tool(Value):
    """One tool: what it is, what a call of it would touch, and how it is run."""

    known: KnownTool
    description: str
    schema: Mapping[str, Any]
    """A JSON Schema of its arguments."""
    touches: Callable[[Mapping[str, Any], Place], Touches]
    run: Callable[[Mapping[str, Any], Hands], Awaitable[Any]]
    """It returns what the model is given; it raises `Refused` or `Failed`."""
    preview: Callable[[Mapping[str, Any], Files], str] | None = None
    """What a call would change in files, as a diff for whoever is asked; it changes nothing, opens no skill, and raises
    what `run` would raise."""

    @property
    def name(self) -> str:
        """The name it is called by."""
        return self.known.name
