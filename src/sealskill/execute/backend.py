"""The base of every boundary. It keeps the promises, whatever a backend forgets.

    1. Refuse a plan that is for another boundary, and a machine that has none.
    2. Start it: that one step is the backend's, `_start`.
    3. Hand over its input while both outputs are read, each within its cap, cleaned of secrets before anything is cut.
    4. Wait for its end, for the deadline, or for the cap that ends it.
    5. Kill everything it started, whatever its leader did, and only then let go of the leader: as long as it stands in
       the table of processes nobody else can have its number.

The caller still owes: a decision that lets it run, and an environment that is meant for it.
"""

from __future__ import annotations

import asyncio
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import IO, ClassVar, Protocol

from sealskill.errors import CannotRun
from sealskill.execute.egress import Border
from sealskill.execute.pipes import Pipe
from sealskill.execute.streams import Head, Lines, Tail
from sealskill.model.plan import Boundary, Plan
from sealskill.model.tool import Why
from sealskill.model.value import Value

_GRACE = 0.5
"""Seconds between being asked to end and being ended."""
_DRAIN = 2.0
"""Seconds after the end in which what was written before it is read."""

Told = Callable[[str, str], None]
"""Hears the name of a stream and one line of it."""


def unheard(stream: str, line: str) -> None:
    """Hear nothing."""


class Ended(Value):
    """How what was started ended."""

    exit: int | None = None
    signal: int | None = None
    fault: str = ""
    """Why it never ran; "" where it did."""
    limit: str = ""
    """The limit that ended it, where that is known."""


class Done(Value):
    """How an execution ended, and what it wrote."""

    why: Why
    exit: int | None = None
    signal: int | None = None
    fault: str = ""
    limit: str = ""
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: tuple[str, ...] = ()
    seconds: float = 0.0
    layers: tuple[str, ...] = ()
    """What was in force: the boundary, and each layer of it."""


