"""The broker of one cell, and a server on the loopback that plays all there is outside of it."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from tests.execute.cell import Cell

from sealskill.errors import Error
from sealskill.execute.egress import Broker
from sealskill.execute.egress_visit import Limits
from sealskill.execute.egress_ways import Ways, ways
from sealskill.execute.egress_wire import dialled
from sealskill.model.crossing import Act, Crossing

PUBLIC = "93.184.216.34"
ENCRYPTED = (443, 8443)
Reply = Callable[[bytes], bytes]


def ok(request: bytes) -> bytes:
    """An answer that repeats what was asked."""
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(request), request)


def certificate(folder: Path, *names: str) -> Path:
    """Key and certificate of some hosts in one file; who believes the certificate believes the hosts."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder().subject_name(who).issuer_name(who).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - day).not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(one) for one in names]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True).sign(key, hashes.SHA256())
    )  # fmt: skip
    kind, form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = folder / "host.pem"
    pem = serialization.Encoding.PEM
    path.write_bytes(key.private_bytes(pem, kind, form) + made.public_bytes(pem))
    return path


class Outside:
    """What one run finds behind its broker."""

    def __init__(self, *egress: str, reply: Reply = ok, names: Mapping[str, Sequence[str]] | None = None) -> None:
        self.ways: Ways = ways(egress)
        self.reply, self.names = reply, names or {}
        self.crossings: list[Crossing] = []
        self.resolved: list[str] = []
        self.dialled: list[tuple[str, int]] = []
        self.asked: list[bytes] = []
        self.limits = Limits(patience=20)
        self.pem: Path | None = None
        self.fails: Error | None = None
        self.broker: Broker | None = None
        self.happened = asyncio.Event()

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        self.resolved.append(host)
        return self.names.get(host, [PUBLIC])

    async def dial(self, address: str, port: int) -> Any:
        self.dialled.append((address, port))
        return await dialled("127.0.0.1", self._ports[port in ENCRYPTED and self.pem is not None])

    async def told(self, crossing: Crossing) -> None:
        self.crossings.append(crossing)
        self.happened.set()
        if self.fails is not None:
            raise self.fails

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await reader.readuntil(b"\r\n\r\n")
            head = request.lower()
            if b"chunked" in head:
                request += await reader.readuntil(b"\r\n0\r\n\r\n")
            for line in head.split(b"\r\n"):
                if line.startswith(b"content-length:"):
                    request += await reader.readexactly(int(line[15:]))
            self.asked.append(request)
            writer.write(self.reply(request))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    def story(self, act: Callable[[Cell], Any]) -> Any:
        """What an attacker, or an honest program, brings home."""
        return self.tell(lambda cell: asyncio.to_thread(act, cell))

    def tell(self, act: Callable[[Cell], Awaitable[Any]]) -> Any:
        """The same, on the loop of the broker."""
        return asyncio.run(self._told(act))

    async def _told(self, act: Callable[[Cell], Awaitable[Any]]) -> Any:
        self.happened = asyncio.Event()
        plain = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 24)
        context = None
        if self.pem is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.pem)
        secure = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context, limit=1 << 24)
        self._ports = [one.sockets[0].getsockname()[1] for one in (plain, secure)]
        with Cell(self.ways.doors, self.ways.hosts) as cell:
            broker = Broker(
                self.ways, cell.doors, self.told, limits=self.limits, resolve=self.resolve, dial=self.dial
            )  # fmt: skip
            async with plain, secure, broker:
                self.broker = broker
                return await act(cell)

    def proxied(self, *says: bytes, then: str = "") -> bytes:
        """What the proxy answers."""
        found: bytes = self.story(lambda cell: cell.talk(self.ways.proxy, *says, then=then))
        return found

    def at(self, port: int, *says: bytes, then: str = "") -> bytes:
        """What a door answers."""
        found: bytes = self.story(lambda cell: cell.talk(port, *says, then=then))
        return found

    @property
    def acts(self) -> list[Act]:
        return [one.act for one in self.crossings]


def hello(name: str | None, *more: bytes) -> bytes:
    """The first message of a TLS connection; `more` are further extensions."""
    listed = b"" if name is None else b"\0" + _sized(name.encode(), 2)
    extensions = b"" if name is None else b"\0\0" + _sized(_sized(listed, 2), 2)
    body = b"\x03\x03" + bytes(32) + _sized(b"", 1) + _sized(b"\x13\x01", 2) + _sized(b"\0", 1)
    message = b"\1" + _sized(body + _sized(extensions + b"".join(more), 2), 3)
    return b"\x16\x03\x01" + _sized(message, 2)


def _sized(data: bytes, size: int) -> bytes:
    return len(data).to_bytes(size, "big") + data


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    return certificate(tmp_path, "api.example", "good.example", "www.example")
