"""From a host and a port to addresses that may be dialled. Whoever lets anything out of this machine goes through here.

    1. Refuse what is no name of the public internet, unless a person opened it by name.
    2. Resolve it once, and check every answer: one that may not be dialled refuses them all.

The caller still owes: that the place was granted, and that one of these addresses is dialled, by number.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence

from sealskill.errors import Failed, Refused
from sealskill.model import public
from sealskill.model.weburl import is_number

MOST = 8
"""Answers of one resolution that are dialled; all of them are checked."""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


async def resolved(host: str, port: int) -> Sequence[str]:
    """Every address of a name, as the system answers. Raises Failed."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as exc:
        raise Failed(f"{host} has no address: {exc}") from exc
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


async def checked(host: str, port: int, networks: tuple[str, ...] | None, resolve: Resolve) -> Sequence[str]:
    """The addresses of a host. `networks` are those it may stand in where a person opened it; None is the public
    internet. Raises Refused, and what `resolve` raises."""
    place = f"{host}:{port}"
    if networks is None and (is_number(host) or "." not in host):  # 1
        raise Refused(f"{place} is no name of the public internet")
    literal = host.strip("[]")
    found = (literal,) if is_number(host) else await resolve(literal, port)  # 2
    judge = public.fault if networks is None else lambda one: public.fault_within(one, networks)
    faults = [why for why in map(judge, found) if why]
    if faults or not found:
        raise Refused(f"{place}: {faults[0] if faults else 'it has no address'}")
    return found
