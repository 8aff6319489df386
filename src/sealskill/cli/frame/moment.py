"""A moment as people type it: how long ago, or a date."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from sealskill.errors import UsageError

_AGO = re.compile(r"(\d{1,6})([smhdw])", re.ASCII)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def micros(written: str, now: datetime) -> int:
    """Microseconds since 1970. A date without a zone is UTC, as the audit prints it."""
    try:
        ago = _AGO.fullmatch(written)
        moment = now - timedelta(**{_UNITS[ago[2]]: int(ago[1])}) if ago else datetime.fromisoformat(written)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    except (ValueError, OverflowError):
        raise UsageError(
            f"{written!r} is no moment",
            advice="write 30m, 12h, 7d, 2w, or a date as 2026-01-31 or 2026-01-31T08:00:00Z",
        ) from None
