"""An address that looks like a well-known one and is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.brands import imitated
from sealskill.scan.facts.hosts import host_of, urls_of
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every look-alike host; worse where something comes from there or goes there."""
    for document in hits:
        for start, end, url in urls_of(document):
            host = host_of(url)
            real = imitated(host) if host else ""
            if real:
                yield RULE.at(
                    document.span(start, end), severity=_severity(package, document, host),
                    message=f"{host} looks like {real} and is not",
                )  # fmt: skip


def _severity(package: Package, document: Document, host: str) -> Severity:
    used = any(
        host_of(act.url) == host and act.doer is not Doer.NOBODY and act.verb in (Verb.FETCH, Verb.SEND, Verb.RUN)
        for act in document.acts
    )
    if used:
        return Severity.HIGH
    return Severity.LOW if package.purpose.covers(Topic.SECURITY) else Severity.MEDIUM


RULE = Rule(
    id="look-alike-host",
    title="a host imitates a well-known one",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A name one letter off is registered to be mistaken for the real one.",
    remedy="Use the vendor's own host.",
    look=look,
    anchors=("://",),
)
