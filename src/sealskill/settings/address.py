"""Addresses: of the judge or a search engine, with a key; of a syslog daemon; and networks an address may be in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sealskill.settings.kinds import Kind, Where, Wrong, listed, text

if TYPE_CHECKING:
    from urllib.parse import SplitResult


def read(value: Any, where: Where) -> str:
    """The address, without a slash at its end. Raises `Wrong`, which repeats nothing: it may hold a password."""
    from urllib.parse import urlsplit  # late: few have any

    written = text(value)
    try:
        found = urlsplit(written)
        host, _ = found.hostname or "", found.port
    except ValueError:
        raise Wrong("is not an address") from None
    if found.scheme not in ("http", "https") or not host or not written.isascii() or " " in written:
        raise Wrong("must be an address that starts with https://")
    if _says_more(found):
        raise Wrong("must hold no name, password, question mark or #: give the key as `key`")
    if found.scheme == "http" and not _is_here(host):
        raise Wrong(
            "must start with https://: what is sent could be read on its way; http:// reaches this machine only"
        )
    return written.rstrip("/")


def _says_more(found: SplitResult) -> bool:
    return bool(found.username or found.password or "@" in found.netloc or found.query or found.fragment)


def _is_here(host: str) -> bool:
    """Whether a host is this very machine, whoever answers for names."""
    import ipaddress  # late, as above

    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def syslog(value: Any, where: Where) -> str:
    """The socket of a syslog daemon by its whole path, or host and port of one that listens on TCP."""
    written = text(value)
    if written.startswith("/"):
        return written
    host, colon, port = written.rpartition(":")
    numbered = port.isascii() and port.isdigit() and 0 < int(port) < 65536
    if not (colon and host and numbered) or not written.isascii() or any(sign in host for sign in " /@"):
        raise Wrong("must be the path of a socket, as /dev/log, or host:port of a server that listens on TCP")
    return written


SYSLOG = Kind(says="a path or host:port", read=syslog, verbatim=True)
ADDRESS = Kind(says="an address", read=read, verbatim=True)


def network(value: Any, where: Where) -> str:
    """A range of addresses, in its one spelling."""
    import ipaddress  # late, as above

    try:
        return str(ipaddress.ip_network(text(value)))
    except ValueError:
        raise Wrong("must be a network, as 127.0.0.0/8") from None


NETWORKS = listed("a list of networks", network)
