"""One reading of a web address for all who decide about it, connect to it or are sent on to it.

It is stricter than any browser: what two readers could take for two hosts is no address.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin

from sealskill.errors import Refused
from sealskill.model.value import Value

LONGEST = 8_192
"""Characters of an address: servers take no longer one."""
_PORTS = {"http": 80, "https": 443}
# Letters, digits and hyphens, and a last label that begins with a letter: no way to write a number is a name.
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"(?:{_LABEL}\.)*[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])?")
_NUMBER4 = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}")
_NUMBER6 = re.compile(r"\[[0-9a-f:.]{2,45}\]")
_SHAPE = re.compile(r"(https?)://([^/?#]*)([^#]*)(?:#.*)?", re.IGNORECASE)
# Blanks, control characters, and the backslash, which some readers take for a slash.
_TRICKS = re.compile(r"[\x00-\x20\x7f-\xa0\\\ud800-\udfff\u2028\u2029\ufeff]")
_AS_IT_IS = "/?%:@!$&'()*+,;=-._~[]"


class WebAddress(Value):
    """Where a request goes: every part of it in one spelling."""

    scheme: str
    host: str
    """A name in lower case without a dot at its end, or a number as it is commonly written."""
    port: int
    target: str
    """Path and question, in the characters that go over the wire."""

    @property
    def place(self) -> str:
        """`host:port`, as grants name it."""
        return f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The address in its one spelling."""
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}{self.target}"

    @property
    def is_number(self) -> bool:
        """Whether the host is a number and no name."""
        return is_number(self.host)


def is_number(host: str) -> bool:
    """Whether a host is a number and no name."""
    return host.startswith("[") or bool(_NUMBER4.fullmatch(host))


def parsed(url: str) -> WebAddress:
    """The address of a text. Raises Refused, which repeats nothing of it: there may be a password in it."""
    if len(url) > LONGEST:
        raise Refused(f"an address of more than {LONGEST} characters")
    if _TRICKS.search(url):
        raise Refused("an address with blanks, control characters or a backslash in it")
    found = _SHAPE.fullmatch(url)
    if not found:
        raise Refused("no address that begins with http:// or https://")
    scheme, place, rest = found[1].lower(), found[2], found[3]
    host, port = host_and_port(place, _PORTS[scheme])
    target = quote(rest if rest.startswith("/") else f"/{rest}", safe=_AS_IT_IS)
    return WebAddress(scheme=scheme, host=host, port=port, target=target)


def sent_on(base: WebAddress, location: str) -> WebAddress:
    """The address a server sends us on to. Raises Refused."""
    if _TRICKS.search(location):
        raise Refused("an address with blanks, control characters or a backslash in it")
    if location.startswith("///"):  # to some readers a path, to others a host
        raise Refused("an address whose host cannot be read")
    try:
        return parsed(urljoin(base.url, location))
    except ValueError:
        raise Refused("no address that could be read") from None


def host_and_port(place: str, usual: int = 0) -> tuple[str, int]:
    """Host and port in one spelling; `usual` is the port where none is written, 0 where one must be. Raises Refused."""
    if "@" in place:
        raise Refused("an address with a name or password before its host")
    if not place.isascii():
        raise Refused("a host in letters beyond ASCII", advice="write it as `xn--…`, so that everybody reads the same")
    place = place.lower()
    host, colon, port = place.partition("]") if place.startswith("[") else place.partition(":")
    if colon == "]":
        host, colon, port = f"{host}]", port[:1], port[1:]
    host = host[:-1] if host.endswith(".") else host
    if colon not in ("", ":") or not _is_host(host):
        raise Refused("an address whose host cannot be read")
    if not colon and usual:
        return host, usual
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and port[0] != "0" and int(port) < 65_536):
        raise Refused("an address whose port cannot be read")
    return host, int(port)


def _is_host(host: str) -> bool:
    return len(host) <= 253 and bool(_NAME.fullmatch(host) or _NUMBER4.fullmatch(host) or _NUMBER6.fullmatch(host))
