"""A command run without any boundary: what it may do is what the user may do.

    1. Start it as the leader of a session of its own, with the environment it is given and nothing else.
    2. Lower its limits.
    3. Hand over its input while both outputs are read, each within its cap.
    4. Wait for its end, for the deadline, or for the cap that ends it.
    5. Kill the whole group, whatever its leader did, and only then take the leader off the table of processes: as long
       as it stands there nobody else can have its number.

The caller still owes: a person who said that it may run so, and an environment that is meant for it. What leaves its
group outlives it: only a boundary ends that.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

from sealskill.errors import CannotRun
from sealskill.execute.pipes import Pipe
from sealskill.execute.streams import Head, Lines, Tail
from sealskill.model.tool import Why
from sealskill.model.value import Value

BOUNDARY = "unconfined"
_GRACE = 0.5
"""Seconds between being asked to end and being ended."""
_DRAIN = 2.0
"""Seconds after the end in which what was written before it is read."""
_FILE_BYTES, _DATA_BYTES, _FILES = 1 << 30, 4 << 30, 1_024

Told = Callable[[str, str], None]
"""Hears the name of a stream and one line of it."""


class Order(Value):
    """What is to be run, and how far it may go."""

    argv: tuple[str, ...]
    cwd: str
    env: Mapping[str, str] = {}
    stdin: bytes | None = b""
    """What it reads; None keeps its input open for `Child.write`."""
    timeout: float | None = 30.0
    cap: int = 1_000_000
    """Bytes of standard output that are kept."""
    whole: bool = False
    """Whether an output over the cap is worth nothing; then it is ended there."""
    tail: int = 16_384
    """Bytes of standard error that are kept: the last ones."""

    def __repr__(self) -> str:
        # The values of the environment are secrets.
        return f"Order(argv={self.argv!r}, cwd={self.cwd!r}, env={sorted(self.env)!r})"


class Done(Value):
    """How a child ended, and what it wrote."""

    why: Why
    exit: int | None = None
    signal: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: tuple[str, ...] = ()
    seconds: float = 0.0


async def run(order: Order, told: Told = lambda stream, line: None) -> Done:
    """Run a command to its end. Whoever cancels this ends the command. Raises CannotRun where nothing starts."""
    child = Child(order, told)
    try:
        return await child.done()
    finally:
        await asyncio.shield(child.end())


class Cleaner(Protocol):
    """Whoever takes secrets out of a stream, wherever it is cut."""

    def feed(self, data: bytes) -> bytes:
        """What can be told now."""
        ...

    def close(self) -> bytes:
        """The rest."""
        ...


class Verbatim:
    """A stream as it is."""

    def feed(self, data: bytes) -> bytes:
        """All of it."""
        return data

    def close(self) -> bytes:
        """Nothing was held back."""
        return b""


class Child:
    """A command that runs, from the moment it is made. Whoever makes one calls `end`."""

    def __init__(
        self, order: Order, told: Told = lambda stream, line: None, cleaner: Callable[[], Cleaner] = Verbatim
    ) -> None:
        """Its streams are cleaned before anything of them is cut off: half a secret is one. A result that counts whole
        or not at all is left as it is."""
        if sys.platform == "win32":
            raise CannotRun("nothing is run on Windows", advice="run it in a Linux machine")
        self._order, self._cleaner = order, cleaner
        self._out, self._err = Head(order.cap), Tail(order.tail)
        self._lines = {name: Lines(_telling(told, name)) for name in ("stdout", "stderr")}
        self._began = time.monotonic()
        self._gone, self._over = asyncio.Event(), asyncio.Event()
        self._late = False
        self._popen = _started(order)  # 1
        _lower(self._popen.pid, order.timeout)  # 2
        watch = threading.Thread(target=self._watch, args=(asyncio.get_running_loop(),), daemon=True)
        watch.start()
        self._in, out, err = (Pipe(one) for one in (self._popen.stdin, self._popen.stdout, self._popen.stderr))
        self._pipes, self._writing = (self._in, out, err), asyncio.Lock()
        pumps = (self._pump("stdout", self._out, out), self._pump("stderr", self._err, err), self._feed())
        self._tasks = [asyncio.create_task(one) for one in pumps]  # 3
        self._ending: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return not self._gone.is_set()

    async def done(self) -> Done:
        """Wait for its end, its deadline or its cap, and say how it ended."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self._gone, self._over)]
        try:
            await asyncio.wait(waits, timeout=self._order.timeout, return_when=asyncio.FIRST_COMPLETED)  # 4
        finally:
            for one in waits:
                one.cancel()
        self._late = not (self._gone.is_set() or self._over.is_set())
        await asyncio.shield(self.end())
        return self.told()

    def told(self) -> Done:
        """How it ended, or how it stands while it runs."""
        code = self._popen.returncode
        truncated = [name for name, kept in (("stdout", self._out), ("stderr", self._err)) if kept.truncated]
        truncated += [f"lines of {name}" for name, lines in self._lines.items() if lines.truncated]
        return Done(
            why=self._why(code),
            exit=code if code is not None and code >= 0 else None,
            signal=-code if code is not None and code < 0 else None,
            stdout=self._out.kept,
            stderr=self._err.kept,
            truncated=tuple(truncated),
            seconds=time.monotonic() - self._began,
        )

    def _why(self, code: int | None) -> Why:
        if self._late:
            return Why.TIMEOUT
        if self._over.is_set():
            return Why.CAP
        return Why.OK if code == 0 else Why.FAILED

    async def write(self, data: bytes) -> None:
        """Hand bytes to its standard input. Nothing happens where it reads no more."""
        async with self._writing:
            await self._in.write(data)

    async def end(self) -> None:
        """End it and everything of its group, however often it is asked to."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        if not self._gone.is_set():
            self._signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._gone.wait(), _GRACE)
        self._signal(signal.SIGKILL)  # 5
        await self._gone.wait()
        await asyncio.to_thread(self._popen.wait)
        _, pending = await asyncio.wait(self._tasks, timeout=_DRAIN)
        for one in pending:
            one.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for pipe in self._pipes:
            pipe.close()
        for lines in self._lines.values():
            lines.end()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for the end without taking the dead away: its number stays its own until its group is gone."""
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._popen.wait()
        with suppress(RuntimeError):  # the loop is closed: whoever waited is gone, too
            loop.call_soon_threadsafe(self._gone.set)

    async def _pump(self, name: str, kept: Head | Tail, pipe: Pipe) -> None:
        """Read a stream to its end, whatever is kept of it: a full pipe would stop the child."""
        cleaner = Verbatim() if self._order.whole and name == "stdout" else self._cleaner()
        try:
            while data := await pipe.read():
                self._keep(name, kept, cleaner.feed(data))
        finally:
            self._keep(name, kept, cleaner.close())

    def _keep(self, name: str, kept: Head | Tail, data: bytes) -> None:
        kept.add(data)
        self._lines[name].add(data)
        if self._order.whole and self._out.truncated:
            self._over.set()

    async def _feed(self) -> None:
        if self._order.stdin is not None:
            await self.write(self._order.stdin)
            self._in.close()


def _telling(told: Told, name: str) -> Callable[[str], None]:
    return lambda line: told(name, line)


def _started(order: Order) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(order.argv), cwd=order.cwd, env=dict(order.env), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True, umask=0o077, bufsize=0,
        )  # fmt: skip
    except (OSError, ValueError) as exc:
        said = exc.strerror if isinstance(exc, OSError) else str(exc)
        raise CannotRun(f"{order.argv[0]} cannot be started: {said}") from exc


def _lower(pid: int, timeout: float | None) -> None:
    """Lower the limits of a process that just started. Between a fork and its exec no Python of ours may run: another
    thread may hold a lock there. What slips through this moment is no worse than what has no boundary anyway."""
    import resource  # late: there is none on Windows

    if not hasattr(resource, "prlimit"):
        return
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: _FILE_BYTES, resource.RLIMIT_DATA: _DATA_BYTES}
    limits[resource.RLIMIT_NOFILE] = _FILES
    if timeout is not None:
        limits[resource.RLIMIT_CPU] = math.ceil(timeout) * (os.cpu_count() or 1) + 1
    for kind, most in limits.items():
        with suppress(OSError, ValueError):  # it ended already, or stands lower
            resource.prlimit(pid, kind, (most, most))
