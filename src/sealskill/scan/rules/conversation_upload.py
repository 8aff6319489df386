"""The agent's own instructions, or all that was said, as the body of a request to somebody nobody named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.signs import Sign, anchors, ways
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_ALL_OF_IT = pattern(ways(Sign.CONTEXT))
_GOES = pattern(
    r"\b(?:send|post|upload|transmit|submit|call|request|body|payload|pass|forward|attach|include|append|report|share|put|deliver|push|"
    r"env[ií]|envoy|transmet|send[et]|schick|übermittl|invi|encaminh|carreg)\w*|отправ|переда|发送|上传|提交|送信|アップロード|전송|보내|업로드"
)
_ABOUT = (Topic.MEMORY, Topic.MESSAGES, Topic.TELEMETRY, Topic.BACKUP, Topic.HISTORY)
# What a description says that does not keep quiet of it.
_SAYS_SO = pattern(
    r"\b(?:send|post|upload|shar|sync|cloud|api|remote|server|service|hosted|online|relay|record|transcri|convers|chat|prompt|session|"
    r"log)\w*|发送|上传|云|对话|会話|送信|전송|대화"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such request; bad where the description is silent about it, odd where it is not."""
    if package.purpose.covers(Topic.SECURITY):
        return
    told = _said.Told(RULE, package, hits, stem=ways(Sign.CONTEXT))
    for one in told.meaning(_ALL_OF_IT):
        if not _said.denied(one, _ALL_OF_IT) and not _said.to_programmers(one):
            yield from _sent(package, one)


def _sent(package: Package, one: Sentence) -> Iterator[Finding]:
    near = b" ".join(part.words for part in one.prose.within(one.block))
    places = [url for _, _, url in urls_in(near)] if _GOES.search(near) else []
    for url in places[:_MANY]:
        stands = standing(url, package.vendor)
        alike = stands is Standing.VENDOR and not package.vendor.vouched(url)
        if stands in FOREIGN or alike:
            yield RULE.at(one.span, severity=_severity(package, one, strange=stands in STRANGE, alike=alike))
            return


_MANY = 8
"""Addresses of one paragraph that are looked at."""


def _severity(package: Package, one: Sentence, *, strange: bool, alike: bool) -> Severity:
    about = package.purpose.covers(*_ABOUT) or bool(_SAYS_SO.search(package.purpose.said.encode()))
    if _said.hidden(one) or (strange and not about):
        return Severity.HIGH
    return Severity.MEDIUM if about or alike else Severity.HIGH


RULE = Rule(
    id="conversation-upload",
    title="the conversation or the agent's own instructions are handed to somebody nobody named",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="All that was said holds names, plans and keys; nobody who asks for a poem means to give it away.",
    remedy="Send what the person chose, to a service that the skill declares, when they ask for it.",
    look=look,
    anchors=(anchors(Sign.CONTEXT),),
    given=(("://",),),
)
