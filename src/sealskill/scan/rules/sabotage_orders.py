"""Orders to harm what is being built: back doors, planted faults, checks left out, card numbers in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.triggers import STANDING
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said
from sealskill.scan.rules._ways_in import BUILT, DEFAULT, FOR_TRIALS, OPENS, STEM, WAYS_IN

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PUT = (
    r"(?:add|create|insert|include|set|embed|place|plant|inject|introduce|leave|implement|use|hard-?code|define|open|"
    r"put|build|generate|configure|append|register|install|expose|provide)"
)
_PLANTS = pattern(
    r"\b(?:second|extra|additional|another|spare|fallback|support)\s+(?:\w+\s+)?(?:admin\w*|root|"
    r"super-?)\s*(?:users?|accounts?|logins?)\b|"
    r"\b(?:admin\w*|root|super-?)\s*(?:users?|accounts?|logins?)\b[^.\n]{0,60}?\bwith\s+(?:the\s+)?passwords?\b|"
    rf"\b{_PUT}(?:s|es|ing|ting|ding)?\b[^.\n]{{0,80}}?\b(?:back-?doors?|hidden\s+(?:\w+\s+)?(?:accounts?|users?|"
    rf"endpoints?|routes?|"
    r"admins?|access|logins?)|secret\s+(?:\w+\s+)?(?:accounts?|users?|endpoints?|routes?|admins?|access|"
    r"logins?)|master\s+passwords?|(?:hard-?coded|universal|fallback|maintenance|support|default\s+(?:admin\w*|"
    r"root|backdoor))\s+(?:\w+\s+)?(?:passwords?|credentials?|logins?|admin\s+accounts?|admin\s+users?)|"
    r"default\s+(?:\w+\s+)?(?:passwords?|logins?|admin\s+accounts?|admin\s+users?)|"
    r"undocumented\s+(?:\w+\s+)?(?:accounts?|users?|endpoints?|routes?|access|logins?|ports?|commands?|keys?)|"
    r"logic\s+bombs?|kill\s+switch\w*|rootkits?|trojans?|malware)\b|"
    r"\b(?:insert|introduce|inject|plant|add|include|create|embed|leave|write|"
    r"sneak)\w*\s+(?:\w+\s+){0,3}?(?:subtle\s+|hidden\s+|small\s+|hard-to-\w+\s+|deliberate\s+|"
    r"intentional\s+)+(?:\w+\s+)?(?:vulnerabilit\w+|bugs?|errors?|flaws?|weakness\w*|mistakes?|faults?|defects?|"
    r"inaccurac\w+)|"
    r"\b(?:insert|introduce|inject|plant|embed|sneak)\w*\s+(?:\w+\s+){0,3}?(?:vulnerabilit\w+|malicious\s+\w+|"
    r"security\s+(?:flaws?|holes?)|exploits?)\s+(?:in)?to\b|"
    r"\b(?:password|passwd|credentials?)\s+(?:is|to|as|should\s+be|must\s+be|=|:)\s*(?:always\s+)?[\"'`](?:admin|"
    r"password|123456|changeme|root|letmein|default|test)\w*[\"'`]|"
    r"\b(?:open|expose|listen\s+on|bind)\w*\s+(?:\w+\s+){0,3}?port\s+\d+\b[^.\n]{0,60}?\b(?:0\.0\.0\.0|"
    r"all\s+interfaces|without\s+auth\w*|to\s+the\s+(?:internet|public|world)|remote\s+access)|"
    r"\b(?:slip|sneak|smuggle|weave|work|add|insert|inject|append|plant)\w*\b[^.\n]{0,40}?\b(?:passages?|paragraphs?|"
    r"sentences?|claims?|statements?|entries|chunks?|documents?)\b[^.\n]{0,30}?\b(?:stating|saying|claiming|"
    r"asserting|"
    r"which\s+(?:says|claims)|that\s+(?:says|claims|states))\b|"
    r"\b(?:poison|corrupt|tamper(?:ing)?\s+with|contaminat(?:e|ing)|sabotag(?:e|ing)|degrad(?:e|ing)|poisoning|"
    r"corrupting)\s+(?:\w+\s+){0,2}?(?:the|all|any|every|each|its|their|this|these|those|new|future|retrieved|stored|"
    r"existing|your|user'?s?)\b[^.\n]{0,60}?\b(?:metadata|embeddings?|"
    r"index(?:es)?|vectors?|dataset|training\s+data|model|results|database|knowledge\s+base|documents?|records?|"
    r"weights|retrieval|rag)\b|"
    r"(?:植入|加入|添加|插入|留下)[^。\n]{0,12}?(?:后门|漏洞|恶意代码|隐藏账[户号]|默认密码)|(?:バックドア|"
    r"脆弱性|隠しアカウント|悪意のあるコード)[^。\n]{0,12}?(?:追加|挿入|埋め込|仕込|作成)|(?:백도어|취약점|"
    r"숨겨진\s*계정|악성\s*코드)[^.\n]{0,12}?(?:추가|삽입|심)|"
    r"(?:^|\PL)(?:añade|inserta|introduce|crea|adicione|insira|crie|ajoute[zr]?|ins[eè]re[zr]?|crée|füge|baue|"
    r"erstelle|"
    r"добавь|вставь|внедри|создай)\pL*\s[^.\n]{0,50}?(?:puerta\s+trasera|vulnerabilidad|cuenta\s+oculta|"
    r"porta\s+dos\s+fundos|conta\s+oculta|porte\s+dérobée|vulnérabilité|compte\s+caché|hintertür|schwachstelle|"
    r"verstecktes?\s+konto|бэкдор|уязвимост|скрыт\w*\s+(?:аккаунт|учётн))"
)
_CARDS = pattern(
    r"\b(?:log|store|save|write|record|print|append|dump|keep|persist|export|"
    r"output)\w*\b[^.\n]{0,80}?\b(?:(?:full\s+|raw\s+|complete\s+|plain\s*text\s+)?(?:credit\s+|debit\s+|"
    r"payment\s+)?card\s+(?:numbers?|data|details|information)|cvv|cvc|\bpan\b|full\s+payment\s+(?:details|data)|"
    r"plain\s*text\s+passwords?|raw\s+passwords?|user\s+passwords?|"
    r"passwords?\s+in\s+plain\s*text)\b[^.\n]{0,80}?\b(?:file|log|txt|csv|console|disk|text|database|"
    r"plain\s*text|debug\w*)"
)
_CARD_CODE = pattern(
    r"open\([^)\n]{1,80}['\"]a\+?['\"][^\n]{0,80}\.write\([^\n]{0,60}(?:intent|payment|card|charge|customer|cvv|"
    r"invoice|password|billing)|"
    r"append(?:File|FileSync|AllText)\([^\n]{0,120}(?:intent|payment|card|charge|customer|cvv|invoice|password|"
    r"billing)|(?:card_?number|cvv|cvc|card\[)[^\n]{0,80}>>\s*\S+\.(?:txt|log|csv)"
)
_SKIPS = pattern(
    r"\b(?:do\s+not|don['’]?t|never|no\s+need\s+to|skip|without)\s+(?:verify|validat|check|authenticat|sanitiz|"
    r"sanitis|escap)\w*\s+(?:\w+\s+){0,3}?(?:signatures?|certificates?|tokens?|inputs?|webhooks?|payloads?|amounts?|"
    r"origins?|identit\w+|passwords?|checksums?|sessions?)\b|"
    r"\b(?:skip|omit|bypass|leave\s+out)\w*\s+(?:the\s+|any\s+|all\s+)?(?:\w+\s+)?(?:validation|verification|"
    r"security\s+review)\b[^.\n]{0,80}?\b(?:unnecessary|save\s+time|not\s+needed|slow\w*|speed|faster|trust\w*)\b|"
    r"\b(?:skip|omit|disable|bypass|remove|turn\s+off|ignore|drop|leave\s+out|comment\s+out|do\s+not\s+(?:add|"
    r"include|implement|perform|use|do|write|verify|validate)|don['’]?t\s+(?:add|include|implement|perform|use|"
    r"verify|validate)|never\s+(?:verify|validate|check))\w*\b[^.\n]{0,60}?\b(?:(?:signature|webhook|certificate|"
    r"tls|ssl|server-side|jwt|token|csrf|input|payment|identity|integrity|checksum|security|authentication|"
    r"authori[sz]ation|amount|permission|schema|owner\w*)\s+(?:\w+\s+)?(?:verification|validation|checks?|"
    r"checking|sanitization|tests?)|sanitization|input\s+validation|access\s+control|rate\s+limit\w*|"
    r"authentication|encryption)\b|"
    r"\b(?:server-side\s+|signature\s+|webhook\s+|input\s+|additional\s+|security\s+|"
    r"certificate\s+)?(?:verification|validation|sanitization|authentication|encryption)\s+(?:\w+\s+){0,3}?(?:is|"
    r"are|adds?|only\s+adds?|would\s+add|introduces?)\s+(?:\w+\s+){0,3}?(?:unnecessary|not\s+(?:needed|required|"
    r"necessary)|unneeded|redundant|superfluous|overhead|optional\s+complexity|latency)\b|"
    r"\b(?:not|no)\s+(?:\w+\s+)?(?:unit\s+)?tests?\s+(?:that\s+)?(?:check|for|cover|about|"
    r"on)\w*\s+(?:\w+\s+)?(?:sql\s*injections?|security|xss|csrf|authenti\w+|authori\w+|injections?|"
    r"permission\w*|access\s+control|vulnerabilit\w*)|\b(?:not|never|avoid)\s+(?:to\s+)?(?:write|writing|add|"
    r"include|create)\w*\s+(?:\w+\s+){0,3}?tests?\b[^.\n]{0,40}?\b(?:sql\s*injections?|security|xss|injections?|"
    r"authenti\w+)"
)
_STEM = (
    r"\badmin|\broot\b|signature|certificate|webhook|payload|"
    r"back-?door|hidden|secret|master\s+password|hard-?coded|default|universal|fallback|maintenance|undocumented|"
    r"stating|saying|claiming|asserting|claims\b|bomb|kill\s+switch|rootkit|trojan|malware|vulnerabilit|subtle|"
    r"deliberate|intentional|malicious|security|"
    r"exploit|passw|credential|\bport\b|poison|corrupt|tamper|contaminat|sabotag|degrad|card|cvv|cvc|verif|validat|"
    r"saniti|check|authenti|encrypt|injection|tests?\b|后门|漏洞|恶意|默认密码|バックドア|脆弱|隠し|悪意|백도어|취약|"
    r"악성|trasera|oculta|vulnerab|dos\s+fundos|dérobée|caché|hintertür|schwachstelle|verstecktes|экдор|язвимост|"
    r"скрыт"
)
_TESTS = frozenset({Topic.SECURITY})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order; leaving out a check warns, planting something blocks."""
    told = _said.Told(RULE, package, hits, stem=f"{_STEM}|{STEM}")
    for one in told.meaning(_PLANTS):
        looked_for = package.purpose.covers(*_TESTS) and _LOOKS_FOR.search(one.words)
        if (
            not _sums_up(one.words)
            and _said.ordered(one, _PLANTS)
            and (_said.hidden(one) or not (_warned(one) or looked_for))
        ):
            yield RULE.at(
                one.span,
                severity=Severity.MEDIUM
                if package.purpose.covers(*_TESTS) and not _said.hidden(one)
                else Severity.HIGH,
            )
    for one in told.meaning(WAYS_IN, lessons=False):
        if _said.hidden(one) or (_said.ordered(one, WAYS_IN) and not _said.warns_before(one, WAYS_IN)):
            yield from _way_in(package, one)
    for one in told.meaning(_CARDS):
        if _said.ordered(one, _CARDS):
            yield RULE.at(one.span, message="the text has card data or passwords written down")
    for one in told.meaning(_SKIPS):
        if _said.hidden(one) or not (
            _NEEDED.search(one.words) or _HONEST.search(one.words) or package.purpose.covers(*_TESTS)
        ):
            yield RULE.at(one.span, severity=Severity.MEDIUM, message="the text has a safety check left out")
    for document in hits:
        for span in _said.lines(document, _CARD_CODE):
            yield RULE.at(span, message="payment data is written to a plain file")


