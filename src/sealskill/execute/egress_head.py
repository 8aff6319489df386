"""The head of an HTTP request, read strictly: what two servers could take for two requests is none. Pure."""

from __future__ import annotations

import re

from sealskill.errors import Refused
from sealskill.model.value import Value
from sealskill.model.weburl import WebAddress, host_and_port, parsed

LONGEST = 65_536
"""Bytes of a head: servers take no more."""
END = b"\r\n\r\n"
_LINE = re.compile(rb"([A-Za-z]{1,20}) ([\x21-\x7e]{1,8192}) (HTTP/1\.[01])")
_FIELD = re.compile(rb"([A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")
_LENGTH = re.compile(rb"[0-9]{1,15}")
# They are between us and whoever sent them: the next connection has its own.
_BETWEEN_US = frozenset({b"connection", b"keep-alive", b"te", b"trailer", b"upgrade", b"host"})
CHUNKED = -1
"""The length of a body that says at each piece how long it is."""


class Head(Value):
    """What is asked, of whom, and how long its body is."""

    method: str
    target: str
    """As it was written: `host:port` of a tunnel, a whole address for a proxy, or a path."""
    version: str
    fields: tuple[tuple[bytes, bytes], ...] = ()

    @property
    def tunnel(self) -> bool:
        """Whether a connection is asked for, and no answer."""
        return self.method == "CONNECT"

    @property
    def length(self) -> int:
        """Bytes of its body, or CHUNKED. Raises Refused where it can be read in two ways."""
        lengths, codings = self._all(b"content-length"), self._all(b"transfer-encoding")
        if codings and (lengths or codings != [b"chunked"] or self.version != "HTTP/1.1"):
            raise Refused("a request whose end two servers could see in two places")
        if codings:
            return CHUNKED
        if len(lengths) > 1 or not all(map(_LENGTH.fullmatch, lengths)):
            raise Refused("a request whose end two servers could see in two places")
        return int(lengths[0]) if lengths else 0

    def to_proxy(self) -> WebAddress:
        """Where a proxy is asked to send it. Raises Refused."""
        found = parsed(self.target)
        if found.scheme != "http":
            raise Refused("a request in the open for an address with encryption", advice="open a tunnel with CONNECT")
        return found

    def to_server(self, port: int) -> WebAddress:
        """Where it would have gone by itself, had it reached that port. Raises Refused."""
        named = self._all(b"host")
        if len(named) != 1:
            raise Refused("a request that does not name one host")
        place = host_and_port(named[0].decode("ascii", "replace"), 80)
        url = self.target if self.target.lower().startswith("http") else f"http://{place[0]}:{place[1]}{self.target}"
        found = parsed(url)
        if (found.host, found.port) != (place[0], port) or place[1] != port:
            raise Refused(f"a request at port {port} for {place[0]}:{place[1]}")
        return found

    def sent_on(self, where: WebAddress) -> bytes:
        """The head as the server is sent it: to the host it was checked for, and no further one on this connection."""
        hidden = {one.strip().lower() for value in self._all(b"connection") for one in value.split(b",")}
        kept = [
            name + b": " + value
            for name, value in self.fields
            if name.lower() not in _BETWEEN_US | hidden - {b"content-length", b"transfer-encoding"}
            and not name.lower().startswith(b"proxy-")
        ]
        port = "" if where.port == 80 else f":{where.port}"
        first = f"{self.method} {where.target} {self.version}".encode()
        return b"\r\n".join([first, f"Host: {where.host}{port}".encode(), *kept, b"Connection: close", b"", b""])

    def _all(self, name: bytes) -> list[bytes]:
        return [value for key, value in self.fields if key.lower() == name]


def head(data: bytes) -> Head:
    """The head of a request, without the empty line that ends it. Raises Refused."""
    first, *lines = data.split(b"\r\n")
    asked = _LINE.fullmatch(first)
    fields = [_FIELD.fullmatch(line) for line in lines]
    if asked is None or not all(fields):
        raise Refused("no request that can be read in one way only")
    return Head(
        method=asked[1].decode(), target=asked[2].decode(), version=asked[3].decode(),
        fields=tuple((one[1], one[2].rstrip(b" \t")) for one in fields if one),
    )  # fmt: skip
