"""An act that hurts and is to be kept from the person: only whoever knows it is wrong hides it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Verb
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _lures, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PERSON = (
    r"(?:users?|humans?|operators?|owners?|persons?|people|anyone|anybody|them|customers?|developers?|admins?|person)"
)
_NOT = (
    r"(?:do\s+not|don['’]?t|never|must\s+not|should\s+not|shouldn['’]?t|mustn['’]?t|without|avoid|refrain\s+from|"
    r"no\s+need\s+to|not\s+to)"
)
_SAY = (
    r"(?:tell|inform|mention|notify|alert|reveal|disclose|show|display|expose|let|report|say|explain|warn|"
    r"discuss|announce|share|"
    r"acknowledge|surface|reference|include|indicate|describe|communicate)(?:ing)?"
)
_TELL = (
    r"(?:tell|inform|mention|notify|alert|report|say|explain|discuss|announce|acknowledge|reference|describe|"
    r"surface)(?:ing)?"
)
# The act itself is what is not told: `this`, `these steps`. A raw response, a tool's name or an error is manners.
_HIDES = pattern(
    rf"\b{_NOT}\s+(?:ever\s+)?{_SAY}\b[^.\n]{{0,60}}?\b{_PERSON}\b|"
    rf"\b{_NOT}\s+(?:ever\s+)?{_TELL}\s+(?:about\s+)?(?:this|these|it|that|the\s+(?:upload|backup|transfer|step|"
    r"command|script|process|request|file|action|install\w*|check|sync)\w*)\b|"
    r"\bkeep\s+(?:this|that|all\s+(?:of\s+)?this|what\s+you|the\s+(?:upload|backup|transfer|step|command|script|process|request|"
    r"install\w*|check|sync)\w*)\s+(?:\w+\s+)?(?:secret|confidential)\b|"
    r"\b(?:keep|make\s+sure)\b[^.\n]{0,50}?\b(?:hidden|invisible|unnoticed|undetected|"
    rf"to\s+yourself|from\s+(?:the\s+)?{_PERSON}|(?:not\s+(?:notice|see|know)))\b|"
    rf"\b(?:hide|conceal|mask|obscure|disguise)\w*\b[^.\n]{{0,60}}?\b(?:from\s+(?:the\s+)?(?:{_PERSON}|logs?|"
    r"output|history|view)|(?:this|the|your|all)\s+activity|traces?)\b|"
    rf"\b(?:the\s+)?{_PERSON}\s+(?:must|should|does|do|need|needs|may|can|will|is|are)\s*(?:not|n't|"
    r"never)\s+(?:to\s+)?(?:be\s+(?:told|informed|aware|notified|made\s+aware)|know|see|notice|realize|"
    r"find\s+out|need\s+to\s+know)|"
    rf"\bwithout\s+(?:the\s+)?{_PERSON}(?:'s?)?\s+(?:knowledge|knowing|noticing|awareness|consent|realizing|"
    r"permission|being\s+(?:aware|told))|"
    rf"\bwithout\s+(?:informing|telling|notifying|alerting|asking|mentioning\s+it)\b|"
    r"\b(?:act|behave|respond|pretend|continue|carry\s+on)\s+(?:as\s+if|like|normally\s+as\s+if)\s+nothing\b|"
    r"\b(?:delete|clear|erase|remove|wipe)\b[^.\n]{0,40}?\b(?:traces?|evidence|(?:shell|bash|command)\s+history|"
    r"tracks|the\s+logs?\s+(?:after|of\s+this))\b|"
    r"(?:不要|不得|切勿|请勿|别|無需|无需|不必|禁止)[^。\n]{0,6}?(?:告诉|告訴|告知|通知|提及|提到|透露|显示|展示|"
    r"说明|汇报|让)[^。\n]{0,12}?(?:用户|用戶|使用者|他|任何人|此|这|该)|"
    r"(?:对|向)(?:用户|用戶)(?:保密|隐瞒|隱瞞)|瞒着用户|不让用户(?:知道|发现|察觉)|"
    r"(?:ユーザー?|利用者)[^。\n]{0,12}?(?:知らせず|伝えず|言わず|知らせない|伝えない|言わない|通知しない|"
    r"表示しない|見せない|気付かれ|気づかれ|内緒|秘密)|"
    r"(?:사용자|유저)[^.\n]{0,14}?(?:알리지|말하지|언급하지|보여주지|표시하지|모르게|몰래|숨기|비밀)|"
    r"\b(?:no|sin)\s+(?:le\s+)?(?:digas?|decir|informes?|informar|menciones?|mencionar|muestres?|mostrar|avises?|"
    r"avisar|notifiques?|notificar|reveles?|revelar)\b[^.\n]{0,40}?\b(?:usuari|esto|nadie)|"
    r"a\s+espaldas\s+del\s+usuario|"
    r"(?:não|nao|sem)\s+(?:diga|dizer|informe|informar|mencione|mencionar|mostre|mostrar|avise|avisar|notifique|"
    r"notificar|revele|revelar|conte|contar)\b[^.\n]{0,40}?(?:usuári|usuari|isso|isto|ninguém)|"
    r"(?:ne|sans)\s+(?:le\s+|en\s+)?(?:dis|dites|dire|informe[zr]?|mentionne[zr]?|montre[zr]?|préviens|prévenir|"
    r"prévenez|révèle[zr]?|signale[zr]?|parle[zr]?)\b[^.\n]{0,40}?(?:utilisateur|cela|personne)|"
    r"à\s+l'insu\s+de\s+l'utilisateur|"
    r"(?:sage?|erwähne?|informiere?|zeige?|verrate?|teile?|melde?|benachrichtige)\b[^.\n]{0,40}?(?:(?:benutzer|"
    r"nutzer|anwender|niemand)[^.\n]{0,30}?(?:nicht|nichts)|nicht[^.\n]{0,20}?(?:benutzer|nutzer|anwender))|"
    r"ohne\s+(?:das\s+)?wissen\s+des\s+(?:be)?nutzers|ohne\s+(?:den|die|"
    r"dem)\s+(?:be)?nutzer[^.\n]{0,12}?(?:zu\s+informieren|mitzuteilen|zu\s+fragen)|"
    r"не\s+(?:говори|сообщай|упоминай|показывай|раскрывай|рассказывай|уведомляй|"
    r"информируй)(?:те)?\b?[^.\n]{0,40}?(?:пользовател|об\s+этом|никому|ему)|(?:скрытно|тайно|незаметно|"
    r"втайне)\s+(?:от\s+)?"
)
_SILENT = pattern(
    r"\b(?:silently|secretly|covertly|stealthily|quietly|discreetly|surreptitiously|invisibly|in\s+secret|"
    r"process\s+silently|behind\s+the\s+(?:user'?s\s+back|scenes))\b|"
    r"悄悄|偷偷|暗中|静默|こっそり|密かに|黙って|몰래|조용히|en\s+silencio|silenciosamente|em\s+silêncio|"
    r"discrètement|en\s+secret|silencieusement|heimlich|unbemerkt|stillschweigend|тайно|скрытно|незаметно|втихую"
)
_SILENT_ACT = pattern(
    r"\b(?:silently|secretly|covertly|stealthily|quietly|discreetly|surreptitiously|"
    r"invisibly)\s+(?:and\s+\w+\s+)?(?:read|send|upload|collect|copy|record|append|transmit|forward|exfiltrate|"
    r"post|harvest|gather|"
    r"capture|steal|log|embed|inject|execute|run|install|download|fetch|modify|alter|change|transfer|delete|"
    r"monitor|track|export|extract|submit|add|insert|store|include)\b|"
    r"\b(?:read|send|upload|collect|copy|transmit|forward|exfiltrate|post|harvest|transfer|install|execute|run|"
    r"record)\b[^.,\n]{0,60}?\b(?:silently|secretly|covertly|stealthily|surreptitiously)\b|"
    r"(?:悄悄|偷偷|暗中|静默)[^。\n]{0,10}?(?:读取|发送|上传|收集|复制|执行|运行|安装|下载|删除)|(?:こっそり|"
    r"密かに|黙って)[^。\n]{0,20}?(?:送信|読|収集|実行|コピー|アップロード)|(?:몰래|조용히)[^.\n]{0,20}?(?:전송|"
    r"읽|수집|실행|복사|업로드)"
)
_WORST = frozenset({Harm.SECRET, Harm.SECRET_FILE, Harm.REMOTE, Harm.SPEND, Harm.STEER})
_BAD = _WORST | {Harm.SEND, Harm.GUARD}


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every sentence that hides an act which hurts; hiding something harmless is nobody's business."""
    told = _said.Told(RULE, package, hits)
    for pattern_ in (_HIDES, _SILENT_ACT):
        for one in told.meaning(pattern_):
            if _said.hidden(one) or not (_said.to_programmers(one) or _spares(one.words)):
                yield from _judged(one)
    yield from _gathered(package, told)


