"""Addresses that others have seen in attacks. They say something about a campaign, and nothing once it is over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.model.value import Value
from sealskill.scan import facts
from sealskill.scan.facts.hosts import host_of, urls_of
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package


class Indicator(Value):
    """One host that was seen in attacks."""

    host: str
    seen: date
    until: date
    source: str
    """Where it was published."""


def indicators(today: date, *, text: str | None = None) -> dict[str, Indicator]:
    """The indicators that still hold, by host. Raises KeyError or ValueError where the file is not well formed."""
    return {one.host: one for one in _read(text) if one.seen <= today <= one.until}


def _read(text: str | None) -> Iterable[Indicator]:
    written = text if text is not None else (resources.files(facts) / "indicators.toml").read_text("utf-8")
    for one in tomllib.loads(written)["indicator"]:
        yield Indicator(host=one["host"], seen=one["seen"], until=one["until"], source=one["source"])


@cache
def _current() -> dict[str, Indicator]:
    return indicators(datetime.now(tz=UTC).date())


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every address whose host is listed."""
    for document in hits:
        for start, end, url in urls_of(document):
            known = _current().get(host_of(url))
            if known is not None:
                yield RULE.at(
                    document.span(start, end),
                    message=f"{known.host} was seen in attacks ({known.seen}: {known.source})",
                )


RULE = Rule(
    id="indicator",
    title="an address that was seen in attacks",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.HIGH,
    why="Others have seen it used against people. What the skill does with it is judged by the other rules.",
    remedy="Use another host, or say why this one is named.",
    look=look,
    anchors=tuple(re.escape(one.host) for one in _read(None)) or ("://",),
)
