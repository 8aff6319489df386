"""What a machine has, and the command that adds what it lacks."""

from __future__ import annotations

from collections.abc import Sequence

from sealskill.report.page import Block, Page, Table, page
from sealskill.report.shapes import Probe


def doctor(python: str, platform: str, probes: Sequence[Probe]) -> Page:
    """The probes by group, each with what it is for or how to get it."""
    groups = dict.fromkeys(probe.group for probe in probes)
    return page(
        Block(title=f"Python {python} on {platform}"),
        *(Block(title=group, table=Table(rows=_rows(group, probes), gives=(2,))) for group in groups),
    )


def _rows(group: str, probes: Sequence[Probe]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        ("+ ok" if probe.found else "x missing", probe.name, _words(probe)) for probe in probes if probe.group == group
    )


def _words(probe: Probe) -> str:
    words = [probe.purpose, probe.where if probe.found else probe.advice]
    return " — ".join(word for word in words if word)
