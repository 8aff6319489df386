"""The manifest itself names where a needed program comes from, and that is nobody's place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.manifest import InstallOption
from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Span
from sealskill.scan.facts.hosts import NAMELESS, host_of, kind_of_url, urls_in
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_BAD = frozenset({Standing.NAMELESS, Standing.FALSE})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every install option whose address nobody can be held to, or over which nobody watches."""
    for option in package.manifest.install if package.manifest else ():
        for url in _addresses(option):
            severity = _severity(package, option, url)
            if severity:
                yield RULE.at(
                    _place(package, url), severity=severity,
                    message=f"the install option {option.id} fetches from {host_of(url)}",
                )  # fmt: skip


def _addresses(option: InstallOption) -> Iterator[str]:
    said = " ".join([option.target, *(str(value) for value in option.spec.values())]).encode("utf-8", "replace")
    yield from dict.fromkeys(url for _, _, url in urls_in(said))


def _severity(package: Package, option: InstallOption, url: str) -> Severity | None:
    # Declaring an address makes it the vendor's; that of nobody stays nobody's.
    if kind_of_url(url) in NAMELESS or standing(url, package.vendor) in _BAD:
        return Severity.HIGH
    packed = option.kind in ("node", "uv", "go") and url.endswith((".tgz", ".tar.gz", ".zip", ".whl"))
    return Severity.MEDIUM if url.startswith("http://") or packed else None


def _place(package: Package, url: str) -> Span:
    """Where the address stands."""
    text = package.texts[0]
    at = max(text.data.find(url.encode()), 0)
    return text.span(at, at + len(url.encode()))


RULE = Rule(
    id="install-source",
    title="an install option comes from nobody's place",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Hosts offer install options with one click. What an address without an owner sends runs with no further look.",
    remedy="Name a package of a registry, or a release on the vendor's own page, over https.",
    look=look,
    anchors=(r"\binstall\b",),
    given=(("://",),),
)
