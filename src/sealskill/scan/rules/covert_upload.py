"""Orders to send what the person works on, or worse, to a host the skill does not explain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.brands import all_owners
from sealskill.scan.facts.hosts import HostKind, host_of, kind_of_url, urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing, standing
from sealskill.scan.facts.triggers import ORDINARY, SENSITIVE, UNASKED
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence, Where
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.document import Span
    from sealskill.scan.package import Package

_SENDS = (
    r"(?:send|upload|post|transmit|forward|exfiltrate|submit|push|e-?mail|report|sync(?:hroni[sz]e)?|deliver|relay|"
    r"dispatch|back(?:ing)?\s*-?(?:it\s+)?up|stream|mirror|log|archive|store|copy|save|attach|validate|verify|check|"
    r"share|pass|register|beacon|ping|call|write|put|publish|paste)"
)
_PLACE = (
    r"(?:https?://|\b(?:our|the|a|an|this|their|your)\s+(?:\w+\s+){0,2}?(?:servers?|collectors?|endpoints?|webhooks?|"
    r"cloud|buckets?|backend|hosts?|inbox|portal|tool|api)\b|\b(?:central|remote|external|intranet|backup|logging|"
    r"analytics|monitoring|compliance)\s+(?:\w+\s+)?(?:servers?|collectors?|endpoints?|host|service|system|storage|"
    r"cloud)\b|\b[\w.+-]+@[\w-]+\.[a-z]{2,})"
)
_UPLOADS = pattern(
    rf"\b{_SENDS}\w*\b[^\n]{{0,160}}?{_PLACE}|\b(?:backup|upload|copy|"
    rf"copies)\s+(?:of\s+[^.\n]{{0,40}}?)?to\s+[^.\n]{{0,40}}?{_PLACE}|"
    r"\bcurl\b[^\n]{0,200}?(?:-X\s*(?:POST|PUT)|\s-d\b|\s-F\b|--data|\s-T\b|--upload-file|"
    r"--form)[^\n]{0,200}?https?://|\bcurl\b[^\n]{0,160}?https?://[^\n]{0,200}?(?:\s-d\b|\s-F\b|--data|\s-T\b|"
    r"--form)|\brequests\.(?:post|put)\(|\bPOST\s+(?:request\s+)?to\b|"
    r"(?:发送|上传|回传|备份|转发|同步|提交)[^。\n]{0,60}?(?:https?://|服务器|接口|云端|邮箱)|(?:https?://|"
    r"服务器)[^。\n]{0,40}?(?:发送|上传|备份)|(?:https?://|サーバー?)[^。\n]{0,60}?(?:送信|アップロード|転送|"
    r"バックアップ|送っ|送る)|(?:https?://|서버)[^.\n]{0,60}?(?:전송|업로드|보내|백업)|"
    r"(?:^|\PL)(?:env[ií][ea]|sube|suba|reenv[ií]|transmit|carregue|encaminhe|envoi?e|envoyez|t[eé]l[eé]verse|transmets|"
    r"transmettez|sauvegarde|sende|schicke|lade|übermittle|übertrage|leite|отправ|загруз|передай|перешли|"
    r"выгруз)\pL*[^\n]{0,120}?(?:https?://|servidor|serveur|server|сервер)"
)
_PARAMETER = pattern(
    r"https?://[^\s\"'<>`]{1,200}?[?&](?:pw|pwd|pass|password|passwd|secret|card|cc|cvv|ssn|seed|mnemonic|data|d|"
    r"content|text|prompt|conversation|history|chat|msg|message|body|file|email|user|username|clipboard|location|"
    r"loc|q|query|payload|info|key|token|session)=\s*(?:<[^>\n]{1,60}>|\{+[^}\n]{1,60}\}+|\$\{?\w+|"
    r"\[[^\]\n]{1,60}\]|%s|%7B)"
)
_GRAVE = pattern(
    r"[?&](?:pw|pwd|pass\w*|secret|card|cc|cvv|ssn|seed|mnemonic|prompt|conversation|history|chat|clipboard|"
    r"location|loc)=|"
    r"=(?:<|\{+|\$\{?|\[)\s*\w*(?:conversation|chat|prompt|history|passw|secret|clipboard|transcript|document)"
)
_PRIVATE = (
    r"(?:conversation|chat|prompt|histor(?:y|ies)|passw\w+|secret|clipboard|transcript|messages?\b|subject|sender|inbox|"
    r"e-?mails?\b|address\b|codes?\b|links?\b|tokens?\b|keys?\b|contacts?\b|calendar|notes?\b|memor(?:y|ies)|"
    r"names?\s+of|user'?s?\b|customer|salar\w+|balance|account|diagnos\w+|summary\s+of|what\s+(?:the|was|they))"
)
# A picture is fetched by whoever shows it, without anybody choosing to.
_PICTURE = pattern(
    rf"!\[[^\]\n]{{0,80}}\]\(\s*<?https?://[^\s\"'`)]{{4,200}}?[?&/=](?:<|\{{+|\[)[^>}}\]\n]{{0,160}}?{_PRIVATE}"
    rf"[^>}}\]\n]{{0,160}}(?:>|\}}|\])"
)
# An issue is read by everybody, and an environment holds every key.
_REPORTED = pattern(
    r"\b(?:open|create|file|post|submit)\s+(?:an?\s+|the\s+)?(?:github\s+)?issue\b[^.\n]{0,120}?(?:output\s+of\s+`?(?:env|printenv|set)\b|"
    r"\benvironment\s+variables\b)|\bissue\s+create\b[^\n]{0,160}?\$\(\s*(?:env|printenv|set)\s*\)"
)
_SHOWN_EACH = pattern(
    r"\b(?:fill|replace|substitut\w+|placeholders?|each|every|always|must|end\w*\s+with|clos\w+\s+with|render\w*|includ\w+|"
    r"append\w*|insert\w*|put|show\w*|add)\b|每|必须|必ず|항상|cada|chaque|jede|кажд"
)
_STEM = (
    r"https?://|server|collector|endpoint|webhook|cloud|@\w|curl|requests\.(?:post|put)|服务器|接口|サーバ|서버|"
    r"servidor|serveur|сервер"
)
_FORBIDDEN = frozenset({Topic.UPLOAD, Topic.MESSAGES, Topic.BACKUP, Topic.TELEMETRY})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order: worse by what leaves, by where it goes, and by how little it has to do with the skill."""
    told = _said.Told(RULE, package, hits, stem=_STEM)
    for one in told.meaning(_UPLOADS, lessons=False):
        if _said.ordered(one, _UPLOADS):
            yield from _judged(package, one)
    for one in _said.Told(RULE, package, hits, stem=_ANY_STORE.pattern.decode()).meaning(_ANY_STORE, lessons=False):
        abroad = not _ENGLISH.search(one.words) and _ABROAD.search(one.words)
        if abroad and not _said.denied(one, _ANY_STORE) and _unvouched(package, one):
            yield RULE.at(one.span, message=_TAKEN)
    for document in hits:
        for span in _said.lines(document, _REPORTED):
            yield RULE.at(
                span, severity=Severity.MEDIUM, message="the whole environment is put into a report that others read"
            )
        for span in _said.lines(document, _PICTURE):
            yield from _pictured(package, span)
        for span in _said.lines(document, _PARAMETER):
            if _said.covert(span) or not _said.shown(span):
                yield from _linked(package, span)


