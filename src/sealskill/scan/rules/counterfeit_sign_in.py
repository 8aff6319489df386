"""A page that looks like the sign-in of a well-known service and sends the password to somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.brands import brands_in, owners_of
from sealskill.scan.facts.hosts import host_of, urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts
from sealskill.scan.rules._said import places

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PASSWORD = r"<input\b[^>]{0,200}?\btype\s*=\s*[\"']?password\b"
_ASKS = pattern(_PASSWORD)
_TITLES = pattern(r"<(?:title|h[1-3]|label|legend)\b[^>]{0,80}>([^<]{2,120})|\balt\s*=\s*[\"']([^\"']{2,60})[\"']")
_SENDS = pattern(
    r"\baction\s*=\s*[\"']?https?://[^\s\"'>]{3,200}|\b(?:fetch|axios\.post|sendBeacon|open|post|ajax)\s*\([^\n]{0,60}?https?://[^\s\"'`)]{3,200}"
)
_HERE = frozenset({Standing.HERE, Standing.EXAMPLE, Standing.UNSAID})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every place where such a page sends what was typed to a host that is none of the service's."""
    for document in hits:
        if document.kind is Kind.HTML and any(places(document, _ASKS)):
            owners = _claimed(document)
            for span in places(document, _SENDS):
                urls = [url for _, _, url in urls_in(span.data)]
                if owners and any(_foreign(package, url, owners) for url in urls):
                    yield RULE.at(span, confidence=_sure(package, document), chain=package.way_to(document.path))


def _sure(package: Package, document: Document) -> Confidence:
    taught = package.purpose.covers(Topic.SECURITY) or _acts.is_sample(package, document)
    return Confidence.LOW if taught else Confidence.MEDIUM


def _claimed(document: Document) -> frozenset[str]:
    """The owners of the services that titles and pictures of the page name."""
    return owners_of(brands_in(*(one.text for one in places(document, _TITLES))))


def _foreign(package: Package, url: str, owners: frozenset[str]) -> bool:
    return host_of(url).owner not in owners and standing(url, package.vendor) not in _HERE


RULE = Rule(
    id="counterfeit-sign-in",
    title="a page that names a well-known service sends passwords to somebody else",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whoever types a password there believes to be with the service whose name stands above it.",
    remedy="Send people to the sign-in of the service itself, with its own device or browser flow.",
    look=look,
    anchors=(_PASSWORD,),
)
