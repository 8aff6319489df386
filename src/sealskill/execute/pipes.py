"""One end of a pipe on the event loop: it never holds a thread up, whatever the child does with the other end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO

_CHUNK = 65_536


class Pipe:
    """Reads or writes a pipe whenever it is ready."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._handle = stream.fileno()
        self._loop = asyncio.get_running_loop()
        os.set_blocking(self._handle, False)

    async def read(self) -> bytes:
        """The next bytes; none at the end."""
        while True:
            try:
                return os.read(self._handle, _CHUNK)
            except BlockingIOError:
                await self._ready(self._loop.add_reader, self._loop.remove_reader)
            except (OSError, ValueError):
                return b""

    async def write(self, data: bytes) -> bool:
        """Hand over all bytes; False where nobody reads any more."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._handle, rest[:_CHUNK]) :]
            except BlockingIOError:
                await self._ready(self._loop.add_writer, self._loop.remove_writer)
            except (OSError, ValueError):
                return False
        return True

    async def _ready(self, watch: Callable[..., object], leave: Callable[[int], object]) -> None:
        waiting = self._loop.create_future()
        watch(self._handle, _wake, waiting)
        try:
            await waiting
        finally:
            leave(self._handle)

    def close(self) -> None:
        """Let go of it."""
        self._handle = -1
        with suppress(OSError):
            self._stream.close()


async def readable(handle: int) -> None:
    """Wait until there is something to read."""
    loop = asyncio.get_running_loop()
    waiting = loop.create_future()
    loop.add_reader(handle, _wake, waiting)
    try:
        await waiting
    finally:
        loop.remove_reader(handle)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
