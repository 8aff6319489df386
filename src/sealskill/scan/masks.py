"""Secrets are masked before anything is shown: a report is pasted into tickets."""

from __future__ import annotations

from bisect import bisect_right

from sealskill.scan.facts.secrets import Secret, secrets_of

_KEPT = 4
"""Characters that stay, so that the owner can tell which key it is."""
_SIGN = b"***"


def masked(text: str) -> str:
    """The text with every secret cut down to its first characters."""
    data = text.encode("utf-8", "replace")
    found = secrets_of(data)
    return cut(data, 0, len(data), found).decode("utf-8", "replace") if found else text


def cut(data: bytes, start: int, end: int, found: tuple[Secret, ...]) -> bytes:
    """A run of a text with the secrets of the whole text masked, those that reach into the run as well."""
    kept: list[bytes] = []
    at = start
    # A secret found by its form and one found by its name may be the same: `at` only ever moves on.
    for one in found[max(bisect_right(found, start, key=lambda one: one.start) - 2, 0) :]:
        if one.start >= end:
            break
        if one.end <= at:
            continue
        shown = min(one.start + _KEPT, end) if one.start >= start else at
        kept += [data[at : max(shown, at)], _SIGN]
        at = min(one.end, end)
    return b"".join((*kept, data[at:end]))
