"""The one word for what a policy makes of a scan."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What the scanner makes of a seal."""

    CLEAN = "clean"
    WARN = "warn"
    BLOCK = "block"
    INCOMPLETE = "incomplete"
    NOT_SCANNED = "not scanned"