def _judged(package: Package, one: Sentence) -> Iterator[Finding]:
    near = _said.around(one)
    if _KEYS_TAKEN.search(one.words) and _unvouched(package, one):
        yield RULE.at(one.span, message=_TAKEN)
        return
    where = _standings(package, one.span.data) or _standings(package, near)
    nowhere = not where and not _ADDRESSED.search(near)
    if not (where & FOREIGN or nowhere) or (where and not where & FOREIGN):
        return
    words, unasked = one.words, bool(UNASKED.search(one.words) or _WHENEVER.search(near))
    sensitive = SENSITIVE.search(words) or (where & STRANGE and SENSITIVE.search(near[: len(near) * 3 // 4]))
    nameless = where & {Standing.NAMELESS, Standing.FALSE}
    ordinary = unasked and ORDINARY.search(words)
    told = sensitive and where & FOREIGN and not _belongs(package)
    if _said.hidden(one) or told or (nameless and ordinary):
        yield RULE.at(one.span)
    elif ordinary and (_openly(package, words) or (where & STRANGE and UNASKED.search(words))):
        yield RULE.at(one.span, severity=Severity.MEDIUM, message=_WORK)


_TAKEN = "the text has logins of the person sent to a host that is none of theirs"
_ENGLISH = pattern(r"\b(?:the|you|your|this|are|of|with|that|and|its)\b")
_STORES = (
    r"(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|/home/\S{1,40}|/root)?[/\\]?\.(?:ssh/(?:id_\w+|config|\*)|ssh/?|netrc|pypirc|npmrc|"
    r"pgpass|my\.cnf|git-credentials|aws/\w+|aws|kube/config|docker/config\.json|config/gh/\S+|config/gcloud\S*|gnupg|"
    r"vault-token|cargo/credentials)(?:[\s`'\",;)]|$)"
)
_KEYS_TAKEN = pattern(
    rf"\b(?:reads?|reading|cat|contents?\s+of|cop(?:y|ies)|attach\w*|add|adds|includ\w+|tar|zip|collects?|base64|take|takes|"
    rf"loads?|gathers?|passes|pass|sends?|uploads?|posts?|forwards?)\b[^\n]{{0,80}}?{_STORES}|"
    rf"{_STORES}[^\n]{{0,80}}?\b(?:read|send|upload|post|pass|attach|copy|forward)\w*\s+(?:it|them|its|their)\b"
)
_ANY_STORE = pattern(
    rf"{_STORES}|(?:^|[\s`'\"/(])\.env(?:\.\w+)?(?:[\s`'\",);]|$)|\.(?:openclaw|clawdbot)/(?:openclaw\.json|\.env|credentials)"
)
# What is done with a file in the other languages of the registry: read, copied, attached, sent.
_ABROAD = pattern(
    r"(?:^|\PL)(?:adj[uú]nt|env[ií][aeo]|sub[ae]\b|s[uú]be|manda|copia|copie|lee\b|leer|lea\b|leia|anexe|envoi|envoy|lis\b|lisez|joi[ng]|"
    r"transm|t[ée]l[ée]vers|h[äa]ng|übermitt|übertrag|sende|schick|kopier|lies\b|leite|füge|inoltr|inviat?|alleg|carica|legg|"
    r"прочит|отправ|скопир|прилож|перешл|переда|загруз)\pL*|上传|发送|发到|发给|读取|附上|提交|传到|送っ|送信|送る|アップ|添付|"
    r"読み|보내|전송|업로드|첨부|읽"
)
_PUBLIC = pattern(r"\.pub\b|\bpublic\s+keys?\b")


def _unvouched(package: Package, one: Sentence) -> bool:
    """Whether what is sent goes to somebody of whom nothing is known but a name, wherever the text says so.

    A page names its own host in its frontmatter as easily as anywhere else.
    """
    if _PUBLIC.search(one.words) or one.negated:
        return False
    near = _said.around(one) if b"://" not in one.words else one.words
    urls = [url for _, _, url in urls_in(near) if not _owned(url)]
    if one.where is not Where.META:
        urls = [url for url in urls if not package.vendor.vouched(url)]
    stands = {standing(url, package.vendor) for url in urls}
    return bool(stands & (FOREIGN | {Standing.VENDOR, Standing.SPOKEN}))


def _owned(url: str) -> bool:
    """Whether a host is somebody's that everybody knows."""
    return host_of(url).owner in all_owners() or kind_of_url(url) is HostKind.PACKAGES


def _openly(package: Package, words: bytes) -> bool:
    """Whether it goes to `our server`, and the skill is for something else."""
    return bool(_OURS.search(words)) and not package.purpose.covers(*_FORBIDDEN)


_WORK = "the text has work of the person sent to a host it does not explain"
_ADDRESSED = pattern(r"https?://")
_OURS = pattern(
    r"\b(?:our|central|remote|external|intranet|backup|logging|compliance|company|"
    r"corporate)\s+(?:\w+\s+){0,3}?(?:servers?|collectors?|endpoints?|host|service|cloud|storage|system|tool)\b|"
    r"我们的|弊社|当社|우리|nuestro|nosso|notre|unser|наш"
)
_WHENEVER = pattern(
    r"\b(?:after|before|upon)\s+(?:any|every|each|all)\b|\balways\b|\b(?:after|"
    r"when)\s+(?:\w+ing)\b[^.\n]{0,60}?\b(?:task|document|file|operation)s?\b"
)


def _standings(package: Package, data: bytes) -> frozenset[Standing]:
    return frozenset(standing(url, package.vendor) for _, _, url in urls_in(data))


def _belongs(package: Package) -> bool:
    return package.purpose.covers(Topic.MESSAGES, Topic.TELEMETRY)


def _pictured(package: Package, span: Span) -> Iterator[Finding]:
    """A picture whose address is to hold what the person said or owns, with an order to show it."""
    urls = [url for _, _, url in urls_in(span.data)]
    strange = any(standing(url, package.vendor) in FOREIGN | {Standing.VENDOR, Standing.SPOKEN} for url in urls)
    if strange and not any(map(_owned, urls)) and not package.purpose.covers(Topic.SECURITY):
        data = span.document.data
        near = data[max(span.start - _NEAR, 0) : span.start] + b"\n" + _said.following(span, _NEAR)
        if _SHOWN_EACH.search(near):
            yield RULE.at(span, message=_LINKED)


_NEAR = 300
"""Bytes before and after a picture in which its use is explained."""


def _linked(package: Package, span: Span) -> Iterator[Finding]:
    where = _standings(package, span.data)
    seen = b"![" in _said.line_of(span)
    if where & (FOREIGN if seen else STRANGE) and (_GRAVE.search(span.data) or _said.covert(span)):
        yield RULE.at(span, message=_LINKED)
    elif where & FOREIGN and _GRAVE.search(span.data):
        yield RULE.at(span, severity=Severity.MEDIUM, message=_LINKED)


_LINKED = "the text has the person's data put into an address of somebody else"
RULE = Rule(
    id="covert-upload",
    title="the text has private data sent to a host it does not explain",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "A skill for documents, tests or charts has no server of its own to feed. What leaves for one that nobody "
        "named up front is lost to the person."
    ),
    remedy="name the service in the description and homepage, and send only when the person asks",
    anchors=_said.anchors(
        r"\b(?:server|collector|endpoint|webhook|cloud|bucket|curl|inbox|upload|transmit|forward|submit|exfiltrat|send|post)",
        r"requests\.(?:post|put)|back(?:ing)? up",
        r"\bprintenv\b|output of `?env\b|\$\(\s*env\b|environment variables",
        r"=(?:<|\{|\$|\[|%)|!\[",
        r"\.(?:ssh|netrc|pypirc|npmrc|pgpass|git-credentials|aws|kube|docker|gnupg|config/g|env)\b",
        "服务器|接口|云端|上传|发送|サーバ|送信|서버|전송|업로드|servidor|serveur|ервер|тправ|агруз|env(?:í|i)|envoy|sende|schick",
    ),
    given=(
        _said.anchors(
            r"https?://",
            r"\b(?:our|central|intranet|backup|remote|logging) (?:\w+ )?(?:server|collector|host|service)",
            r"\w@\w",
            r"\bissue\b",
        ),
    ),
    look=look,
)
