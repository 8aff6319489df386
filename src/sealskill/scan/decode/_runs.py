"""The matches of a pattern, up to a number that no honest text reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealskill.scan.decoder import TooMany
from sealskill.scan.pattern import Pattern

MAX_RUNS = 50_000
"""Matches of one pattern in one document: each costs some microseconds."""


def runs(shape: Pattern, data: bytes, most: int = MAX_RUNS) -> Iterator[Any]:
    """Each match, in order. Raises TooMany where there are more."""
    for count, found in enumerate(shape.finditer(data)):
        if count == most:
            raise TooMany(f"more than {most} places that may be encoded")
        yield found
