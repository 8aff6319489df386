"""Orders that are fetched from a host: what the skill does is decided there, today and every day after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.hosts import NAMELESS, HostKind, kind_of_url, urls_in
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.document import Span
    from sealskill.scan.package import Package

_FETCH = (
    r"(?:fetch|re-?fetch|download|read|load|get|check|pull|curl|retrieve|visit|open|consult|sync|poll|query|"
    r"look\s+up|pick\s+up)"
)
_OBEY = (
    r"(?:follow|execute|obey|perform|apply|carry\s+out|act\s+on|act\s+according|adhere\s+to|do\s+(?:what|whatever|"
    r"as)|comply|implement)"
)
_TEXTS = (
    r"(?:instructions?|steps|directions|guidance|commands?|tasks?|orders|directives|it|them|that|what\s+it\s+says|"
    r"whatever\s+it\s+says|prompt|workflow|rules)"
)
_FOLLOWS = pattern(
    rf"\b{_FETCH}\w*\b[^\n]{{0,160}}?https?://[^\n]{{0,160}}?\b{_OBEY}\w*\b[^.\n]{{0,40}}?\b{_TEXTS}\b|"
    rf"\b{_OBEY}\w*\b[^.\n]{{0,40}}?\b{_TEXTS}\b[^.\n]{{0,40}}?\b(?:at|from|in|on|returned\s+by|served\s+(?:by|"
    r"at|from)|hosted\s+(?:at|on)|found\s+at|published\s+at)\s+(?:this\s+|the\s+)?(?:\w+\s+)?(?:<|`|"
    r"\()?https?://|"
    rf"\b{_OBEY}\w*\b[^.\n]{{0,30}}?\b(?:the\s+)?{_TEXTS}\s+(?:it\s+returns|returned|it\s+contains|you\s+receive|"
    r"received|from\s+the\s+(?:response|server|api|endpoint|remote|url|page)|in\s+the\s+(?:response|fetched|"
    r"downloaded|remote))\b|"
    rf"\b{_FETCH}\w*\b[^\n]{{0,160}}?https?://[^\n]{{0,160}}?\b(?:do\s+what(?:ever)?\s+(?:stands|is\s+written|it\s+says|the\s+\w+"
    r"\s+says?)|treat\s+(?:it|them|this|that|its\s+\w+|the\s+\w+)\s+as\s+(?:\w+\s+){0,2}?(?:part|rules|instructions|orders|system))\b|"
    r"(?:获取|下载|读取|访问|拉取)[^。\n]{0,60}?https?://[^。\n]{0,80}?(?:遵循|执行|按照|照做)|"
    r"https?://[^。\n]{0,80}?(?:取得|ダウンロード|読み)[^。\n]{0,40}?(?:従|実行)|https?://[^.\n]{0,80}?(?:가져|"
    r"다운로드|읽)[^.\n]{0,40}?(?:따르|실행)|"
    r"(?:descarga|obt[eé]n|lee|baixe|leia|t[eé]l[eé]charge[zr]?|r[eé]cup[eè]re[zr]?|lade|hole|lies|загрузи|"
    r"скачай|прочитай)\pL*[^\n]{0,100}?https?://[^\n]{0,100}?(?:sigue|ejecuta|siga|execute|suis|suivez|"
    r"ex[eé]cute|befolge|f[uü]hre|выполни|следуй)"
)
_INTRODUCED = pattern(
    rf"\b{_FETCH}\w*\b[^.\n]{{0,80}}?\b(?:and|then)\s+{_OBEY}\w*\s+(?:it|them|that)\b[^.\n]{{0,20}}:\s*$"
)
_UPDATES = pattern(
    r"\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}?https?://[^\s\"'`]{1,200}\.md\b[^\n]{0,60}?(?:>|-o|-O|"
    r"--output|\btee\b)\s*[\"']?[^\n]{0,120}?\.md\b|"
    r"\b(?:curl|wget)\b[^\n]{0,60}?(?:-o|-O|--output)\s*[\"']?[^\s]{0,160}(?:SKILL|HEARTBEAT|AGENTS|CLAUDE|SOUL|"
    r"RULES)\.md\b[^\n]{0,120}?https?://|"
    r"\b(?:re-?fetch|re-?download|update|replace|overwrite|refresh|reload)\w*\s+(?:\w+\s+){0,3}?(?:this\s+skill|"
    r"SKILL\.md|skill\s+file|these\s+files|this\s+file|your\s+(?:local\s+)?copy)\b[^\n]{0,100}?(?:https?://|"
    r"\bfrom\s+(?:the\s+)?(?:server|remote|host|url|web)|\banytime\b)"
)
_ADDRESS = pattern(r"\b(?:curl|wget|iwr|fetch)\b[^\n]{0,80}?https?://")
_OFTEN = pattern(
    r"\b(?:heartbeat|periodic\w*|regularly|every\s+(?:\d+\s+|few\s+|other\s+)?(?:\w+\s+)?(?:minutes?|hours?|"
    r"days?|sessions?|time|morning|startup|week)|hourly|daily|cron|on\s+(?:each|every)\s+(?:start|session|run)|"
    r"each\s+(?:session|time|day)|at\s+startup|before\s+(?:every|each|any)|check\s+for\s+updates|anytime)\b|定期|"
    r"每[天次小]|定期的|毎|정기|매일|매번"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every order to fetch orders, and every text of a skill that is replaced from a host."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_FOLLOWS):
        if not one.negated or _said.hidden(one):
            yield from _judged(
                package, one.span, hidden=_said.hidden(one), often=bool(_OFTEN.search(_said.around(one)))
            )
    for one in told.meaning(_INTRODUCED):
        if not one.negated and _ADDRESS.search(_said.block_behind(one.span)):
            yield from _judged(package, one.span, hidden=_said.hidden(one), often=False)
    for document in hits:
        for found in (_FOLLOWS, _UPDATES):
            # The first place says it all: such a skill lists a dozen files.
            for span in islice(_said.lines(document, found), 1):
                yield from _judged(package, span, hidden=_said.covert(span), often=True)


def _judged(package: Package, span: Span, *, hidden: bool, often: bool) -> Iterator[Finding]:
    urls = [url for _, _, url in urls_in(span.data)]
    kinds = {kind_of_url(url) for url in urls}
    if urls and kinds <= {HostKind.LOCAL, HostKind.EXAMPLE}:
        return
    nameless = bool(kinds & NAMELESS)
    if hidden or (nameless and often):
        yield RULE.at(span, axis=Axis.MALICE, severity=Severity.HIGH)
    else:
        yield RULE.at(span, axis=Axis.MALICE if nameless else Axis.POWER)


RULE = Rule(
    id="remote-instructions",
    title="the agent is to follow what a host serves",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "What was read before it was trusted is not what will be obeyed: whoever holds the host writes the orders of "
        "tomorrow."
    ),
    remedy="ship the text with the skill; let new versions come through the registry",
    anchors=_said.anchors(
        r"https?://\S+\.(?:md|txt)\b",
        (
            r"follow|obey|carry\s+out|adhere|comply|act\s+(?:on|according)|whatever\s+it|instructions?\s+(?:it|"
            r"returned|from|in|at)|re-?fetch|re-?download|"
            r"do\s+what|treat\s+(?:it|them|this|that|its|the)"
        ),
        "遵循|照做|按照|従|따르|sigue|suivez|befolge|ледуй|ыполни",
    ),
    look=look,
)
