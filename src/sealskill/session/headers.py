"""What goes along with a request: which headers a caller may set, and what of it goes on to the next address."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from sealskill import __version__
from sealskill.errors import Failed, Refused
from sealskill.model.tool import VARIABLE, Fetching
from sealskill.model.weburl import WebAddress

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
SENT_ON = (301, 302, _SEE_OTHER, *_KEEP)


def filled(given: Mapping[str, str], variables: Mapping[str, str]) -> dict[str, str]:
    """The headers with their variables filled in. Raises Refused for one that is not the caller's to set."""
    headers = {name: _value(name, text, variables) for name, text in given.items()}
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or name.lower() in _OURS:
            raise Refused(f"the header {name!r} cannot be given")
        if _BAD_VALUE.search(value):
            raise Refused(f"the header {name!r} holds what no header can")
    return headers


def _value(name: str, text: str, variables: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        if name.lower() in _FOR_ANYBODY:
            raise Refused(f"the header {name!r} goes to every host, and a variable to one")
        if found[1] not in variables:
            raise Failed(f"{found[1]} is no variable that was given for this call")
        return variables[found[1]]

    return VARIABLE.sub(value, text)


def complete(where: WebAddress, given: Mapping[str, str]) -> dict[str, str]:
    """The headers with those that every request has."""
    usual = {"Accept": "*/*", "User-Agent": f"sealskill/{__version__}"}
    names = {name.lower() for name in given}
    ours = {"Host": where.url.partition("://")[2].partition("/")[0], "Accept-Encoding": "identity"}
    return {**ours, **{name: value for name, value in usual.items() if name.lower() not in names}, **given}


def sent_along(what: Fetching, status: int, here: WebAddress, there: WebAddress) -> Fetching:
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
