"""Orders that leave the person's things less safe: open to everybody, secrets in the clear, one password for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Kind
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.triggers import standing
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_OPENS = pattern(
    r"\b(?:permissions?|mode)\s+(?:\w+\s+){0,3}?to\s+(?:0o?)?(?:777|666)\b|"
    r"\bchmod\s+(?:-[a-zA-Z]+\s+)*(?:0?777|0?666|a\+rwx|a\+w|o\+w|ugo\+rwx)\b|\bos\.chmod\([^\n]{1,80}0o?(?:777|"
    r"666)\b|\bchmodSync\([^\n]{1,80}0o?(?:777|666)\b|\bicacls\b[^\n]{1,80}Everyone:\(?\w*F|\b(?:world|"
    r"publicly)[\s-]+(?:writ|read)able\b"
)
_LOCKS = pattern(
    r"\bpassword-?\s*protected\s+(?:archive|zip|file|document)s?|"
    r"\b(?:lock|protect|encrypt|secure|zip|archive)\w*\b[^.\n]{0,60}?\bpasswords?\s*(?:is\s*|:\s*|of\s+)?[`'\"“‘]?[\w!@#-]{0,30}\d|"
    r"\bpasswords?\s*(?:is|:|=)\s*[`'\"“‘][^`'\"”’\s]{4,40}[`'\"”’][^.\n]{0,80}?\b(?:all|every|always)\b|加密压缩|パスワード付き"
)
_PRINTS = pattern(
    r"\b(?:print|log|echo|output|write|display|dump|include|store|save|expose|"
    r"show)\w*\b[^.\n]{0,60}?\b(?:\w{2,}_(?:TOKEN|SECRET|KEY|PASSWORD)|(?:api|access|auth|secret)\s*(?:keys?|"
    r"tokens?)|tokens?|passwords?|credentials?|secrets?)\b[^.\n]{0,60}?\b(?:(?:in(?:to)?|"
    r"to)\s+(?:the\s+)?(?:\w+\s+)?(?:logs?|console|stdout|output|plain\s*text|clear\s*text|readme|comments?|code|"
    r"repo\w*|document|file|footer)|in\s+(?:plain|clear)\s*text|for\s+debugging)\b|"
    r"\b(?:passwords?|tokens?|keys?|credentials?|secrets?)\b[^.\n]{0,30}?\b(?:in|as)\s+(?:plain|clear)\s*-?\s*text\b"
)
_SHARES = pattern(
    r"\b(?:copy|save|store|back\s*up|place|put|move|write|export|duplicate|mirror|upload|"
    r"sync)\w*\b[^.\n]{0,80}?\b(?:shared|public|network|team|common|company|central)\s+(?:\w+\s+)?(?:folder|"
    r"drive|directory|disk|share|backup|location|storage|volume|repository|bucket)s?\b|\b(?:copy|save|store|"
    r"back\s*up|write|cp|append)\w*\b[^.\n]{0,80}?\s(?:/shared|/mnt/\w+|/public|/var/tmp|/tmp|/dev/shm|/srv/\w+|"
    r"\\\\\\\\\w+)\b[^.\n]{0,60}"
)
_FIRED = frozenset({Kind.SHELL, Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.POWERSHELL})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order, as a warning; a fix that says what it is for is not meant."""
    told = _said.Told(RULE, package, hits)
    covers = package.purpose.covers
    for one in told.meaning(_OPENS, lessons=False):
        if _said.ordered(one, _OPENS) and not covers(Topic.PERMISSIONS):
            yield RULE.at(one.span)
    for found, topic in ((_LOCKS, Topic.LOCKING), (_SHARES, Topic.BACKUP)):
        for one in told.meaning(found):
            always = _is_standing(one) or (topic is Topic.LOCKING and _FIXED.search(one.words))
            if _said.ordered(one, found) and not covers(topic) and (_said.hidden(one) or always):
                yield RULE.at(one.span, message=_SAID[topic])
    for one in told.meaning(_PRINTS):
        always = _is_standing(one) or _EXCUSE.search(one.words)
        if _said.ordered(one, _PRINTS) and (_said.hidden(one) or always):
            yield RULE.at(one.span, message="the text has secrets written where others read")
    if not covers(Topic.PERMISSIONS):
        for document in hits:
            if document.kind in _FIRED:
                yield from (RULE.at(span, axis=Axis.POWER) for span in _said.places(document, _OPENS))


_SAID = {
    Topic.LOCKING: "the text has work of the person locked with a password of its own",
    Topic.BACKUP: "the text has work of the person copied to where others read",
}
_FIXED = pattern(r"\bpasswords?\s*(?:is\s*|:\s*|of\s+)?[`'\"“‘]?[\w!@#-]{0,30}\d")
_EXCUSE = pattern(r"\b(?:for\s+debugging|so\s+that|troubleshoot\w*|traced|for\s+the\s+team)\b")
_MUST = pattern(r"\b(?:must|should|all\s+files|important)\b")


def _is_standing(one: Sentence) -> bool:
    """Whether it goes with all work, or is pressed upon the agent."""
    return bool(_MUST.search(one.words)) or standing((one.words,), one.heading)


RULE = Rule(
    id="weakening-orders",
    title="the text has files opened to everybody",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "Nothing is stolen yet. Whoever comes next finds the door open, and the person does not know that it was "
        "opened."
    ),
    remedy="leave permissions and passwords to the person; keep secrets out of logs",
    anchors=_said.anchors(
        r"chmod|icacls|permissions? to|mode to|world-? ?(?:writ|read)able|publicly (?:writ|read)able",
        (
            r"password-? ?protect|passwords?|tokens?\b|credentials?|secrets?\b|(?:plain|clear) ?text|_(?:TOKEN|"
            r"SECRET|KEY|PASSWORD)"
        ),
        (
            r"(?:shared|public|network|team|common|company|central|backup) (?:folder|drive|directory|disk|share|"
            r"backup|storage|bucket)|/shared|/mnt/|/public|/var/tmp|/dev/shm"
        ),
        "加密压缩|パスワード付き",
    ),
    look=look,
)