def _sums_up(words: bytes) -> bool:
    """Whether a sentence is added that only says what is there: `one sentence saying what it shows`."""
    return not _PLANTS.search(_ABOUT.sub(b" ", words))


_ABOUT = pattern(r"\b(?:stating|saying|that\s+(?:says|states)|which\s+says)\s+(?:what|how|where|whether|which)\b")


# `To remove a key (requires authentication)` leaves nothing out; `Use of Hard-coded Credentials` is a title.
_NEEDED = pattern(r"\brequires?\b|\bneeds?\b")
_TITLE = pattern(r"\b(?:use|set|inclusion|exposure)\s+(?:of|up\s+(?:detection|alerts?|monitoring))\b|\bCWE-\d+")


_LOOKS_FOR = pattern(
    r"\b(?:scan|detect|audit|inspect|analy[sz]|investigat|hunt|identif|find|examin|check)\w*\b[^.\n]{0,80}?"
    r"\b(?:malware|back-?doors?|trojans?|rootkits?|hard-?coded|hidden|default|undocumented|poison|malicious|"
    r"vulnerabilit)"
)


def _warned(one: Sentence) -> bool:
    """Whether the sentence forbids it, before the words or between them: `use your own access; never a hidden "
    "one`."""
    return bool(_TITLE.search(one.words)) or _said.warns_before(one, _PLANTS) or _said.forbidden_within(one, _PLANTS)


