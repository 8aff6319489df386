"""What the broker tells of each connection that left a run, or wanted to."""

from __future__ import annotations

from enum import StrEnum

from sealskill.model.value import Value


class Act(StrEnum):
    """What became of a connection."""

    OPENED = "opened"
    REFUSED = "refused"
    FAILED = "failed"
    """It was allowed, and nobody answered."""
    CLOSED = "closed"


class Way(StrEnum):
    """How it came to the broker."""

    CONNECT = "connect"
    TLS = "tls"
    HTTP = "http"
    UNKNOWN = "unknown"


class Crossing(Value):
    """One thing that happened to one connection."""

    act: Act
    way: Way = Way.UNKNOWN
    place: str = ""
    """`host:port`, as far as it could be read."""
    address: str = ""
    """What was dialled."""
    reason: str = ""
    """Why it was refused, failed or cut; "" where it ended by itself."""
    grant: str = ""
    """What somebody could grant for it; "" where nobody can."""
    sent: int = 0
    received: int = 0
    seconds: float = 0.0
