"""What an opinion does to a report: it adds findings, and where a judge was required, what it did not read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sealskill.model.opinion import Opinion
from sealskill.model.report import Report, Unread, Why

_NOBODY = "no answer of the judge is kept: ask with `sealskill scan --judge`"


def weighed(report: Report, opinion: Opinion | None, *, required: bool) -> Report:
    """The report with an opinion in it. Nothing is ever taken out: no answer can make a verdict milder."""
    findings = opinion.findings if opinion is not None else ()
    missing = tuple(_missing(opinion)) if required else ()
    if not findings and not missing:
        return report
    coverage = msgspec.structs.replace(report.coverage, unread=(*report.coverage.unread, *missing))
    everything = sorted((*report.findings, *findings), key=lambda one: one.order)
    return msgspec.structs.replace(report, findings=tuple(everything), coverage=coverage)


def _missing(opinion: Opinion | None) -> Iterator[Unread]:
    """What the judge was to read and did not. A file it was not shown is named, so that a person can accept it."""
    if opinion is None:
        yield Unread(path="", why=Why.NOT_JUDGED, said=_NOBODY)
    elif opinion.unread:
        for one in opinion.unread:
            yield Unread(path=one.path, why=Why.NOT_JUDGED, said=f"the judge did not read it: {one.why.value}")
    elif not opinion.judged:
        yield Unread(path="", why=Why.NOT_JUDGED, said=opinion.why)