def _spares(words: bytes) -> bool:
    """Whether the person is spared work with what stays here, and nothing else is kept from them."""
    rest = _SPARED.sub(b" ", words)
    return not (_HIDES.search(rest) or _SILENT_ACT.search(rest)) and not harms_in(words) & _LEAVES


_SPARED = pattern(
    rf"\bwithout\s+(?:asking|prompting|requiring|having|making)\s+(?:the\s+)?{_PERSON}\s+(?:to|for)\s+"
    r"(?:manually\s+)?(?:re-?)?(?:enter|type|provide|supply|paste|copy|fill|log\s+in|sign\s+in|repeat|set\s+up)\w*"
)
_LEAVES = frozenset({Harm.SEND, Harm.SECRET_FILE, Harm.REMOTE, Harm.SPEND, Harm.STEER, Harm.GUARD})


# What is said on the side is kept by a service, time after time, and nobody is told when.
_QUIETLY = pattern(
    r"\b(?:continue|proceed|save|store|sync|upload|persist|record|log)\w*\s+(?:\w+\s+){0,3}?"
    r"(?:silently|quietly|in\s+the\s+background)\b|\bfire[- ]and[- ]forget\b|"
    r"\bsilently\s+(?:\w+\s+)?(?:save|store|sync|persist|record|capture|log)\b"
)
_COLLECTS = pattern(
    r"\b(?:extract|save|store|persist|capture|record|upload|sync|send|log)\w*\b[^.\n]{0,60}?\b(?:facts?\s+(?:from|about)|"
    r"conversations?|memor(?:y|ies)|(?:user|personal)\s+(?:preferences|details|information|data)|what\s+the\s+user)\b"
)
_OUTSIDE = (Verb.INSTALL, Verb.SEND, Verb.FETCH)


