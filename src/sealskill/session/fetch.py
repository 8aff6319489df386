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
import re
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealskill import __version__
from sealskill.errors import Failed, HostError, Refused
from sealskill.model.tool import VARIABLE, Fetched, Fetching
from sealskill.model.value import Value
from sealskill.model.weburl import WebAddress, parsed, sent_on
from sealskill.session import public

if TYPE_CHECKING:
    import ssl

    from sealskill.session.dialling import Dial

MAX_REDIRECTS = 5
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_ADDRESSES = 8
"""Answers of one resolution that are dialled; all of them are checked."""
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_BAD_VALUE = re.compile(r"[^\t\x20-\x7e\x80-\xff]")
# They say where one message ends and the next begins, speak for somebody else, or make a GET another deed.
_OURS = frozenset(
    """
    host connection content-length transfer-encoding te trailer upgrade expect keep-alive accept-encoding via forwarded
    x-forwarded-for x-forwarded-host x-real-ip proxy-authorization proxy-connection x-http-method-override
    x-http-method x-method-override
    """.split()
)
_FOR_ANYBODY = frozenset({"accept", "accept-language", "user-agent"})
"""Headers that also go to another host than the one they were given for."""
_SEE_OTHER, _KEEP = 303, (307, 308)
_SENT_ON = (301, 302, _SEE_OTHER, *_KEEP)

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class Hop(Value):
    """One request that was made or refused, for the record."""

    place: str
    method: str
    status: int = 0
    refused: str = ""
    failed: str = ""
    """Why no answer came; "" where one came, or nothing was asked."""


async def resolved(host: str, port: int) -> Sequence[str]:
    """Every address of a name, as the system answers. Raises Failed."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as exc:
        raise Failed(f"{host} has no address: {exc}") from exc
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


class Network(Value):
    """How names become addresses and addresses connections. No setting changes it; a test brings its own."""

    resolve: Resolve = resolved
    dial: Dial | None = None
    """None dials as usual."""
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
        headers = self._headers(what.headers)
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
            if answer.status not in _SENT_ON or not location:
                return answer
            to = sent_on(where, _as_sent(location))
            what = _sent_along(what, answer.status, where, to)
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
            where, addresses[:_ADDRESSES], method=what.method, headers=_complete(where, what.headers), body=what.body,
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
        networks = self._private.get(where.place)
        if networks is None and (where.is_number or "." not in where.host):
            raise Refused(f"{where.place} is no name of the public internet")
        literal = where.host.strip("[]")
        found = (literal,) if where.is_number else await self._network.resolve(literal, where.port)
        judge = public.fault if networks is None else lambda one: public.fault_within(one, networks)
        faults = [why for why in map(judge, found) if why]
        if faults or not found:
            raise Refused(f"{where.place}: {faults[0] if faults else 'it has no address'}")
        return found

    def _headers(self, given: Mapping[str, str]) -> dict[str, str]:
        """The headers with their variables filled in. Raises Refused for one that is not the caller's to set."""
        headers = {name: VARIABLE.sub(self._variable, value) for name, value in given.items()}
        for name, value in headers.items():
            if not _TOKEN.fullmatch(name) or name.lower() in _OURS:
                raise Refused(f"the header {name!r} cannot be given")
            if _BAD_VALUE.search(value):
                raise Refused(f"the header {name!r} holds what no header can")
        return headers

    def _variable(self, found: re.Match[str]) -> str:
        if found[1] not in self._variables:
            raise Failed(f"{found[1]} is no variable that was given for this call")
        return self._variables[found[1]]


def _complete(where: WebAddress, given: Mapping[str, str]) -> dict[str, str]:
    usual = {"Accept": "*/*", "User-Agent": f"sealskill/{__version__}"}
    names = {name.lower() for name in given}
    ours = {"Host": where.url.partition("://")[2].partition("/")[0], "Accept-Encoding": "identity"}
    return {**ours, **{name: value for name, value in usual.items() if name.lower() not in names}, **given}


def _sent_along(what: Fetching, status: int, here: WebAddress, there: WebAddress) -> Fetching:
    """What is asked at the next address. Raises Refused where it would be sent in the open, or a body elsewhere."""
    if here.scheme == "https" and there.scheme == "http":
        raise Refused(f"{here.place} sends on to an address without encryption")
    same = (here.scheme, here.place) == (there.scheme, there.place)
    if not same:
        kept = {name: value for name, value in what.headers.items() if name.lower() in _FOR_ANYBODY}
        what = replace(what, headers=kept)
    if what.method in ("GET", "HEAD"):
        return what
    if status in _KEEP:
        if not same:
            raise Refused(f"{here.place} sends what was to be done there on to {there.place}")
        return what
    kept = {name: value for name, value in what.headers.items() if not name.lower().startswith("content-")}
    return replace(what, method="GET", body=b"", headers=kept)


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
