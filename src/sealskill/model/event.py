"""The timeline of a session: one ordered stream that a console, a test and a tracer read alike."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from sealskill.model.value import Value


class Happening(StrEnum):
    """What an event says."""

    ACTIVATED = "activated"
    STARTED = "started"
    LINE = "line"
    """A line on standard error of what runs."""
    WITHHELD = "withheld"
    """Variables that were wanted and not handed over, or handed over and too short to be hidden: names and why."""
    EGRESS = "egress"
    """A connection of what runs was opened, refused or closed, or came to nothing."""
    ASKED = "asked"
    ANSWERED = "answered"
    DENIED = "denied"
    TRUNCATED = "truncated"
    FINISHED = "finished"
    REFRESHED = "refreshed"
    STOPPED = "stopped"
    CLOSED = "closed"


class Event(Value):
    """One thing that happened in a session. No secret is in it: what is told was redacted."""

    number: int
    """From 1, without a gap."""
    at: float
    """Seconds since 1970."""
    session: str
    what: Happening
    call: str = ""
    tool: str = ""
    skill: str = ""
    text: str = ""
    data: Mapping[str, Any] = {}