def _gathered(package: Package, told: _said.Told) -> Iterator[Finding]:
    """Every place from which words of the person go to a service and the person does not hear of it."""
    for one in told.meaning(_QUIETLY):
        if not one.negated and _COLLECTS.search(_lures.section(one)) and any(package.doing(*_OUTSIDE)):
            yield RULE.at(
                one.span, axis=Axis.POWER, severity=Severity.MEDIUM,
                message="the text has what the person says kept by a service without telling",
            )  # fmt: skip


def _judged(one: Sentence) -> Iterator[Finding]:
    own, near = harms_in(one.words), harms_in(_said.around(one))
    silent = bool(_SILENT.search(one.words))
    if own & _WORST or (Harm.SEND in own and near & _BAD) or (silent and Harm.SEND in own):
        yield RULE.at(
            one.span, confidence=Confidence.HIGH if _said.hidden(one) else Confidence.MEDIUM, message=_message(own)
        )
    elif _said.hidden(one) and near & _BAD:
        yield RULE.at(one.span, message=_message(near))
    elif Harm.SECRET_FILE in near or {Harm.SEND, Harm.SECRET} <= near:
        yield RULE.at(one.span, message=_message(near & _BAD))
    elif own & _BAD or near & _WORST:
        yield RULE.at(one.span, severity=Severity.MEDIUM, message=_message(own & _BAD or near & _WORST))


def _message(harms: frozenset[Harm]) -> str:
    return f"{RULE.title} ({', '.join(sorted(harms))})" if harms else RULE.title


RULE = Rule(
    id="concealment",
    title="the text has an act kept from the person",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "Sparing a person the name of a tool is manners. Keeping from them that files are sent, keys read or "
        "programs run is what an attack needs to work."
    ),
    remedy="say what is sent, read or run, and let the person decide",
    anchors=_said.anchors(
        (
            r"silently|fire[- ]and[- ]forget|in the background|secretly|covertly|"
            r"stealthily|quietly|discreetly|surreptitiously|invisibl|in secret|user'?s "
            r"back|behind the scenes"
        ),
        (
            r"(?:not|n't|never|without|avoid|refrain from|no need to)\s+(?:ever\s+)?(?:tell|inform|mention|notif|"
            r"alert|reveal|disclos|show|display|expos|let|report|say|explain|warn|discuss|announc|shar|acknowledg|"
            r"surfac|referenc|includ|indicat|describ|communicat|the user|the human|user|asking)"
        ),
        (
            r"keep\b|(?:hide|hiding|conceal|mask|obscure|disguise)|as if nothing|(?:not|never) (?:be |need to |to "
            r")?(?:know|see|notice|told|aware|informed)|traces|evidence"
        ),
        (
            "不要|不得|切勿|请勿|无需|禁止|保密|隐瞒|瞒着|不让用户|悄悄|偷偷|暗中|静默|知らせ|伝え|言わ|通知しない|"
            "表示しない|内緒|秘密|こっそり|密かに|黙って|알리지|말하지|언급하지|모르게|몰래|조용히|숨기"
        ),
        r"silenci|silêncio|informar|mencionar|avisar|notificar|espaldas|digas|informes|menciones|mencione|informe|avise|utilisateur|discrètement|"
        r"heimlich|unbemerkt|stillschweigend|nutzer|"
        "айно|крытно|езаметно|втихую|ообщай|оворите?|поминай",
    ),
    look=look,
)
