"""Packages are taken from an index of somebody's own, where every name is whatever its owner put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Verb
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.facts.standing import STRANGE
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_INDEX = pattern(
    r"(?:--(?:extra-)?index-url|--default-index|--index|--registry|--find-links|--source|\bregistry|\bindex-url)[\s=]|"
    r"\bpip[\w.]*\s+(?:\S+\s+){0,8}?-[if]\s"
)
_UNGUARDED = pattern(
    r"--trusted-host|http://|--no-verify|strict-ssl[\s=]+false|--unsafe-perm|\bsudo\b|--allow-unauthenticated"
)
"""Nobody checks who answers, or what is installed may do anything."""


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every install that asks an index which neither belongs to the skill nor is known."""
    for act in _acts.meant(hits, Verb.INSTALL):
        asked = bool(act.url) and _INDEX.search(act.span.data)
        severity = _severity(package, act) if asked else None
        if severity:
            yield RULE.at(
                act.span, severity=severity, confidence=_acts.sure(package, act),
                chain=_acts.trail(package, act), message=f"packages are taken from {host_of(act.url)}",
            )  # fmt: skip


def _severity(package: Package, act: Act) -> Severity | None:
    strange = _acts.strange(package, act.url)
    worse = _acts.stands(package, act) in STRANGE or act.hidden or _UNGUARDED.search(act.span.data)
    return Severity.HIGH if strange and worse else strange and Severity.MEDIUM


RULE = Rule(
    id="foreign-index",
    title="packages are taken from a stranger's index",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="On an index of one's own any name can stand for anything, and installing a package runs its code.",
    remedy="Publish the package where everybody can look at it, or name the index under the skill's own homepage.",
    look=look,
    anchors=(
        r"index-url",
        r"--default-index",
        r"--registry",
        r"--find-links",
        r"registry",
        r"\bpip3? install .{0,80}-[if] ",
    ),
    given=(("://",),),
)
