"""The limits a skill sets itself beside a capability, read once. What nobody can read is kept, never dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sealskill.model.capability import Capability, CapabilityName
from sealskill.model.value import Value


class Constraints(Value):
    """What one capability was declared with. None is no limit of that kind."""

    mode: str | None = None
    """`restricted` or `full`, of shell."""
    allow: tuple[str, ...] | None = None
    """Programs, or the first words of a command line, of shell."""
    hosts: tuple[str, ...] | None = None
    """`host` or `host:port`, of network."""
    switches: Mapping[str, bool] | None = None
    """`web_search` and `web_fetch`, of network; where one is named, the other is off unless it is named, too."""
    provider: str | None = None
    """Whose web search, of network."""
    paths: tuple[str, ...] | None = None
    """Absolute, or below the workspace; of filesystem."""
    read_only: bool | None = None
    max_depth: int | None = None
    """How deep sessions may start sessions."""
    unread: tuple[str, ...] = ()
    """What nobody here can read. It covers nothing."""

    @property
    def any(self) -> bool:
        """Whether it limits anything."""
        return self != Constraints()


class _Unreadable(Exception):
    """A value that is not of the kind its key wants."""


def constraints(capability: Capability) -> Constraints:
    """The constraints of a capability; a key that is unknown, given twice or of a wrong kind is in `unread`."""
    found: dict[str, Any] = {}
    unread: list[str] = []
    for given, value in capability.constraints.items():
        key = _KEYS[capability.name].get(_plain(given), "")
        try:
            if not key or key in found:
                raise _Unreadable
            found[key] = _READ[key](value)
        except _Unreadable:
            unread.append(f"{capability.name.value}.{given}")
    switches = {name: found.pop(name) for name in _SWITCHES if name in found}
    if "maxDepth" in found:
        found["max_depth"] = found.pop("maxDepth")
    return Constraints(**found, switches=switches or None, unread=tuple(unread))


def _plain(key: str) -> str:
    """A key in whichever spelling: `maxDepth`, `max_depth` and `max-depth` are one."""
    return str(key).replace("_", "").replace("-", "").lower()


def _text(value: Any) -> str:
    if isinstance(value, str) and value.strip():
        return value.strip().lower()
    raise _Unreadable


def _mode(value: Any) -> str:
    if value in ("restricted", "full"):
        return str(value)
    raise _Unreadable


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise _Unreadable


def _number(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise _Unreadable


def _list(value: Any) -> tuple[str, ...]:
    """Names as a list, or as one text with commas."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) and item.strip() for item in items):
        raise _Unreadable
    return tuple(item.strip() for item in items)


def _hosts(value: Any) -> tuple[str, ...]:
    """A star is no host: what it means differs from system to system."""
    hosts = _list(value)
    if any("*" in host or "/" in host or "@" in host for host in hosts):
        raise _Unreadable
    return hosts


def _paths(value: Any) -> tuple[str, ...]:
    """Neither patterns nor `~`: both mean what a shell makes of them that day."""
    paths = _list(value)
    if any(set("*?[~$") & set(path) for path in paths):
        raise _Unreadable
    return paths


_SWITCHES = ("web_search", "web_fetch")
_READ: dict[str, Callable[[Any], Any]] = {
    "mode": _mode,
    "allow": _list,
    "hosts": _hosts,
    "web_search": _flag,
    "web_fetch": _flag,
    "provider": _text,
    "paths": _paths,
    "read_only": _flag,
    "maxDepth": _number,
}
KNOWN: dict[CapabilityName, tuple[str, ...]] = {
    CapabilityName.SHELL: ("mode", "allow"),
    CapabilityName.FILESYSTEM: ("paths", "read_only"),
    CapabilityName.NETWORK: ("hosts", "web_search", "web_fetch", "provider"),
    CapabilityName.BROWSER: (),
    CapabilityName.SESSIONS: ("maxDepth",),
    CapabilityName.MESSAGING: (),
    CapabilityName.SCHEDULING: (),
}
"""Every constraint there is, as it is written."""
_KEYS = {name: {_plain(key): key for key in keys} for name, keys in KNOWN.items()}
"""Key without its spelling → the key."""
