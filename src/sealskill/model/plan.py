"""How one execution will run: everything that was decided about it, and nothing that is still open."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from sealskill.model.value import Value


class Boundary(StrEnum):
    """What contains an execution."""

    BUBBLEWRAP = "bubblewrap"
    CONTAINER = "container"
    WASM = "wasm"
    DENO = "deno"
    UNCONFINED = "unconfined"


class Layer(StrEnum):
    """One thing that holds an execution. Each is proven by doing what it should stop."""

    USER_NS = "user_ns"
    MOUNT_NS = "mount_ns"
    PID_NS = "pid_ns"
    IPC_NS = "ipc_ns"
    NET_NS = "net_ns"
    SECCOMP = "seccomp"
    NO_NEW_PRIVILEGES = "no_new_privileges"
    NON_ROOT = "non_root"
    NOEXEC = "noexec"
    """What can be written cannot be executed."""
    LANDLOCK = "landlock"
    MEMORY_CGROUP = "memory_cgroup"
    PIDS_CGROUP = "pids_cgroup"
    MEMORY_WEAKER = "memory_weaker"
    """Each process has a limit; all of them together have none."""
    PIDS_WEAKER = "pids_weaker"
    """Processes are counted for an account, not for the run."""


STRICT = (
    Layer.USER_NS, Layer.MOUNT_NS, Layer.PID_NS, Layer.IPC_NS, Layer.NET_NS, Layer.SECCOMP, Layer.NO_NEW_PRIVILEGES,
    Layer.NON_ROOT, Layer.NOEXEC,
)  # fmt: skip
"""Without each of these nothing runs in a boundary of namespaces."""


class Mount(Value):
    """A file or folder of this machine, and where the execution sees it."""

    source: str
    """Real, absolute path. A link anywhere in it, put there later, is refused and not followed."""
    target: str
    write: bool = False
    exec: bool = False


class Bounds(Value):
    """How far an execution may go. Each stops an accident or an attack."""

    wall: float | None = 30.0
    """Seconds on the clock; None for what lasts as long as its session."""
    cpu: float | None = None
    """Seconds of one processor, for each process; None is what fits into `wall` on all of them."""
    memory: int = 256 << 20
    """Bytes, of all its processes together where a cgroup counts them."""
    pids: int = 64
    file_bytes: int = 64 << 20
    open_files: int = 256
    stdout: int = 1 << 20
    """Bytes of standard output that are kept."""
    stderr: int = 16_384
    """Bytes of standard error that are kept: the last ones."""
    scratch: int = 64 << 20
    """Bytes of everything it may leave in its own folders."""

    @property
    def cpu_seconds(self) -> int | None:
        """Whole seconds of processor time; None for no limit."""
        if self.cpu is None and self.wall is None:
            return None
        return math.ceil(self.cpu if self.cpu is not None else (self.wall or 0) * (os.cpu_count() or 1)) + 1


class Plan(Value):
    """How one execution will run. It can be printed: no value of its environment, and nothing it reads, is shown."""

    argv: tuple[str, ...]
    cwd: str
    """As the execution sees it."""
    env: Mapping[str, str] = {}
    stdin: bytes | None = b""
    """What it reads; None keeps its input open to be written to."""
    boundary: Boundary = Boundary.BUBBLEWRAP
    needs: tuple[Layer, ...] = STRICT
    """Layers without which it does not run."""
    mounts: tuple[Mount, ...] = ()
    hidden: tuple[str, ...] = ()
    """Folders that are empty, whatever is mounted around them."""
    bounds: Bounds = Bounds()
    egress: tuple[str, ...] = ()
    """`host:port` that may be reached, through the broker; none is no network."""
    whole: bool = False
    """Whether an output over the cap is worth nothing; then it is ended there."""
    skill: str = ""
    seal: str = ""
    image: str = ""
    """The digest-pinned image of a container."""

    def __repr__(self) -> str:
        # The values of the environment are secrets, and so may be what is read.
        return f"Plan({', '.join(f'{name}={value!r}' for name, value in self.shown().items())})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return list(self.shown().items())

    def shown(self) -> dict[str, Any]:
        """All that may be printed: of the environment the names, of the input its length."""
        hidden = {"env": sorted(self.env), "stdin": None if self.stdin is None else f"{len(self.stdin)} bytes"}
        return {**{name: getattr(self, name) for name in self.__struct_fields__}, **hidden}
