"""Files of the person that leave without being asked for, or for a place where nobody can be held to anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.facts.hosts import HostKind, account_of, kind_of_url, opened
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_SECRET = frozenset(Data) - {Data.FILES, Data.CHOSEN, Data.SYSTEM, Data.SCREEN}


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every act that sends files somewhere the skill does not explain."""
    for act in _acts.linked(hits, Verb.SEND):
        if _files(act) and not act.data & _SECRET:
            severity = _severity(package, act)
            if severity is not None:
                yield RULE.at(
                    act.span, severity=severity, axis=Axis.POWER if severity is Severity.LOW else Axis.MALICE,
                    confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
                    message=f"files leave for {_acts.whither(act)}",
                )  # fmt: skip


def _files(act: Act) -> bool:
    """Whether files leave; whatever goes to a file drop is one."""
    return Data.FILES in act.data or (Data.CHOSEN in act.data and kind_of_url(act.url) is HostKind.FILES)


def _severity(package: Package, act: Act) -> Severity | None:
    stands = _acts.stands(package, act)
    planted = act.unasked and act.doer is Doer.CODE
    alike = stands is Standing.VENDOR and not package.vendor.vouched(act.url)
    if stands not in FOREIGN and not (planted and alike):
        return None
    about = package.purpose.covers(Topic.UPLOAD, Topic.BACKUP, Topic.MESSAGES)
    unasked = _acts.unasked(package, act)
    # A text that has a file sent to nobody in particular, and says so nowhere, hides it in the program.
    unsaid = (
        act.doer is Doer.CODE and stands is not Standing.HOOK and not package.vendor.documented[account_of(act.url)]
    )
    secret = unasked and not _acts.spoken_of(package, act)
    if opened(act.url) and Data.FILES in act.data and act.doer is Doer.CODE:
        return Severity.HIGH
    # What a program lays down to run by itself, and no text says that it sends anything.
    if planted and secret and not about:
        return Severity.HIGH
    if act.hidden and unsaid and not about and not _acts.spoken_of(package, act):
        return Severity.HIGH
    if (act.hidden or secret or unsaid) and not about and stands in STRANGE:
        return Severity.HIGH
    if unasked or (stands in STRANGE and stands is not Standing.HOOK and not about):
        return Severity.MEDIUM
    return Severity.LOW


RULE = Rule(
    id="file-exfiltration",
    title="files leave for a place the skill does not explain",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A document that was uploaded to a stranger cannot be called back.",
    remedy="Say where files go and why, upload only what was asked for, and use a host the skill declares.",
    look=look,
    anchors=_acts.NETWORK,
)
