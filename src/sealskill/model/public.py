"""Which addresses belong to the public internet: asked of every answer of every resolution, before it is dialled."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def _v4(*ranges: str) -> tuple[IPv4Network, ...]:
    return tuple(map(IPv4Network, ranges))


def _v6(*ranges: str) -> tuple[IPv6Network, ...]:
    return tuple(map(IPv6Network, ranges))


# IANA's special-purpose registry, written out: what a Python of some version calls global differs from release to
# release. Azure's agent (168.63.129.16) answers at an address that looks public.
_NOT_PUBLIC_4 = _v4(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32",
)  # fmt: skip
_PUBLIC_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = _v6("2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20")
# Their last bytes are an IPv4 address that a gateway dials: NAT64.
_NAT64 = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_MAPPED = IPv6Network("::ffff:0:0/96")
# What no setting opens: this very link, everybody at once, and where clouds keep the keys of their machines.
_NEVER: tuple[Network, ...] = (
    *_v4("0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "100.100.100.200/32", "192.0.0.192/32", "168.63.129.16/32"),
    *_v6("::/128", "fe80::/10", "fec0::/10", "ff00::/8", "fd00:ec2::/32", "fd20:ce::254/128"),
)


def fault(address: str) -> str:
    """Why an address is not of the public internet; "" where it is."""
    try:
        one = ip_address(address)
    except ValueError:
        return f"{address!r} is no address"
    whys = (_why(inner) for inner in _all(one))
    return next((f"{address} {why}" for why in whys if why), "")


def fault_within(address: str, networks: Iterable[str]) -> str:
    """Why an address is in none of some private networks, or is one that no setting opens; "" where it may be had."""
    try:
        one = ip_address(address)
        known = [ip_network(network) for network in networks]
    except ValueError:
        return f"{address!r} is no address"
    inner = tuple(_all(one))
    if any(one in network for one in inner for network in _NEVER):
        return f"{address} is one that no setting opens"
    plain = inner[-1] if one.version == 6 and one in _MAPPED else one
    return "" if any(plain in network for network in known) else f"{address} is not in the network that was named"


def _all(one: Address) -> Iterable[Address]:
    """An address and the one it stands for, if it is a way to write another."""
    yield one
    if isinstance(one, IPv6Address):
        last = IPv4Address(int(one) & 0xFFFFFFFF)
        if one in _MAPPED or one in _NAT64 or _is_isatap(one):
            yield last
        if one in _SIX_TO_FOUR:
            yield IPv4Address(int(one) >> 80 & 0xFFFFFFFF)


def _is_isatap(one: IPv6Address) -> bool:
    return int(one) >> 32 & 0xFDFFFFFF == 0x00005EFE


def _why(one: Address) -> str:
    if isinstance(one, IPv4Address):
        return "is not a public address" if any(one in network for network in _NOT_PUBLIC_4) else ""
    if one.scope_id:
        return "is an address of one link"
    if one in _NAT64 or one in _MAPPED:
        return ""  # the address inside is judged
    if one not in _PUBLIC_6 or any(one in network for network in _NOT_PUBLIC_6):
        return "is not a public address"
    return ""
