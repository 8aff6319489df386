"""Where a connection may lead: hosts and networks as a grant names them. Pure text and numbers, nothing is resolved.

A name is only half of it: whoever connects holds every address it resolves to against `public` and `never` as well.
"""

from __future__ import annotations

import ipaddress
import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Who answers here hands out the credentials of the machine: link-local, and the addresses clouds use beside it
# (Alibaba 100.100.100.200, Azure 168.63.129.16, Amazon fd00:ec2::254, Oracle 192.0.0.192).
_NEVER: tuple[Network, ...] = tuple(
    ipaddress.ip_network(one)
    for one in (
        "169.254.0.0/16", "fe80::/10", "100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::254/128",
        "fd20:ce::254/128", "192.0.0.192/32",
    )
)  # fmt: skip
_NEVER_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data"})
_PRIVATE: tuple[Network, ...] = tuple(
    ipaddress.ip_network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "100.64.0.0/10", "::1/128", "fc00::/7")
)
# Names that never lead out of a house, by RFC 6761, 6762, 8375 and ICANN's resolution on `internal`.
_HOUSE = ("localhost", "local", "internal", "home.arpa")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_FIGURE = re.compile(r"[0-9]+|0x[0-9a-f]*")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def inner(address: Address) -> Address:
    """The address a packet ends at: an IPv6 one may only wrap an IPv4 one."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)


def never(address: Address) -> bool:
    """Whether nobody may be let to an address, whatever was granted."""
    return any(_in(one, net) for one in (address, inner(address)) for net in _NEVER)


def public(address: Address) -> bool:
    """Whether an address is of the wide world, and none of ours."""
    end = inner(address)
    return end.is_global and not end.is_multicast and not never(address)


def destination(text: str) -> str:
    """`host:port` in one spelling. Raises ValueError, which says what is wrong, for all but one public host."""
    host, port = split(text)
    if named := _literal(host):
        if not public(named):
            raise ValueError("is an address that is not public: it needs `unsafe_private` with its network")
    elif "." not in host or _of_the_house(host):
        raise ValueError("is a name of this house: it needs `unsafe_private` with its network")
    return f"{host}:{port}"


def private(text: str) -> str:
    """`host:port@network` in one spelling. Raises ValueError for a network that is not wholly private."""
    before, at, after = text.partition("@")
    if not at:
        raise ValueError("must be host:port@network, as db.example:5432@10.1.2.0/24")
    host, port = split(before)
    try:
        network = ipaddress.ip_network(after, strict=True)
    except ValueError:
        raise ValueError("names no network, as 10.1.2.0/24") from None
    if any(_overlaps(network, one) for one in _NEVER):
        raise ValueError("names a network with addresses that are never reached: those of machines' own credentials")
    if not any(_within(network, one) for one in _PRIVATE):
        raise ValueError("names a network that is not private")
    if (named := _literal(host)) and not _in(inner(named), network) and not _in(named, network):
        raise ValueError("names an address outside that network")
    return f"{host}:{port}@{network}"


def split(text: str) -> tuple[str, int]:
    """Host and port, the host in one spelling. Raises ValueError for what could be read as more than one host."""
    host, colon, port = text.rpartition(":")
    if (
        not colon
        or not port.isascii()
        or not port.isdigit()
        or port != str(int(port[:6]))
        or not 0 < int(port) < 65_536
    ):
        raise ValueError("must be host:port, the port a number from 1 to 65535")
    if host.startswith("[") and host.endswith("]"):
        return f"[{_six(host[1:-1])}]", int(port)
    host = host.lower().removesuffix(".")
    labels = host.split(".")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise ValueError("must name one host exactly: no scheme, path, user or wildcard")
    if _FIGURE.fullmatch(labels[-1]) and _literal(host) is None:
        raise ValueError("is neither a name nor an address in its usual spelling")
    if host in _NEVER_NAMES or ((known := _literal(host)) and never(known)):
        raise ValueError("is never reached: it hands out the credentials of machines")
    return host, int(port)


def _six(text: str) -> str:
    try:
        address = IPv6Address(text)
    except ValueError:
        raise ValueError("is neither a name nor an address in its usual spelling") from None
    if never(address) or address.scope_id:
        raise ValueError("is never reached: it is link-local, or hands out the credentials of machines")
    return str(address)


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def _of_the_house(host: str) -> bool:
    return any(host == one or host.endswith(f".{one}") for one in _HOUSE)


def _in(address: Address, network: Network) -> bool:
    return address.version == network.version and address in network


def _overlaps(one: Network, other: Network) -> bool:
    return one.version == other.version and one.overlaps(other)


def _within(one: Network, other: Network) -> bool:
    if isinstance(one, IPv4Network) and isinstance(other, IPv4Network):
        return one.subnet_of(other)
    return isinstance(one, IPv6Network) and isinstance(other, IPv6Network) and one.subnet_of(other)
