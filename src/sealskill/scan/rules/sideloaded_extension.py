"""An extension for a browser or an editor that comes past the shop: it sees every page, every file, every login."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Verb
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.facts.wares import Ware
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _lures
from sealskill.scan.rules._lures import Lure

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_EDITORS = frozenset("code code-insiders codium cursor windsurf".split())
_UNPACKED = pattern(
    r"\bload\s+unpacked\b|\bdeveloper\s+mode\b[^\n]{0,200}?\bextensions?\b|\b(?:chrome|edge|brave|about|opera):/*(?:extensions|"
    r"debugging|addons)\b|\binstall\s+from\s+(?:file|vsix)\b|\.(?:vsix|crx|xpi)\b"
)
_WARES = frozenset({Ware.ARCHIVE, Ware.PROGRAM, Ware.RELEASE})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every extension that is fetched from a stranger and put in by hand."""
    for act in _acts.meant(hits, Verb.INSTALL):
        severity = _acts.strange(package, act.url) if act.path in _EDITORS and act.url else None
        if severity:
            yield RULE.at(
                act.span, severity=severity, confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
                message=f"an extension of {host_of(act.url)} is put into the editor past its shop",
            )  # fmt: skip
    for document in hits:
        for lure in _lures.lures(package, document):
            severity = _acts.strange(package, lure.url) if _by_hand(lure) else None
            if severity:
                yield RULE.at(
                    lure.span, severity=severity, chain=(lure.sentence.span, lure.span),
                    message=f"an extension of {host_of(lure.url)} is to be loaded past the shop",
                )  # fmt: skip


def _by_hand(lure: Lure) -> bool:
    fetched = lure.ware in _WARES or lure.url.endswith((".vsix", ".crx", ".xpi"))
    return fetched and bool(_UNPACKED.search(_lures.section(lure.sentence)))


RULE = Rule(
    id="sideloaded-extension",
    title="an extension is loaded past the shop",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A shop checks an extension and can withdraw it. One that is loaded by hand is checked by nobody and stays.",
    remedy="Publish the extension in the shop of its browser or editor, and name it there.",
    look=look,
    anchors=(
        r"load unpacked", r"developer mode", r"--install-extension", r"\b(?:chrome|edge|brave|opera)://extensions",
        r"about:(?:debugging|addons)", r"\.(?:vsix|crx|xpi)\b", r"install from (?:file|vsix)",
    ),
    given=(("://",),),
)  # fmt: skip
