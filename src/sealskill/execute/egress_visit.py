"""One connection out of a run, from what it asks for to its end.

1. Read what it asks for: a tunnel, an address, or, at a door, the first message of TLS or HTTP.
2. Hold host and port against the places this run may reach.
3. Resolve the name, check every answer (`reaching`), and dial one of them by number.
4. In a tunnel, read what is said first: TLS for that very host, or, where TLS is not all there is, one request.
5. Record it. What cannot be recorded does not happen.
6. Carry bytes both ways, as many and as long as the limits say; of a request that one, and no further one.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from msgspec.structs import replace

from sealskill.errors import Failed, Refused
from sealskill.execute.egress_flow import Flow
from sealskill.execute.egress_head import END, Head, head
from sealskill.execute.egress_hello import HANDSHAKE, NotTls, server_name
from sealskill.execute.egress_ways import Ways, encrypted
from sealskill.execute.egress_wire import Dial, Torn, Wire, dialled, dialled_elsewhere
from sealskill.execute.reaching import MOST, Resolve, checked, resolved
from sealskill.model import address
from sealskill.model.crossing import Act, Crossing, Way
from sealskill.model.value import Value
from sealskill.model.weburl import WebAddress, host_and_port, is_number

T = TypeVar("T")
_OPEN = b"HTTP/1.1 200 Connection established\r\n\r\n"
_UNRECOGNIZED_NAME = bytes((21, 3, 1, 0, 2, 2, 112))
"""What a TLS server says to whoever asks for a host that is not there."""
_SHOWN = 200
"""Characters of a place that are told: what stands there was written by whoever is held."""


class Limits(Value):
    """How far one run may go with all its connections together."""

    head: int = 65_536
    hello: int = 18_432
    patience: float = 10.0
    """Seconds in which a connection says what it wants."""
    idle: float = 120.0
    """Seconds in which nothing moves: models think for a minute before they say a word."""
    at_once: int = 64
    connections: int = 2_000
    bytes: int = 1 << 30
    """Both ways, of all connections."""


class House(Value):
    """What all connections of one run share."""

    ways: Ways
    tell: Callable[[Crossing], Awaitable[None]]
    """Raises Torn where it cannot be recorded."""
    spend: Callable[[int], None]
    """Takes from the bytes that are left. Raises Torn where there are none."""
    limits: Limits = Limits()
    resolve: Resolve = resolved
    dial: Dial | None = None
    """None dials as usual."""


class Visit:
    """One connection."""

    def __init__(self, client: Wire, port: int, house: House) -> None:
        self._client, self._port, self._house = client, port, house
        self._server: Wire | None = None
        self._flow: Flow | None = None
        self._said = Crossing(act=Act.REFUSED)
        self._began = time.monotonic()
        self._answer = _in_http

    async def run(self) -> None:
        """See it through. Whoever cancels this ends it, and that is told, too."""
        try:
            await self._asked()
            await self._ended(Act.CLOSED)
        except Refused as exc:
            await self._ended(Act.REFUSED, exc, "403 Forbidden")
        except (Torn, NotTls) as exc:
            await self._ended(Act.REFUSED, exc, "400 Bad Request")
        except TimeoutError:
            await self._ended(Act.FAILED, Torn("nothing moved for too long"), "504 Gateway Timeout")
        except (Failed, OSError) as exc:
            await self._ended(Act.FAILED, exc, "502 Bad Gateway")
        except asyncio.CancelledError:
            await asyncio.shield(self._ended(Act.FAILED, Torn("the run ended")))
            raise
        finally:
            for end in (self._client, self._server):
                if end is not None:
                    end.close()

    async def _ended(self, act: Act, why: Exception | None = None, status: str = "") -> None:
        """Tell how it ended, and the client, too, where it was not let through."""
        self._note(reason=str(why or ""), seconds=time.monotonic() - self._began)
        if self._flow is not None:
            self._note(act=Act.CLOSED, sent=self._flow.sent, received=self._flow.received)
        else:
            self._note(act=act)
        if self._said.way is not Way.UNKNOWN:  # whoever said nothing asked for nothing
            with suppress(Torn):
                await self._house.tell(self._said)
        if self._flow is None and status:
            await self._client.leave(self._answer(status, self._said))

    async def _asked(self) -> None:
        tls = await self._begins_tls()
        if self._port == self._house.ways.proxy:
            self._note(way=Way.HTTP)
            asked = await self._head()
            await (self._tunnel(asked) if asked.tunnel else self._request(asked, asked.to_proxy()))
        elif tls:
            self._note(way=Way.TLS)
            await self._reach(await self._named(), self._port)
            await (await self._opened()).tunnel()
        else:
            self._note(way=Way.HTTP)
            self._not_in_the_open(self._port)
            asked = await self._head()
            await self._request(asked, asked.to_server(self._port))

    async def _tunnel(self, asked: Head) -> None:
        self._note(way=Way.CONNECT, place=asked.target[:_SHOWN])
        host, port = host_and_port(asked.target)
        await self._reach(host, port)
        await self._client.send(_OPEN)
        self._answer = _silent
        if await self._begins_tls():  # 4
            _same(host, "" if is_number(host) else host, await self._named())
            await (await self._opened()).tunnel()
        else:
            self._not_in_the_open(port)
            inner = await self._head()
            where = inner.to_server(port)
            _same(host, host, where.host)
            await self._exchanged(inner, where)

    async def _request(self, asked: Head, where: WebAddress) -> None:
        if asked.tunnel:
            raise Refused("a tunnel is opened at the proxy")
        await self._reach(where.host, where.port)
        await self._exchanged(asked, where)

    async def _exchanged(self, asked: Head, where: WebAddress) -> None:
        length = asked.length
        await (await self._opened()).request(asked.sent_on(where), length)

    async def _reach(self, host: str, port: int) -> None:
        place, places = f"{host}:{port}", self._house.ways.places
        self._note(place=place)
        if place not in places:  # 2
            self._note(grant=_grantable(place))
            raise Refused(f"{place} was not granted")
        try:
            async with asyncio.timeout(self._house.limits.patience):
                found = await checked(host, port, places[place], self._house.resolve)  # 3
        except TimeoutError:
            raise Failed(f"nobody knows in time where {host} is") from None
        dial = self._house.dial or (dialled_elsewhere if places[place] is None else dialled)
        why = "it has no address"
        for one in found[:MOST]:
            self._note(address=one)
            try:
                self._server = Wire(await dial(one, port))
                return
            except OSError as exc:
                why = exc.strerror or "it does not answer in time"
        raise Failed(f"{place} cannot be reached: {why}")

    async def _opened(self) -> Flow:
        if self._server is None:
            raise Torn("nobody was dialled")
        await self._house.tell(replace(self._said, act=Act.OPENED))  # 5
        self._flow = Flow(self._client, self._server, self._house.spend, self._house.limits.idle)
        return self._flow  # 6

    async def _head(self) -> Head:
        return head(await self._soon(self._client.until(END, self._house.limits.head)))

    async def _begins_tls(self) -> bool:
        if not self._client.ahead:
            await self._soon(self._client.more())
        if not self._client.ahead:
            raise Torn("it left before it said what it wants")
        return self._client.ahead[0] == HANDSHAKE

    async def _named(self) -> str:
        """The host a hello asks for. Nothing is taken of it: the server reads it, too."""
        self._answer = _in_tls
        name = await self._soon(self._hello())
        if not name and self._said.way is Way.TLS:
            raise Refused("a TLS connection that names no host")
        return host_and_port(name, self._port)[0] if name else ""

    async def _hello(self) -> str:
        while (name := server_name(self._client.ahead)) is None:
            if len(self._client.ahead) >= self._house.limits.hello:
                raise Torn("its first message is too long")
            if not await self._client.more():
                raise Torn("it left before it said what it wants")
        return name

    async def _soon(self, wanted: Coroutine[Any, Any, T]) -> T:
        try:
            async with asyncio.timeout(self._house.limits.patience):
                return await wanted
        except TimeoutError:
            raise Torn("it did not say in time what it wants") from None

    def _not_in_the_open(self, port: int) -> None:
        if encrypted(port):
            raise Refused(f"what is said at port {port} is not TLS")

    def _note(self, **told: Any) -> None:
        self._said = replace(self._said, **told)


def _same(tunnel: str, expected: str, asked: str) -> None:
    if asked != expected:
        raise Refused(f"in a tunnel to {tunnel} it asks for {asked or 'nobody'}")


def _grantable(place: str) -> str:
    """The place as a grant would name it; "" for one that none may."""
    try:
        return address.destination(place)
    except ValueError:
        return ""


def _in_http(status: str, said: Crossing) -> bytes:
    told = {"error": said.reason, "place": said.place, "grant": said.grant}
    body = json.dumps(told).encode() + b"\n"
    head = (
        f"HTTP/1.1 {status}\r\nX-Egress-Denied: {said.act.value}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def _in_tls(status: str, said: Crossing) -> bytes:
    return _UNRECOGNIZED_NAME


def _silent(status: str, said: Crossing) -> bytes:
    return b""
