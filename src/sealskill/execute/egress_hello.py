"""The name in the first message of a TLS connection: the host whose certificate the client is going to check. Pure.

Nothing else of it is read. Whom a client talks to inside, once it is encrypted, nobody can see from here.
"""

from __future__ import annotations

import struct

LONGEST = 18_432
"""Bytes of a first message: one record and its header; a hello with keys of every kind has three thousand."""
HANDSHAKE = 22
"""The first byte of every TLS connection."""
_CLIENT_HELLO = 1
_SERVER_NAME = 0
_HOST_NAME = 0


class NotTls(ValueError):
    """These bytes begin no TLS connection."""


def server_name(data: bytes) -> str | None:
    """The name a hello asks for, "" where it names none; None while some of it is missing. Raises NotTls."""
    message = _message(data)
    if message is None:
        return None
    try:
        return _named(Reader(message))
    except (IndexError, struct.error, UnicodeDecodeError) as exc:
        raise NotTls("its first message is torn") from exc


def _message(data: bytes) -> bytes | None:
    """The whole hello, put together from as many records as it came in; None while some of it is missing."""
    found, at = b"", 0
    while True:
        if len(found) >= 4:
            if found[0] != _CLIENT_HELLO:
                raise NotTls("its first message is no hello")
            length = int.from_bytes(found[1:4], "big")
            if length > LONGEST:
                raise NotTls("its first message is too long")
            if len(found) >= 4 + length:
                return found[4 : 4 + length]
        if data[at : at + 1] and data[at] != HANDSHAKE:
            raise NotTls("it does not begin with TLS")
        if len(data) < at + 5:
            return None
        _, major, _, length = struct.unpack_from("!BBBH", data, at)
        if major != 3 or not 0 < length <= 16_384:
            raise NotTls("it does not begin with TLS")
        if len(data) < at + 5 + length:
            return None
        found += data[at + 5 : at + 5 + length]
        at += 5 + length


class Reader:
    """Reads a message from its beginning. Raises IndexError at its end."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def ended(self) -> bool:
        """Whether nothing is left."""
        return self._at == len(self._data)

    def number(self, size: int) -> int:
        """The next bytes as a number."""
        return int.from_bytes(self.take(size), "big")

    def block(self, size: int) -> Reader:
        """What stands behind its own length, which has `size` bytes."""
        return Reader(self.take(self.number(size)))

    def take(self, size: int) -> bytes:
        """The next bytes."""
        end = self._at + size
        if end > len(self._data):
            raise IndexError("a message ends too soon")
        found, self._at = self._data[self._at : end], end
        return found

    def rest(self) -> bytes:
        """All that is left."""
        return self.take(len(self._data) - self._at)


def _named(hello: Reader) -> str:
    hello.take(2 + 32)  # version and random
    hello.block(1)  # session
    hello.block(2)  # ciphers
    hello.block(1)  # compression
    if hello.ended():
        return ""
    extensions = hello.block(2)
    names = []
    while not extensions.ended():
        kind, body = extensions.number(2), extensions.block(2)
        if kind == _SERVER_NAME:
            names.append(_host(body.block(2)))
    # Two names are two readings: a server may follow the other one.
    if len(names) > 1 or not hello.ended():
        raise NotTls("its first message can be read in two ways")
    return names[0] if names else ""


def _host(listed: Reader) -> str:
    kind, name = listed.number(1), listed.block(2)
    if kind != _HOST_NAME or not listed.ended():
        raise NotTls("its first message can be read in two ways")
    return name.rest().decode("ascii")
