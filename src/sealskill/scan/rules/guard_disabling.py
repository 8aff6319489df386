"""What protects the machine is switched off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.facts.guards import GUARDS, WATCHED
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every guard that is stopped."""
    for act in _acts.meant(hits, Verb.STOP):
        named = act.what.encode("utf-8", "replace") + b"\n" + act.span.data
        if GUARDS.search(named):
            severity = _severity(package, act, watched=bool(WATCHED.search(named)))
            yield RULE.at(
                act.span, severity=severity, axis=Axis.POWER if severity is Severity.LOW else Axis.MALICE,
                confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
                message=f"a guard is switched off: {act.what or act.span.text.strip()[:60]}",
            )  # fmt: skip


def _severity(package: Package, act: Act, *, watched: bool) -> Severity:
    about = package.purpose.covers(Topic.SECURITY, Topic.PERMISSIONS)
    if act.hidden or act.unasked:
        return Severity.HIGH
    if act.doer is Doer.PERSON or about:
        return Severity.LOW if about else Severity.MEDIUM
    return Severity.HIGH if watched and act.doer is Doer.CODE else Severity.MEDIUM


RULE = Rule(
    id="guard-disabling",
    title="a guard is switched off",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whatever comes next is not seen by what was there to see it.",
    remedy="Work with the guards of the machine; where one is in the way, ask the person for one narrow exception.",
    look=look,
    anchors=(
        r"defender|MpPreference|DisableRealtime|amsi", r"gatekeeper|spctl|csrutil|xprotect|quarantine",
        r"selinux|setenforce|apparmor",
        r"\bufw\b|iptables|firewall", r"auditd|falcon|crowdstrike|sentinel|carbon ?black|osquery|clam",
        r"sophos|bitdefender|kaspersky|avast|mcafee|norton|malwarebytes|\beset\b",
        r"anti-?virus", r"sysmon|wazuh|wevtutil|event ?log",
        r"EnableLUA|ExecutionPolicy|fail2ban|little snitch|\blulu\b",
    ),
)  # fmt: skip
