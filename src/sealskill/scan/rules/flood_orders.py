"""Orders to send a great many requests to somebody: the agent becomes the attacker, on the person's account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.facts.hosts import HostKind, kind_of_url, urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import FOREIGN, STRANGE, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _said

if TYPE_CHECKING:
    from sealskill.scan.document import Span
    from sealskill.scan.package import Package

_MANY = (
    r"(?:\d{1,3}[,.]?\d{3,}|[1-9]\d{2,}|thousands?|hundreds?|millions?|dozens|countless|endless(?:ly)?|unlimited|"
    r"infinite(?:ly)?|as\s+many|as\s+fast|continuous(?:ly)?|repeated(?:ly)?|constant(?:ly)?|non-?stop|massive|"
    r"parallel|concurrent)"
)
_FLOODS = pattern(
    r"\b(?:send|make|issue|fire|launch|perform|generate|execute|submit|open|run|post|get|call|curl|fetch|ping|"
    rf"hit|request)\w*\b[^.\n]{{0,60}}?\b{_MANY}\b[^.\n]{{0,60}}?\b(?:requests?|connections?|calls?|pings?|"
    r"packets?|posts?|queries|times|threads|messages|emails)\b|"
    r"\b(?:flood|ddos|dos|overwhelm|overload|hammer|bombard|saturate|spam|take\s+down|knock\s+(?:out|offline)|"
    r"exhaust)\w*\b[^.\n]{0,60}?\b(?:servers?|hosts?|sites?|websites?|endpoints?|api|targets?|services?|network|"
    r"url|https?://\S+|inbox\w*|users?)\b|"
    r"(?:发送|发起|请求)[^。\n]{0,10}?(?:\d{3,}|大量|上千|数千|无数|并发|持续)[^。\n]{0,10}?(?:请求|连接|数据包|"
    r"访问)|(?:大量|数千|\d{3,}回?)の?[^。\n]{0,10}?(?:リクエスト|接続|パケット)[^。\n]{0,12}?(?:送信|送|実行)|"
    r"(?:대량|수천|\d{3,}[번개]?)[^.\n]{0,12}?(?:요청|연결|패킷)[^.\n]{0,12}?(?:보내|전송|실행)|"
    r"(?:^|\PL)(?:env[ií][ea]|envoi?e|envoyez|sende|отправ|посылай)\pL*\s[^.\n]{0,30}?(?:miles|milhares|milliers|"
    r"tausende|hunderte|тысяч|сотн|\d{3,})[^.\n]{0,30}?(?:solicitud|petici|requisi|requ[eê]te|anfrage|запрос)"
)
_STEM = (
    r"requests?\b|connections?|packets?|pings?|\btimes\b|threads|messages|flood|dos\b|overwhelm|overload|hammer|"
    r"bombard|saturat|spam|take\s+down|knock|exhaust|请求|数据包|连接|リクエスト|パケット|接続|요청|패킷|연결|"
    r"solicitud|petici|requisi|requ(?:e|ê)te|anfrage|запрос"
)
_LOOP = pattern(
    r"(?:while\s+true|while\s+:|for\s+\w+\s+in\s+(?:\{\s*1\s*\.\.\s*\d{3,}\s*\}|"
    r"\$\(\s*seq\s+(?:1\s+)?\d{3,}\s*\)|range\(\s*\d{3,}))[^\n]{0,40}[\s;:]+(?:do\s+)?[^\n]{0,80}\b(?:curl|wget|"
    r"requests\.\w+|fetch|nc|ping|hping3)\b[^\n]{0,200}?https?://[^\s\"']+|\b(?:ab|wrk|hey|siege|hping3|"
    r"slowloris|vegeta)\s+-[^\n]{0,120}?https?://[^\s\"']+|"
    r"\bxargs\s+-P\s*\d+[^\n]{0,60}\bcurl\b[^\n]{0,120}https?://[^\s\"']+"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order to a stranger's address; load tests of one's own warn at most."""
    own = package.purpose.covers(Topic.LOAD, Topic.SECURITY)
    told = _said.Told(RULE, package, hits, stem=_STEM)
    for one in told.meaning(_FLOODS):
        if (
            _floods(one.words)
            and _said.ordered(one, _FLOODS)
            and (_said.hidden(one) or not (own or _said.warns_before(one, _FLOODS)))
        ):
            if _said.hidden(one) or _abroad(one.span) or _OPENLY.search(one.words):
                yield RULE.at(one.span)
            elif _THERE.search(one.words):
                yield RULE.at(one.span, severity=Severity.MEDIUM)
    yield from _looped(package, hits, own=own)
    for document in hits:
        for span in _said.lines(document, _LOOP):
            if _abroad(span) and not _PACED.search(span.data + _said.following(span, 600)):
                yield RULE.at(span, severity=Severity.MEDIUM if own else Severity.HIGH)


