"""The broker: the only way out of a run that has no network of its own.

It listens at sockets that were made inside the network namespace of the run, where only they answer, and dials from
outside of it. What it lets through, refuses and ends is told before it goes on; where that cannot be recorded, nothing
goes out any more. What two encrypted ends say to each other it cannot see: a server that answers for several hosts can
be asked for another one in there, and so can a hello whose true name is encrypted.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from sealskill.errors import Error
from sealskill.execute.egress_visit import House, Limits, Visit
from sealskill.execute.egress_ways import Ways, ways
from sealskill.execute.egress_wire import Dial, Torn, Wire
from sealskill.execute.reaching import Resolve, resolved
from sealskill.model.crossing import Act, Crossing, Way
from sealskill.model.value import Value

_log = logging.getLogger(__name__)
_WAIT = 0.05
"""Seconds until another connection is taken, where this process has no descriptor left for one."""

Told = Callable[[Crossing], Awaitable[None]]
"""Hears, and records, what happens to each connection. Raises Error where it cannot: then it does not happen."""


class Broker:
    """The way out of one run, from `async with` to its end. Then its sockets are closed, and all it let through."""

    def __init__(
        self,
        ways: Ways,
        doors: Sequence[socket.socket],
        told: Told,
        *,
        limits: Limits = Limits(),  # noqa: B008  a frozen value
        resolve: Resolve = resolved,
        dial: Dial | None = None,
    ) -> None:
        """`doors` listen at the ports of `ways.doors`; they are the broker's from now on."""
        self._doors, self._told, self._limits = tuple(doors), told, limits
        self._house = House(ways=ways, tell=self._tell, spend=self._spend, limits=limits, resolve=resolve, dial=dial)
        self._left = limits.bytes
        self._taken = 0
        self._room = asyncio.Semaphore(limits.at_once)
        self._listening: list[asyncio.Task[None]] = []
        self._visits: set[asyncio.Task[None]] = set()
        self.fault: BaseException | None = None
        """Why nothing goes out any more although the run goes on; None while it does."""

    async def __aenter__(self) -> Self:
        self._listening = [asyncio.create_task(self._listen(door)) for door in self._doors]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End every connection, and wait until each was told."""
        self._shut()
        visits = tuple(self._visits)
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*self._listening, *visits, return_exceptions=True)
        for door in self._doors:
            door.close()  # the last descriptor into the namespace: an open one would keep it alive

    async def _listen(self, door: socket.socket) -> None:
        door.setblocking(False)
        port = door.getsockname()[1]
        while True:
            await self._room.acquire()
            try:
                end, _ = await asyncio.get_running_loop().sock_accept(door)
            except OSError:
                self._room.release()
                await asyncio.sleep(_WAIT)
                continue
            self._taken += 1
            if self._taken > self._limits.connections:
                end.close()
                await self._enough()
                return
            self._welcome(end, port)

    def _welcome(self, end: socket.socket, port: int) -> None:
        visit = asyncio.create_task(Visit(Wire(end), port, self._house).run())
        self._visits.add(visit)
        visit.add_done_callback(self._gone)

    def _gone(self, visit: asyncio.Task[None]) -> None:
        self._visits.discard(visit)
        self._room.release()
        if not visit.cancelled() and (why := visit.exception()) is not None:
            _log.error("a connection of a run failed", exc_info=why)
            self._fail(why)

    async def _enough(self) -> None:
        self._shut()
        said = f"more than {self._limits.connections} connections"
        with suppress(Torn):
            await self._tell(Crossing(act=Act.REFUSED, way=Way.UNKNOWN, reason=said))

    def _spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise Torn(f"more than {self._limits.bytes} bytes")

    async def _tell(self, crossing: Crossing) -> None:
        if self.fault is not None:
            raise Torn("it can no longer be recorded")
        try:
            await self._told(crossing)
        except Error as exc:
            self._fail(exc)
            raise Torn("it cannot be recorded") from exc

    def _fail(self, why: BaseException) -> None:
        self.fault = self.fault or why
        self._shut()

    def _shut(self) -> None:
        """Take no further connection."""
        for one in self._listening:
            if one is not asyncio.current_task():
                one.cancel()
        for door in self._doors:
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)  # whoever comes now is told so, and does not wait for nobody


class Border(Value):
    """How whoever watches over a run is told what it reaches. No setting changes where names and addresses lead."""

    told: Told
    limits: Limits = Limits()
    resolve: Resolve = resolved
    dial: Dial | None = None

    def broker(self, egress: Sequence[str], doors: Sequence[socket.socket]) -> Broker:
        """The way out of a run, for the places its plan lists. Raises Refused."""
        return Broker(ways(egress), doors, self.told, limits=self.limits, resolve=self.resolve, dial=self.dial)
