"""A server on the loopback that plays the whole internet, with the name server and the dialler that lead to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import httpcore2
import pytest

from sealskill.errors import Refused
from sealskill.model.tool import Fetched, Fetching
from sealskill.session.fetch import Hop, Network, Web

PUBLIC = "93.184.216.34"
Reply = Callable[[str, bytes], bytes | Awaitable[bytes]]


def ok(body: bytes = b"fine", head: str = "") -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n{head}\r\n".encode() + body


def to(location: str, status: int = 302) -> bytes:
    return f"HTTP/1.1 {status} Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


class Net:
    """A server on the loopback that plays the whole internet, with the name server and the dialler that lead to it."""

    def __init__(self, reply: Reply, names: Mapping[str, Sequence[Sequence[str]]] | None = None) -> None:
        self.reply, self.names = reply, names or {}
        self.asked: list[tuple[str, bytes]] = []
        self.resolved: list[str] = []
        self.dialled: list[tuple[str, int]] = []
        self.hops: list[Hop] = []

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        self.resolved.append(host)
        answers = self.names.get(host, [[PUBLIC]])
        return answers[min(self.resolved.count(host), len(answers)) - 1]

    async def dial(self, address: str, port: int) -> httpcore2.AsyncNetworkStream:
        self.dialled.append((address, port))
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.port)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                (int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
            )
            request = head + await reader.readexactly(length)
            self.asked.append((head.split(b" ")[1].decode(), request))
            said = self.reply(self.asked[-1][0], request)
            writer.write(said if isinstance(said, bytes) else await said)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def fetch(
        self,
        url: str,
        *,
        allowed: Iterable[str] = (),
        tls: Any = None,
        believed: Any = None,
        web: dict[str, Any] | None = None,
        **more: Any,
    ) -> Fetched:
        wanted = frozenset(allowed)

        async def story() -> Fetched:
            server = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=tls)
            self.port = server.sockets[0].getsockname()[1]
            async with server:
                one = Web(
                    allowed=lambda place: not wanted or place in wanted, note=self.hops.append,
                    network=Network(resolve=self.resolve, dial=self.dial, tls=believed), **(web or {}),
                )  # fmt: skip
                return await one.fetch(Fetching(url=url, **{"timeout": 20, **more}))

        return asyncio.run(story())

    def refuses(self, url: str, **more: Any) -> str:
        with pytest.raises(Refused) as caught:
            self.fetch(url, **more)
        return str(caught.value)


def header(request: bytes, name: str) -> list[str]:
    lines = request.split(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
    return [line.partition(":")[2].strip() for line in lines if line.lower().startswith(f"{name.lower()}:")]