class Process(ABC):
    """What a backend started: its three pipes, and the three things that can be done to it."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]
    layers: tuple[str, ...] = ()

    @abstractmethod
    async def ended(self) -> Ended:
        """Wait for its end. It stays in the table of processes until `release`."""

    async def doors(self) -> list[socket.socket]:
        """Wait until its own network can be listened at, or it is gone. Whoever takes them closes them."""
        return []

    @abstractmethod
    def ask(self) -> bool:
        """Ask it to end; whether it can be asked at all."""

    @abstractmethod
    def kill(self) -> None:
        """End it and everything it started."""

    @abstractmethod
    async def release(self) -> None:
        """Let go of it, after it was killed."""


class Backend(ABC):
    """One boundary."""

    boundary: ClassVar[Boundary]

    @abstractmethod
    def missing(self) -> CannotRun | None:
        """Why nothing can be run in it on this machine, with what would help; None where it was proven to hold."""

    @abstractmethod
    def _start(self, plan: Plan) -> Process:
        """Start what a plan says, and nothing else. Raises CannotRun."""

    def start(
        self,
        plan: Plan,
        told: Told = unheard,
        cleaner: Callable[[], Cleaner] | None = None,
        border: Border | None = None,
    ) -> Child:
        """Start a plan; `border` hears what it reaches. Whoever does calls `Child.end`. Raises CannotRun if it
        cannot be started."""
        missing = self.missing()
        if plan.boundary is not self.boundary:  # 1
            raise CannotRun(f"a plan for {plan.boundary} is not run in {self.boundary}")
        if missing is not None:
            raise missing
        if plan.egress and border is None:
            raise CannotRun("it may reach hosts, and nobody would watch which")
        return Child(plan, self._start(plan), told, cleaner or Verbatim, border)  # 2

    async def run(
        self,
        plan: Plan,
        told: Told = unheard,
        cleaner: Callable[[], Cleaner] | None = None,
        border: Border | None = None,
    ) -> Done:
        """Run a plan to its end. Whoever cancels this ends it. Raises CannotRun where nothing starts."""
        child = self.start(plan, told, cleaner, border)
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
    """What runs, from the moment it is made. Whoever makes one calls `end`."""

    def __init__(
        self, plan: Plan, process: Process, told: Told, cleaner: Callable[[], Cleaner], border: Border | None = None
    ) -> None:
        """Its streams are cleaned before anything of them is cut off: half a secret is one. A result that counts whole
        or not at all is left as it is."""
        self._plan, self._process, self._cleaner = plan, process, cleaner
        self._out, self._err = Head(plan.bounds.stdout), Tail(plan.bounds.stderr)
        self._lines = {name: Lines(_telling(told, name)) for name in ("stdout", "stderr")}
        self._began = time.monotonic()
        self._gone, self._over = asyncio.Event(), asyncio.Event()
        self._late = False
        self._last: Ended | None = None
        self._in, out, err = (Pipe(one) for one in (process.stdin, process.stdout, process.stderr))
        self._pipes, self._writing = (self._in, out, err), asyncio.Lock()
        pumps = (self._pump("stdout", self._out, out), self._pump("stderr", self._err, err), self._feed())
        self._tasks = [asyncio.create_task(one) for one in pumps]  # 3
        self._watching = asyncio.create_task(self._watch())
        self._guarding = asyncio.create_task(self._guard(border)) if border is not None and plan.egress else None
        self._ending: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return not self._gone.is_set()

    async def done(self) -> Done:
        """Wait for its end, its deadline or its cap, and say how it ended."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self._gone, self._over)]
        try:
            await asyncio.wait(waits, timeout=self._plan.bounds.wall, return_when=asyncio.FIRST_COMPLETED)  # 4
        finally:
            for one in waits:
                one.cancel()
        self._late = not (self._gone.is_set() or self._over.is_set())
        await asyncio.shield(self.end())
        return self.told()

    def told(self) -> Done:
        """How it ended, or how it stands while it runs."""
        last = self._last or Ended()
        truncated = [name for name, kept in (("stdout", self._out), ("stderr", self._err)) if kept.truncated]
        truncated += [f"lines of {name}" for name, lines in self._lines.items() if lines.truncated]
        return Done(
            why=self._why(last), exit=last.exit, signal=last.signal, fault=last.fault, limit=last.limit,
            stdout=self._out.kept, stderr=self._err.kept, truncated=tuple(truncated),
            seconds=time.monotonic() - self._began, layers=(self._plan.boundary.value, *self._process.layers),
        )  # fmt: skip

    def _why(self, last: Ended) -> Why:
        if last.fault:
            return Why.REFUSED
        if self._late:
            return Why.TIMEOUT
        if self._over.is_set():
            return Why.CAP
        return Why.OK if last.exit == 0 else Why.FAILED

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
        if not self._gone.is_set() and self._process.ask():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._gone.wait(), _GRACE)
        self._process.kill()  # 5
        await self._gone.wait()
        if self._guarding is not None:
            await self._guarding
        await self._process.release()
        _, pending = await asyncio.wait(self._tasks, timeout=_DRAIN)
        for one in pending:
            one.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for pipe in self._pipes:
            pipe.close()
        for lines in self._lines.values():
            lines.end()

    async def _watch(self) -> None:
        try:
            self._last = await self._process.ended()
        except OSError as exc:
            self._last = Ended(fault=f"it was lost: {exc.strerror or exc}")
        finally:
            self._gone.set()

    async def _guard(self, border: Border) -> None:
        """Stand between it and what it may reach, as long as it runs."""
        async with border.broker(self._plan.egress, await self._process.doors()):
            await self._gone.wait()

    async def _pump(self, name: str, kept: Head | Tail, pipe: Pipe) -> None:
        """Read a stream to its end, whatever is kept of it: a full pipe would stop the child."""
        cleaner = Verbatim() if self._plan.whole and name == "stdout" else self._cleaner()
        try:
            while data := await pipe.read():
                self._keep(name, kept, cleaner.feed(data))
        finally:
            self._keep(name, kept, cleaner.close())

    def _keep(self, name: str, kept: Head | Tail, data: bytes) -> None:
        kept.add(data)
        self._lines[name].add(data)
        if self._plan.whole and self._out.truncated:
            self._over.set()

    async def _feed(self) -> None:
        if self._plan.stdin is not None:
            await self.write(self._plan.stdin)
            self._in.close()


def _telling(told: Told, name: str) -> Callable[[str], None]:
    return lambda line: told(name, line)