def _way_in(package: Package, one: Sentence) -> Iterator[Finding]:
    """An account or a door in everything that is built; what is there for trials is not meant."""
    words, built = one.words, BUILT.search(one.words)
    trial = FOR_TRIALS.search(words) or FOR_TRIALS.search(one.heading.rpartition(" / ")[2].encode())
    mild = package.purpose.covers(*_TESTS, Topic.ACCOUNTS, Topic.PERMISSIONS)
    if _said.hidden(one) or not (trial or (DEFAULT.search(words) and not built)):
        bad = _said.hidden(one) or OPENS.search(words) or (not mild and (built or STANDING.search(_said.around(one))))
        yield RULE.at(
            one.span, severity=Severity.HIGH if bad else Severity.MEDIUM,
            axis=Axis.POWER if mild and not bad else Axis.MALICE, message="the text has a way in built for somebody",
        )  # fmt: skip


_HONEST = pattern(
    r"\b(?:never|don['’]?t|do\s+not|avoid|must\s+not|should\s+not|danger\w*|mistake|only\s+(?:for|in|"
    r"during)\s+(?:local|dev\w*|test\w*)|if\s+you|for\s+(?:local|dev\w*|test\w*))\b[^.\n]{0,60}?\b(?:skip|omit|"
    r"disable|bypass|remove|ignore|drop|turn\s+off)|\b(?:local|dev|development|self-signed|debug\w*|"
    r"troubleshoot\w*|option|flag|parameter)\b|(?:^|[\s`(-])--\w"
)
RULE = Rule(
    id="sabotage-orders",
    title="the text has something planted in what is being built",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "Code that an agent writes is trusted by whoever runs it. A back door or a missing check that a skill orders "
        "ends up in all of it."
    ),
    remedy="leave checks in; keep secrets out of code and logs",
    anchors=_said.anchors(
        (
            r"back-?door|hidden|secret (?:account|user|endpoint|route|admin)|master password|hard-?coded|(?:default|"
            r"universal|fallback) (?:password|credential|login|admin)|logic bomb|subtle|poison|corrupt|tamper|port "
            r"\d|card (?:number|data|detail|info)|cvv|passwords? (?:is|to|as|should|must|=|:)|"
            r"admin (?:user|account)|root (?:user|account)|"
            r"slip in|sneak|smuggle|weave|(?:passage|paragraph|sentence|claim|statement|entry|chunk|document)s? "
            r"(?:stating|"
            r"saying|claiming|asserting|which says|that (?:says|claims|states))|verify the|skip the|signature|"
            r"tests? for"
        ),
        (
            r"(?:user|account|login|admin|superuser|root)\b[^\n]{0,100}?pass|pass(?:word|wd|phrase|"
            r"code)\b[^\n]{0,80}?"
            r"(?:admin|root)|(?:accept|allow|grant|treat|trust)\w*\b[^\n]{0,60}?\b(?:token|key|code|header|otp)|"
            r"collaborat|maintainer|colaborador|mitarbeiter|mitwirkend|administra|propriet|eigentümer|соавтор|администрат|владел|协作者|管理员|"
            r"管理者|コラボ|협력자|관리자|0\.0\.0\.0|security groups?|certificate|checks\b"
        ),
        r"verification|validation|sanitiz|authentication|injection|vulnerabilit|malicious|flaw|access control",
        (
            r"\.write\(|append(?:File|AllText)|后门|漏洞|默认密码|バックドア|脆弱|백도어|취약|puerta trasera|porta "
            r"dos|porte d|hintert|schwachstelle|экдор|язвимост"
        ),
    ),
    look=look,
)
