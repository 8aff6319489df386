"""What one run may reach, as the namespace it runs in is told: doors to listen at, names, variables. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sealskill.model.value import Value
from sealskill.model.weburl import host_and_port, is_number

HERE = "127.0.0.1"
"""The only address a run without a network of its own has."""
_PROXY = 3128
_HTTPS = 443
Places = Mapping[str, tuple[str, ...] | None]
"""`host:port` → the private networks the host may stand in; None is the public internet."""


class Ways(Value):
    """The places one run may reach, and all ways to them."""

    places: Places = {}

    @property
    def proxy(self) -> int:
        """The port at which it asks for a place by name: one that none of its places has."""
        return next(port for port in range(_PROXY, 65_536) if port not in self._ports)

    @property
    def doors(self) -> tuple[int, ...]:
        """The ports to listen at, on `HERE`: the proxy first, then one for each port of a place."""
        return (self.proxy, *self._ports)

    @property
    def _ports(self) -> tuple[int, ...]:
        return tuple(sorted({host_and_port(place)[1] for place in self.places}))

    @property
    def hosts(self) -> str:
        """Its `/etc/hosts`: each name it may reach is here, where the broker listens. It has no other name server."""
        names = {host for host, _ in map(host_and_port, self.places) if not is_number(host)}
        return "".join(f"{HERE} {name}\n" for name in ("localhost", *sorted(names - {"localhost"})))

    @property
    def env(self) -> Mapping[str, str]:
        """The variables by which programs find a proxy. Whoever ignores them finds the names in `hosts`."""
        url = f"http://{HERE}:{self.proxy}"
        names = ("HTTPS_PROXY", "https_proxy", "http_proxy", "ALL_PROXY", "all_proxy")
        return {**dict.fromkeys(names, url), "NO_PROXY": "", "no_proxy": ""}


def ways(egress: Iterable[str]) -> Ways:
    """Read what a plan lists: `host:port`, or `host:port@network` for a private one a person opened. Raises Refused."""
    places: dict[str, tuple[str, ...] | None] = {}
    for one in egress:
        before, at, network = one.partition("@")
        host, port = host_and_port(before)
        place, known = f"{host}:{port}", places.get(f"{host}:{port}")
        # A place that was granted as a public one and as a private one is where the private one was said to be.
        places[place] = (*(known or ()), network) if at else known
    return Ways(places=places)


def encrypted(port: int) -> bool:
    """Whether nothing but TLS is spoken at a port."""
    return port == _HTTPS