def _floods(words: bytes) -> bool:
    """Whether it says so within one field: `session: hammer` and a prompt below about an address bar say nothing."""
    return bool(_FLOODS.search(_FIELD.sub(b". ", words)))


_FIELD = pattern(r"\b\w{1,30}:\s*(?:\"{3}|'{3})")


def _looped(package: Package, hits: Hits, *, own: bool) -> Iterator[Finding]:
    """The loops of programs that call somebody without end and without a pause."""
    for act in _acts.meant(hits, Verb.REPEAT):
        calls = [act.url] if act.url else [one.url for one in act.span.document.acts if _inside(one, act)]
        if act.doer is not Doer.PERSON and any(standing(url, package.vendor) in FOREIGN for url in calls):
            bad = not own and (_acts.unasked(package, act) or _strange(package, calls))
            yield RULE.at(
                act.span, severity=Severity.HIGH if bad else Severity.MEDIUM, chain=_acts.trail(package, act),
                confidence=_acts.sure(package, act), message="a loop without an end calls somebody's host",
            )  # fmt: skip


def _inside(one: Act, loop: Act) -> bool:
    return bool(one.url) and loop.span.start <= one.span.start < loop.span.end + _BODY


_BODY = 600
"""Bytes below the head of a loop in which its calls are looked for."""


def _strange(package: Package, urls: list[str]) -> bool:
    return any(standing(url, package.vendor) in STRANGE for url in urls)


_OPENLY = pattern(
    r"\b(?:ddos|take\s+down|knock\s+(?:out|offline)|overwhelm\s+(?:the|their)\s+(?:server|site|service|target)|"
    r"flood\s+(?:the|their)\s+(?:server|site|service|target|host))\b"
)
_THERE = pattern(
    r"\b(?:to|at|against|towards?)\s+(?:the\s+|their\s+|a\s+)?(?:target|victim|server|website|competitor|site|"
    r"host)\b|目标|服务器|サーバ|서버|servidor|serveur|server|сервер"
)


_PACED = pattern(r"\bsleep\b|\btimeout=|\bset(?:Timeout|Interval)\b|\bbackoff\b|\bwait\b")


def _abroad(span: Span) -> bool:
    kinds = {kind_of_url(url) for _, _, url in urls_in(span.data)}
    return bool(kinds - {HostKind.LOCAL, HostKind.EXAMPLE})


RULE = Rule(
    id="flood-orders",
    title="the text has somebody's host flooded with requests",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Requests without end from many persons' machines take a service down, and the person is who sent them.",
    remedy="call a service as often as a task needs, and back off when it says so",
    anchors=_said.anchors(
        (
            r"flood|ddos|(?:endless|infinite|tight|never-ending) loop|non-?stop|as (?:fast|often) as|keep (?:on "
            r")?(?:request|"
            r"call|fetch|ping|send|hit|load|open|download)ing|overwhelm|overload|hammer|bombard|saturate|take down|"
            r"knock (?:out|offline)|hping|slowloris|"
            r"siege|while\s*\(?\s*true|while 1|while :|for\s*\(\s*;\s*;|itertools|"
            r"seq (?:1 )?\d\d\d|1\.\.\d\d\d|xargs -P|range\(\d\d\d"
        ),
        (
            r"(?:\d\d\d|thousands?|hundreds?|millions?|countless|endless|unlimited|infinite|many|possible|repeated|"
            r"concurrent|parallel|continuous|of|http|https|get|post) (?:requests|connections|pings|packets|queries|"
            r"times)"
        ),
        "请求|リクエスト|요청|solicitud|petici|requisi|requête|anfrage|запрос",
    ),
    look=look,
)
