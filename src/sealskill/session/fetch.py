"""Requests to the web, as far as they were allowed. For each address, and anew for each one a server sends us on to:

    1. Read the address by the one strict reading (`model.weburl`).
    2. Ask whether host and port are allowed.
    3. Resolve the name once, and check every answer: one that is not public refuses them all.
    4. Dial what was checked, by number; name and certificate stay those of the host.
    5. Take so many bytes, in so much time, and nothing compressed.

No proxy, cookie or credential of the environment has a part in it. What was given along for one host goes to no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealskill.errors import Failed, HostError, Refused
from sealskill.execute import egress_wire
from sealskill.execute.reaching import MOST, Resolve, checked, resolved
from sealskill.model.tool import Fetched, Fetching
from sealskill.model.value import Value
from sealskill.model.weburl import WebAddress, parsed, sent_on
from sealskill.session.headers import SENT_ON, complete, filled, sent_along

if TYPE_CHECKING:
    import ssl

    from sealskill.session.dialling import Dial

MAX_REDIRECTS = 5
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class Hop(Value):
    """One request that was made or refused, for the record."""

    place: str
    method: str
    status: int = 0
    refused: str = ""
    failed: str = ""
    """Why no answer came; "" where one came, or nothing was asked."""


class Network(Value):
    """How names become addresses and addresses connections. No setting changes it; a test brings its own."""

    resolve: Resolve = resolved
    dial: Dial | None = None
    """None dials as usual."""
    connect: egress_wire.Dial | None = None
    """The same for what runs in a boundary, whose connections are not ours."""
    tls: ssl.SSLContext | None = None
    """None believes what the machine believes."""


class Web:
    """Requests of one call. `allowed` is asked for each `host:port`; `private` are those a person opened by name, each
    with the networks it may stand in; `variables` what `${NAME}` in a header may stand for."""

    def __init__(
        self,
        *,
        allowed: Callable[[str], bool],
        private: Mapping[str, tuple[str, ...]] = {},
        variables: Mapping[str, str] = {},
        note: Callable[[Hop], None] = lambda hop: None,
        network: Network = Network(),  # noqa: B008  a frozen value
    ) -> None:
        self._allowed, self._private, self._variables, self._note = allowed, private, variables, note
        self._network = network

    async def fetch(self, what: Fetching) -> Fetched:
        """The answer, wherever we were sent on to. Raises Refused or Failed, or HostError without `sealskill[web]`."""
        if what.method not in METHODS:
            raise Refused(f"there is no method {what.method!r}", advice=f"use one of {', '.join(METHODS)}")
        headers = filled(what.headers, self._variables)
        try:
            async with asyncio.timeout(what.timeout):
                return await self._followed(replace(what, headers=headers))
        except TimeoutError:
            raise Failed(f"no whole answer within {what.timeout:g} seconds") from None

    async def _followed(self, what: Fetching) -> Fetched:
        where, sender = parsed(what.url), ""
        for _ in range(MAX_REDIRECTS + 1):
            answer = await self._asked(where, what, sender)
            location = answer.headers.get("location", "")
            if answer.status not in SENT_ON or not location:
                return answer
            to = sent_on(where, _as_sent(location))
            what = sent_along(what, answer.status, where, to)
            where, sender = to, where.place
        raise Refused(f"sent on more than {MAX_REDIRECTS} times")

    async def _asked(self, where: WebAddress, what: Fetching, sender: str) -> Fetched:
        hop = Hop(place=where.place, method=what.method, failed="it was ended before an answer came")
        try:
            answer = await self._exchanged(where, await self._checked(where, sender), what)
            hop = replace(hop, status=answer.status, failed="")
        except Refused as exc:
            hop = replace(hop, refused=str(exc), failed="")
            raise
        except Failed as exc:
            hop = replace(hop, failed=str(exc))
            raise
        finally:
            self._note(hop)
        return answer

    async def _exchanged(self, where: WebAddress, addresses: Sequence[str], what: Fetching) -> Fetched:
        wire = _wire()
        usual = wire.dialled if where.place in self._private else wire.dialled_elsewhere
        answer: Fetched = await wire.exchanged(
            where, addresses[:MOST], method=what.method, headers=complete(where, what.headers), body=what.body,
            cap=what.cap, dial=self._network.dial or usual, tls=self._network.tls,
        )  # fmt: skip
        return answer

    async def _checked(self, where: WebAddress, sender: str) -> Sequence[str]:
        """The addresses of a host, each of them checked. Raises Refused."""
        if not self._allowed(where.place):
            if sender:
                said = f"{sender} sends on to {where.url}, and this call may not go there"
                raise Refused(said, advice="call that address itself, if it is the one that is meant")
            raise Refused(f"{where.place} was granted to nobody here", advice="`sealskill grants add --help`")
        return await checked(where.host, where.port, self._private.get(where.place), self._network.resolve)


def _as_sent(text: str) -> str:
    """A header as its bytes were meant: servers write addresses in UTF-8, which headers do not know."""
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


def _wire() -> ModuleType:
    try:
        from sealskill.session import dialling  # late: `web` is an extra
    except ImportError as exc:
        raise HostError("the web tools need httpx2", advice="pip install 'sealskill[web]'") from exc
    return dialling
