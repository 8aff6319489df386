"""Connections as the broker holds them: bare sockets, read ahead of what they are going to say."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from sealskill.errors import Refused

CHUNK = 131_072
"""Bytes that are carried at once."""
_TURN = 8
"""Chunks after which everybody else has a turn: a fast connection never waits by itself."""
_CONNECTING = 10.0
"""Seconds for one address: whoever takes longer is behind a wall that answers nothing."""
_LINGER, _DRAINED = 1.0, 262_144
"""Seconds and bytes for which a client that was refused may go on talking: ended at once, it would not hear why."""
_SIZE = 40
"""Bytes of a line that says how long a piece is."""

Dial = Callable[[str, int], Awaitable[socket.socket]]
"""Address and port → a connection that blocks nobody. Raises OSError, or Refused."""


class Torn(Exception):
    """The other side is gone, or said too much."""


class Wire:
    """One end of a connection. What was read of it ahead of time is not lost."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._loop = asyncio.get_running_loop()
        self.ahead = b""
        """What was read and not yet taken."""
        end.setblocking(False)
        with suppress(OSError):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    async def more(self) -> bool:
        """Read some more ahead; False at the end."""
        data = await self._loop.sock_recv(self._end, CHUNK)
        self.ahead += data
        return bool(data)

    async def until(self, mark: bytes, cap: int) -> bytes:
        """Take everything before a mark, and the mark. Raises Torn where it does not come within `cap` bytes."""
        while (at := self.ahead.find(mark, 0, cap)) < 0:
            if len(self.ahead) >= cap:
                raise Torn(f"more than {cap} bytes before it says what it wants")
            if not await self.more():
                raise Torn("it left before it said what it wants")
        found, self.ahead = self.ahead[:at], self.ahead[at + len(mark) :]
        return found

    async def pieces(self, length: int) -> AsyncIterator[bytes]:
        """Take so many bytes, in pieces as they come. Raises Torn where it ends before."""
        while length:
            if not self.ahead and not await self.more():
                raise Torn("it left before it said all")
            piece, self.ahead = self.ahead[:length], self.ahead[length:]
            length -= len(piece)
            yield piece

    async def chunks(self) -> AsyncIterator[bytes]:
        """Take a body that says at each piece how long it is, and write it anew. Raises Torn."""
        while length := _length(await self.until(b"\r\n", _SIZE)):
            async for piece in self.pieces(length):
                yield b"%x\r\n%b\r\n" % (len(piece), piece)
            if await self.until(b"\r\n", 2):
                raise Torn("a piece is longer than it says")
        # What may stand behind the last piece are fields, which belong to nobody.
        while await self.until(b"\r\n", _DRAINED):
            pass
        yield b"0\r\n\r\n"

    async def send(self, data: bytes) -> None:
        """Hand over all bytes."""
        await self._loop.sock_sendall(self._end, data)

    async def carry(self, other: Wire, told: Callable[[int], None]) -> None:
        """Hand everything that comes to the other end, until it ends. `told` hears how much, before it goes."""
        if self.ahead:
            told(len(self.ahead))
            data, self.ahead = self.ahead, b""
            await other.send(data)
        space, turn = memoryview(bytearray(CHUNK)), 0
        while size := await self._loop.sock_recv_into(self._end, space):
            told(size)
            await self._loop.sock_sendall(other._end, space[:size])
            turn += 1
            if turn % _TURN == 0:
                await asyncio.sleep(0)
        other.last()

    def last(self) -> None:
        """Say that nothing more comes."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_WR)

    async def leave(self, words: bytes) -> None:
        """Say why, and let the other side finish what it is saying for a moment."""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_LINGER):
                await self.send(words)
                self.last()
                left = _DRAINED
                while left > 0 and (data := await self._loop.sock_recv(self._end, CHUNK)):
                    left -= len(data)

    def close(self) -> None:
        """Let go of it."""
        self._end.close()


def _length(line: bytes) -> int:
    size = line.partition(b";")[0].strip(b" \t")
    if not size or len(size) > 15 or size.strip(b"0123456789abcdefABCDEF"):
        raise Torn("a piece does not say how long it is")
    return int(size, 16)


async def dialled(address: str, port: int) -> socket.socket:
    """A plain connection to an address, which is a number: nothing is looked up again. Raises OSError."""
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    made.setblocking(False)
    try:
        async with asyncio.timeout(_CONNECTING):
            await asyncio.get_running_loop().sock_connect(made, (address, port))
    except BaseException:
        made.close()
        raise
    return made


async def dialled_elsewhere(address: str, port: int) -> socket.socket:
    """The same, but to no address of this very machine, which may be a public one. Raises Refused, too."""
    made = await dialled(address, port)
    if made.getsockname()[0] == made.getpeername()[0]:
        made.close()
        raise Refused(f"{address} is an address of this machine")
    return made
