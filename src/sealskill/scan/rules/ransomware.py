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


_PAYS = pattern(r"\b(?:send|pay|transfer|deposit|buy|payment|costs?|price)\b")
_COINS = pattern(
    r"\b(?:btc|bitcoins?|monero|xmr|usdt|eth|ethereum|litecoin|crypto\w*)\b|\bbc1[a-z0-9]{8}|\b0x[0-9a-f]{40}"
)
_BACK = pattern(
    r"\b(?:get|want|recover\w*|restor\w+|decrypt\w*|unlock\w*|return\w*|back)\b.{0,60}\b(?:files?|data|them|documents|photos)\b|"
    r"\b(?:files|documents|photos|data)\b.{0,60}\b(?:encrypted|locked|archived|sealed|scrambled|gone|taken|ours)\b"
)
_HARMS = (Verb.DELETE, Verb.ENCRYPT)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every document that encrypts files and takes the plain ones away, or asks for something in return."""
    for document in hits:
        yield from _demanded(package, document)
        locks = [one for one in document.acts if one.verb is Verb.ENCRYPT and one.doer is not Doer.NOBODY]
        for act in locks:
            severity = _severity(package, document, act)
            if severity is not None:
                yield RULE.at(
                    act.span, severity=severity, confidence=_acts.sure(package, act), chain=_acts.trail(package, act)
                )


def _demanded(package: Package, document: Document) -> Iterator[Finding]:
    """A program that takes files away and writes down what their return costs, whatever it locks them with."""
    note = next((one for one in document.acts if one.verb is Verb.WRITE and _demands(one.what)), None)
    if note is None or note.doer is not Doer.CODE:
        return
    harm = next((one for one in document.acts if one.verb in _HARMS and one.doer is Doer.CODE), None)
    if harm is not None:
        yield RULE.at(
            harm.span, confidence=_acts.sure(package, harm),
            message="files go, and a note says what their return costs",
            chain=(*_acts.trail(package, harm), note.span),
        )  # fmt: skip


def _demands(said: str) -> bool:
    """Whether a text asks for money and promises files for it."""
    raw = said.encode("utf-8", "replace")
    return bool(_PAYS.search(raw) and _COINS.search(raw) and _BACK.search(raw))


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
        r"\b(?:btc|bitcoins?|monero|xmr|usdt)\b|\bbc1[a-z0-9]{8}",
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
