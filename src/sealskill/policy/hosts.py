"""Hosts as grants and constraints name them: by exact name and port."""

from __future__ import annotations

from collections.abc import Iterable

WEB = (443, 80)
"""The ports a host without one stands for in a constraint of an author."""
GRANTED = (443,)
"""The port a host without one stands for in a grant: what a person gave is read as the least it can be."""


def split(text: str, ports: tuple[int, ...] = ()) -> frozenset[tuple[str, int]]:
    """The pairs of host and port a text stands for; none for what is no host, or has no port and `ports` gives none."""
    host, bracket, rest = text.strip().rpartition("]") if text.strip().startswith("[") else ("", "", text.strip())
    name, colon, port = rest.partition(":")
    name = f"{host}{bracket}{name}".lower().rstrip(".")
    if not name or set(name) & set("/@*?# \\%"):
        return frozenset()
    if not colon:
        return frozenset((name, one) for one in ports)
    known = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536
    return frozenset({(name, int(port))}) if known else frozenset()


def among(host: str, allowed: Iterable[str], ports: tuple[int, ...]) -> bool:
    """Whether a `host:port` is one of some. What cannot be read is none of them."""
    asked = split(host)
    return bool(asked) and any(asked <= split(one, ports) for one in allowed)
