"""The person's files are made unreadable for the person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_NOTE = pattern(
    r"\b(?:ransom|decrypt(?:ion)?\s+key|files\s+(?:have\s+been|are)\s+(?:encrypted|locked)|"
    r"pay(?:ment)?\b.{0,60}\b(?:bitcoin|btc|monero|xmr|wallet)|"
    r"(?:README|HOW|RESTORE|RECOVER|DECRYPT)[_-](?:TO[_-])?(?:DECRYPT|RESTORE|RECOVER|FILES))"
)
# A password that stands there in plain words is odd, but the person can read it.
_OPEN = pattern(r"\bpasswords?\s*(?:is|:|=)?\s*[`'\"“‘][^`'\"”’\s]{3,40}[`'\"”’]")


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every document that encrypts files and takes the plain ones away, or asks for something in return."""
    for document in hits:
        locks = [one for one in document.acts if one.verb is Verb.ENCRYPT and one.doer is not Doer.NOBODY]
        for act in locks:
            severity = _severity(package, document, act)
            if severity is not None:
                yield RULE.at(
                    act.span, severity=severity, confidence=_acts.sure(package, act), chain=_acts.trail(package, act)
                )


def _severity(package: Package, document: Document, act: Act) -> Severity | None:
    gone = any(one.verb is Verb.DELETE and one.doer is not Doer.NOBODY for one in document.acts)
    wanted = bool(_NOTE.search(act.span.document.data))
    about = package.purpose.covers(Topic.LOCKING, Topic.BACKUP)
    if gone and wanted:
        return Severity.HIGH if about else Severity.CRITICAL
    if about:
        return None
    if _OPEN.search(act.span.data):
        return Severity.MEDIUM
    if act.hidden or (gone and _acts.unasked(package, act)):
        return Severity.HIGH
    return Severity.MEDIUM if gone and act.path else None


RULE = Rule(
    id="ransomware",
    title="files are encrypted and the plain ones taken away",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="Whoever holds the key decides whether the person sees their files again.",
    remedy="Encrypt copies, leave the originals, and let the person choose the key.",
    look=look,
    anchors=(
        r"encrypt",
        r"\bfernet\b",
        r"\bAES\b",
        r"\bcipher",
        r"\bgpg\b",
        r"openssl enc",
        r"\bage -",
        r"setpassword",
        r"\bzip -[a-z]*[eP]",
    ),
)
