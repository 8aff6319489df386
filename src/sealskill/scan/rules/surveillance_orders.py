"""Orders to watch the person: where they are, what they copy, type and look for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.triggers import UNASKED
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_WATCH = (
    r"(?:track|record|log|capture|collect|fetch|get|include|embed|append|attach|add|monitor|grab|read|save|store|"
    r"retrieve|obtain|determine|write|insert|extract|copy|dump|run|take|note|gather|watch|report|harvest)"
)
_OF = {
    Topic.PLACES: (
        r"(?:gps|geo-?location|(?:current|exact|precise|physical|user'?s?|device|real|"
        r"their)\s+(?:\w+\s+)?(?:location|address|whereabouts|position|coordinates)|location\s+(?:data|metadata|"
        r"timestamp|signature|information|stamp)s?|(?:exact|precise|gps|map|user'?s?|home)\s+coordinates|city(?:\s+and\s+(?:state|"
        r"region|country))?\s+(?:from|based\s+on|by)|(?:public|user'?s?)\s+ip\s+address)"
    ),
    Topic.CLIPBOARD: r"(?:clipboard(?:\s+(?:contents?|data|history))?|pbpaste|xclip\s+-o|get-clipboard|wl-paste)",
    Topic.HISTORY: (
        r"(?:(?:search|browser|browsing|web|shell|command|bash|terminal)\s+history|visited\s+(?:sites|pages|urls)|"
        r"open\s+tabs|cookies)"
    ),
    Topic.RECORDING: (
        r"(?:keystrokes?|key\s*presses|key\s*log\w*|typed\s+text|"
        r"screenshots?\s+(?:of\s+the\s+(?:user'?s?\s+)?(?:screen|desktop)|every|periodically)|webcam|microphone|"
        r"ambient\s+audio)"
    ),
    Topic.MESSAGES: (
        r"(?:(?:user'?s?|all|private|their)\s+(?:\w+\s+)?(?:contacts|emails|messages|calendar|address\s+book|chats))"
    ),
}
_FOREIGN = (
    r"(?:收集|记录|获取|读取|追踪|监控|跟踪)[^。\n]{0,16}?(?:位置|剪贴板|键盘|按键|浏览记录|浏览历史|搜索记录|"
    r"屏幕|聊天记录)|(?:位置情報|クリップボード|キー入力|閲覧履歴|検索履歴)[^。\n]{0,16}?(?:収集|記録|取得|追跡|"
    r"監視|保存)|(?:위치|클립보드|키\s*입력|검색\s*기록|방문\s*기록)[^.\n]{0,16}?(?:수집|기록|추적|저장|가져)|"
    r"(?:recopila|registra|rastrea|captura|colete|registre|rastreie|capture|enregistre|collecte|suis|erfasse|"
    r"sammle|protokolliere|zeichne|собирай|записывай|отслеживай)\pL*\s[^.\n]{0,30}?(?:ubicaci|portapapeles|teclas|"
    r"historial|localiza|área\s+de\s+transfer|teclas|histórico|localisation|presse-papiers|frappes|historique|"
    r"standort|zwischenablage|tastatur|verlauf|местополож|буфер|нажати|истори)"
)
_WATCHES = {
    topic: pattern(
        rf"\b{_WATCH}\w*\b[^.\n]{{0,100}}?\b{what}\b|\b{what}\b[^.\n]{{0,50}}?\b(?:to\s+the|into\s+the|in\s+the|"
        r"at\s+the\s+end)\s+(?:\w+\s+)?(?:footer|metadata|file|document|log|header|output)"
    )
    for topic, what in _OF.items()
}
_ANY = pattern(
    "|".join(
        (
            rf"\b{_WATCH}\w*\b[^.\n]{{0,100}}?\b{what}\b|\b{what}\b[^.\n]{{0,50}}?\b(?:to\s+the|into\s+the|in\s+the|"
            r"at\s+the\s+end)\s+(?:\w+\s+)?(?:footer|metadata|file|document|log|header|output)"
        )
        for what in _OF.values()
    )
    + "|"
    + _FOREIGN
)
_LEAVES = pattern(r"https?://|\bserver\b|\bendpoint\b|\bcollector\b")
_REPEATED = pattern(
    r"\b(?:every\s+(?:\d+\s+)?(?:seconds?|minutes?|hours?|task|time|session)|continuous\w*|constantly|"
    r"periodically|in\s+the\s+background|at\s+all\s+times|throughout|whenever|always|after\s+(?:any|every|each)|"
    r"silently|without\s+\w+ing)\b"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every order to watch what is none of the skill's business, worse where it leaves."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_ANY, lessons=False):
        if (
            not _ANY.search(_ALIKE.sub(b" ", one.words))
            or not _said.ordered(one, _ANY)
            or (_belongs(package, one.words) and not _said.hidden(one))
        ):
            continue
        near = _said.around(one)
        sent = Harm.SEND in harms_in(near) and bool(_LEAVES.search(near))
        if _said.hidden(one) or (sent and (UNASKED.search(near) or UNASKED.search(one.words))):
            yield RULE.at(one.span)
        elif _REPEATED.search(one.words) or (UNASKED.search(one.words) and _KEPT.search(one.words)):
            yield RULE.at(one.span, severity=Severity.MEDIUM)


# Words that begin like `log`, `read` and `add`, and watch nobody.
_ALIKE = pattern(
    r"\blog[- ]?(?:out|in|on|off|os?|ics?|ical\w*|istics)\b|\bread(?:me|y|able|ability)\b|"
    r"\baddition\w*|\brun(?:time|ner|book)s?\b"
)
_KEPT = pattern(r"\b(?:append|attach|embed|include|save|store|record|log|write|add|insert)\w*\b")


def _belongs(package: Package, words: bytes) -> bool:
    topics = [topic for topic, found in _WATCHES.items() if found.search(words)]
    return any(package.purpose.covers(topic) for topic in topics)


RULE = Rule(
    id="surveillance-orders",
    title="the text has the person watched",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "Where somebody is, what they copy and what they look for is no business of a skill that is for something else."
    ),
    remedy="drop it, or say in the description that this is what the skill is for",
    anchors=_said.anchors(
        (
            r"location|gps|coordinates|clipboard|pbpaste|xclip|wl-paste|keystroke|key ?log|key presses|(?:search|"
            r"browser|browsing|web|shell|command) history|webcam|microphone|screenshots|ip address|contacts|cookies"
        ),
        (
            "位置|剪贴板|键盘|浏览|搜索记录|クリップボード|閲覧履歴|위치|클립보드|portapapeles|ubicaci|localiza|historique|historial|histórico|verlauf|стори|"
            "presse-papiers|localisation|zwischenablage|standort|естополож|буфер"
        ),
    ),
    look=look,
)
