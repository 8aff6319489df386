"""A session for code without a loop: one thread of the runtime has one, and everything asynchronous runs there."""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, TypeVar

from sealskill.model.decision import Decision
from sealskill.model.plan import Plan
from sealskill.model.result import Activated, Result
from sealskill.prompt.listing import Listing
from sealskill.session.pending import Pending
from sealskill.session.session import Session

T = TypeVar("T")
_PATIENCE_SECONDS = 10
"""How long the end of a program waits for children that have to be ended."""


class Loop:
    """A loop on a thread of its own, started when something is first run on it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, wanted: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine. Whoever interrupts the wait cancels it."""
        future: Future[T] = asyncio.run_coroutine_threadsafe(wanted, self._running())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="sealskill", daemon=True).start()
                _at_exit(self._leave)
            return self._loop

    def _leave(self) -> None:
        """End what still runs when the program does: nobody is left who could end a child afterwards."""
        if self._loop is not None:
            with suppress(TimeoutError, RuntimeError):
                asyncio.run_coroutine_threadsafe(_all_ended(), self._loop).result(_PATIENCE_SECONDS)


# The plain one runs when the threads that record an outcome are gone. This one is what their pool itself uses.
_at_exit: Callable[[Callable[[], None]], object] = getattr(threading, "_register_atexit", atexit.register)


async def _all_ended() -> None:
    """Cancel every task of this loop and wait for what they do in the end."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class SyncSession:
    """What a `Session` does, each call waiting for its end. It may be used from several threads."""

    def __init__(self, session: Session, loop: Loop) -> None:
        self.session = session
        """The session itself: what needs no waiting is asked there."""
        self._loop = loop

    def call(self, tool: str, arguments: Mapping[str, Any] | str = {}, *, skill: str = "") -> Result:
        """See `Session.call`."""
        return self._loop.run(self.session.call(tool, arguments, skill=skill))

    def begin(self, tool: str, arguments: Mapping[str, Any] | str = {}, *, skill: str = "") -> Waiting:
        """See `Session.begin`."""

        async def begun() -> Pending:
            return self.session.begin(tool, arguments, skill=skill)

        return Waiting(self._loop.run(begun()), self._loop)

    def why(self, tool: str, arguments: Mapping[str, Any] | str = {}, *, skill: str = "") -> Decision:
        """See `Session.why`."""
        return self._loop.run(self.session.why(tool, arguments, skill=skill))

    def plan(self, tool: str, arguments: Mapping[str, Any] | str = {}) -> Plan:
        """See `Session.plan`."""
        return self._loop.run(self.session.plan(tool, arguments))

    def activate(self, name: str) -> Activated:
        """See `Session.activate`."""
        return self._loop.run(self.session.activate(name))

    def release(self, name: str) -> bool:
        """See `Session.release`."""
        return self._loop.run(self.session.release(name))

    def turn(self, said: str = "") -> tuple[Activated, ...]:
        """See `Session.turn`."""
        return self._loop.run(self.session.turn(said))

    def command(self, name: str, arguments: str = "") -> Result | Activated:
        """See `Session.command`."""
        return self._loop.run(self.session.command(name, arguments))

    def prompt(self, **asked: Any) -> Listing:
        """See `Session.prompt`."""
        return self._loop.run(self.session.prompt(**asked))

    def refresh(self) -> None:
        """See `Session.refresh`."""
        self._loop.run(self.session.refresh())

    def stop(self, why: str = "the host stopped it") -> None:
        """See `Session.stop`."""
        self._loop.run(self.session.stop(why))

    def close(self) -> None:
        """See `Session.close`."""
        self._loop.run(self.session.close())

    def __enter__(self) -> SyncSession:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class Waiting:
    """A call under way, for code without a loop."""

    def __init__(self, pending: Pending, loop: Loop) -> None:
        self.id = pending.id
        self._pending = pending
        self._loop = loop

    def poll(self) -> Mapping[str, Any]:
        """See `Pending.poll`."""
        return self._pending.poll()

    def result(self) -> Result:
        """See `Pending.result`."""
        return self._loop.run(self._pending.result())

    def cancel(self) -> None:
        """See `Pending.cancel`."""

        async def cancelled() -> None:
            self._pending.cancel()

        self._loop.run(cancelled())
