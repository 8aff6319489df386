"""What is carried over one connection: bytes both ways, counted before they go, until nothing moves any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from sealskill.execute.egress_head import CHUNKED
from sealskill.execute.egress_wire import Torn, Wire

_OFTEN = 8
"""How often within the time of waiting it is put off: not at each byte."""


class Flow:
    """A client and a server that were let to each other."""

    def __init__(self, client: Wire, server: Wire, spend: Callable[[int], None], idle: float) -> None:
        """`spend` raises Torn where no byte is left."""
        self._client, self._server, self._spend, self._idle = client, server, spend, idle
        self._loop = asyncio.get_running_loop()
        self._moved = self._loop.time()
        self._limit: asyncio.Timeout | None = None
        self.sent = 0
        self.received = 0

    async def tunnel(self) -> None:
        """Carry everything both ways. Raises TimeoutError where nothing moves, Torn or OSError where it breaks."""
        await self._both(self._client.carry(self._server, self._up), self._back(), answers=False)

    async def request(self, head: bytes, length: int) -> None:
        """Carry one request and its answer. What the client says after it goes nowhere."""
        await self._both(self._ask(head, length), self._back(), answers=True)

    async def _back(self) -> None:
        await self._server.carry(self._client, self._down)

    async def _both(self, up: Coroutine[Any, Any, None], down: Coroutine[Any, Any, None], *, answers: bool) -> None:
        """`answers` says that it is over when the server is done; otherwise both have to be."""
        tasks = [asyncio.create_task(up), asyncio.create_task(down)]
        try:
            async with asyncio.timeout(self._idle) as self._limit:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    one.result()
                await (tasks[1] if answers else asyncio.gather(*tasks))
        finally:
            for one in tasks:
                one.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, head: bytes, length: int) -> None:
        self._up(len(head))
        await self._server.send(head)
        async for piece in self._body(length):
            self._up(len(piece))
            await self._server.send(piece)
        # A second request may be for another host, and the server would answer it.
        if self._client.ahead or await self._client.more():
            raise Torn("it goes on after its one request")

    def _body(self, length: int) -> AsyncIterator[bytes]:
        return self._client.chunks() if length == CHUNKED else self._client.pieces(length)

    def _up(self, size: int) -> None:
        self.sent += size
        self._count(size)

    def _down(self, size: int) -> None:
        self.received += size
        self._count(size)

    def _count(self, size: int) -> None:
        self._spend(size)
        now = self._loop.time()
        if self._limit is not None and now - self._moved > self._idle / _OFTEN:
            self._moved = now
            self._limit.reschedule(now + self._idle)
