"""One HTTP request over one connection to one of the addresses that were checked. Imported late: it needs `web`."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import httpcore2

from sealskill.errors import Failed, Refused
from sealskill.model.tool import Fetched
from sealskill.model.weburl import WebAddress

Dial = Callable[[str, int], Awaitable[httpcore2.AsyncNetworkStream]]
"""Address and port → a connection."""

_WITH_BODY = ("POST", "PUT", "PATCH")
"""They say how long their body is, be it empty: servers insist on it."""


class Pinned(httpcore2.AsyncNetworkBackend):
    """Connects to addresses that were resolved and checked before, whatever name it is told."""

    def __init__(self, addresses: Sequence[str], dial: Dial) -> None:
        self._addresses, self._dial = addresses, dial

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  the signature is theirs; the deadline is ours
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """The first address that answers."""
        why: Exception = httpcore2.ConnectError("there is no address")
        for address in self._addresses:
            try:
                return await self._dial(address, port)
            except (OSError, httpcore2.ConnectError, httpcore2.ConnectTimeout) as exc:
                why = exc
        raise httpcore2.ConnectError(str(why)) from why


async def dialled(address: str, port: int) -> httpcore2.AsyncNetworkStream:
    """A plain connection to an address, which is a number: nothing is looked up again."""
    return await httpcore2.AnyIOBackend().connect_tcp(address, port)


async def dialled_elsewhere(address: str, port: int) -> httpcore2.AsyncNetworkStream:
    """The same, but to no address of this very machine, which may be a public one. Raises Refused."""
    stream = await dialled(address, port)
    ends = stream.get_extra_info("client_addr"), stream.get_extra_info("server_addr")
    if not all(ends) or ends[0][0] == ends[1][0]:
        await stream.aclose()
        raise Refused(f"{address} is an address of this machine")
    return stream


async def exchanged(
    where: WebAddress,
    addresses: Sequence[str],
    *,
    method: str,
    headers: Mapping[str, str],
    body: bytes,
    cap: int,
    dial: Dial,
    tls: ssl.SSLContext | None,
) -> Fetched:
    """The answer to one request, at most `cap` bytes of its body. Raises Failed."""
    url = httpcore2.URL(
        scheme=where.scheme.encode(), host=where.host.strip("[]").encode(), port=where.port,
        target=where.target.encode(),
    )  # fmt: skip
    pool = httpcore2.AsyncConnectionPool(ssl_context=tls, network_backend=Pinned(addresses, dial), http2=False)
    sent = list(headers.items())
    content = body if body or method in _WITH_BODY else None
    try:
        async with pool, pool.stream(method, url, headers=sent, content=content) as response:
            told = _headers(response.headers)
            data, truncated = await _body(response, told, cap)
            return Fetched(url=where.url, status=response.status, headers=told, body=data, truncated=truncated)
    except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException, ssl.SSLError) as exc:
        raise Failed(f"{where.place} could not be asked: {str(exc) or type(exc).__name__}") from exc


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    told: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        told[key] = f"{told[key]}, {text}" if key in told else text
    return told


async def _body(response: httpcore2.Response, headers: Mapping[str, str], cap: int) -> tuple[bytes, bool]:
    """The body as it came. What is compressed was not asked for, and a small bomb would be a large text."""
    if headers.get("content-encoding", "identity").lower() not in ("", "identity"):
        raise Failed("the answer is compressed, which was not asked for")
    parts, size = [], 0
    async for part in response.aiter_stream():
        parts.append(part)
        size += len(part)
        if size > cap:
            return b"".join(parts)[:cap], True
    return b"".join(parts), False
