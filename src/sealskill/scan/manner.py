"""How a sentence speaks: whom it tells to do something, whether it means it, whether it shows what others say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sealskill.scan.act import Doer
from sealskill.scan.pattern import pattern

_MAX_QUOTATION = 400
"""Bytes between two marks: longer is an apostrophe gone astray."""

_PERSON = pattern(
    r"\b(?:your\s+(?:own\s+)?(?:terminal|computer|machine|system|browser|mac|pc|desktop|device|downloads|console)|"
    r"(?:in|into|to|from|open|using)\s+(?:a\s+|the\s+|your\s+)?(?:new\s+)?(?:terminal|command\s+prompt|powershell)\b|"
    r"paste\s+(?:it|this|the)|double[- ]click|right[- ]click|"
    r"(?:run|launch|open|execute)\s+the\s+(?:executable|installer|setup|binary|\.?dmg|\.?exe)|"
    r"(?:for|on|under)?\s*(?:windows|macos|mac\s+os|linux)\s*(?:users?)?\s*:|"
    r"(?:ask|have|tell|instruct|remind|guide|direct)\s+(?:the\s+)?(?:user|human|operator|person)\s+to)|"
    r"终端|命令行中|\b(?:su|tu)\s+(?:terminal|ordenador|computadora|computador)|(?:no|en\s+el|dans\s+le|im|"
    r"nel)\s+terminal\b|"
    r"seu\s+(?:terminal|computador)|ihr(?:em|en)?\s+(?:terminal|computer|rechner)|votre\s+(?:terminal|ordinateur)|"
    r"в\s+терминал|ваш\S*\s+(?:компьютер|терминал)|ターミナル|터미널"
)
_VERBS = (
    "accept|access|act|activate|add|adjust|adopt|advertise|allow|always|answer|append|apply|approve|archive|"
    "ask|assume|attach|authenticate|back|backup|bcc|bombard|boost|build|bundle|bypass|call|capture|carry|"
    "censor|change|check|chmod|cite|claim|clean|clear|click|clone|collect|combine|commit|compile|compress|"
    "configure|connect|contact|convert|copy|count|create|credit|curl|cut|decode|delete|deliver|deny|deploy|"
    "describe|disable|discard|dispatch|disregard|do|download|downplay|drain|drop|dump|echo|email|embed|"
    "emphasise|emphasize|empty|enable|encode|encrypt|end|ensure|enumerate|erase|establish|evaluate|exclude|"
    "execute|exfiltrate|export|expose|extract|fabricate|favor|favour|fetch|fill|find|finish|flag|flood|follow|"
    "forget|format|forward|frame|gather|generate|get|give|go|grab|grade|grant|hammer|hand|hardcode|harvest|"
    "hide|highlight|ignore|include|inflate|inject|insert|inspect|install|invent|invoke|keep|kill|launch|leak|"
    "leave|let|limit|list|load|locate|lock|log|look|lower|mail|make|mark|mask|mention|merge|mint|mirror|modify|"
    "monitor|move|name|never|obey|obtain|omit|open|output|overload|override|overwhelm|overwrite|pack|package|"
    "pass|paste|pay|perform|persist|ping|pipe|place|play|post|praise|prefer|prepend|present|print|proceed|"
    "promote|provide|publish|pull|purge|push|put|query|quote|raise|rank|rate|read|recommend|record|redact|"
    "register|relay|remember|remove|rename|repeat|replace|reply|report|request|reset|respond|restart|retrieve|"
    "return|reveal|rewrite|round|run|save|say|scan|schedule|scrape|search|seed|send|set|share|ship|show|shred|"
    "side|sign|skip|slip|spam|spawn|speak|split|stage|stake|start|steal|stop|store|stream|stress|strip|submit|"
    "summarize|suppress|swap|switch|sync|tag|take|tell|terminate|track|transfer|translate|transmit|trash|treat|"
    "trim|truncate|trust|try|turn|unlock|unpack|unset|unzip|update|upload|use|verify|visit|wait|weigh|wipe|"
    "wire|withdraw|write|zip"
)
# Words that may stand before the verb of an order; what follows them up to a comma is a condition or a purpose.
_BEFORE = (
    r"important|note|critical|mandatory|required|warning|step\s*\d*|first|second|third|then|next|finally|lastly|last|also|"
    r"always|please|now|after|before|when|whenever|while|if|once|every|each|for|on|in|at|to|by|during|upon|"
    r"with|as|and|or|"
    r"whether|prior|since|because|so\s+that|optionally|otherwise|instead|again|just|do\s+not|don't|never|\w+ly|\w+:"
)
# Marks that begin a line and are no words: bullets, numbers, emoji.
_MARKS = r"^(?:[^\p{L}]{0,24})"
# A label may stand before an order: `Note for whoever comes next: upon …`.
_LABEL = r"(?:[\p{L}\d][\p{L}\d ,'()-]{1,60}[:：]\s[^\p{L}]{0,8})?"
_ORDER = pattern(
    rf"{_MARKS}{_LABEL}(?:(?:{_BEFORE})\b[^.!?]{{0,160}}?(?:[,:;!]|\s[-–—]|\s)\s*)?"
    rf"(?:{_VERBS}|make\s+sure|be\s+sure)\b"
)
_YOU = pattern(
    r"\byou\s+(?:must|should|need|will|shall|are\s+(?:to|required)|have\s+to|can|may|'ll)\b|"
    r"\b(?:must|shall)\b|\b(?:is|are)\s+(?:(?:required|mandatory|expected|instructed)\s+)?to\s+be\b|"
    r"\b(?:is|are)\s+(?:required|mandatory|expected|instructed)\s+to\b|\bshould\b|\balways\b|"
    r"\bthe\s+(?:agent|assistant|model|ai|llm)\s+(?:must|should|will|shall|needs?\s+to|has\s+to)\b|"
    r"\bthe\s+(?:agent|assistant|model|llm)\s+(?:(?:then|also|first|silently|quietly)\s+)?(?:reads|sends|passes|collects|copies|"
    r"uploads|posts|writes|runs|loads|follows|executes|appends|stores|forwards|fetches|deletes|installs|adds|attaches|includes)\b|"
    r"(?:^|[.:;]\s)(?:all\s+)?(?:agents|assistants|models|llms)\s+(?:(?:then|also|first|silently|quietly)\s+)?(?:read|send|pass|collect|"
    r"copy|upload|post|write|run|execute|append|store|forward|fetch|load|delete|install|add|attach|include|follow|do)\b|"
    # The same in the other languages of the registry: 'must', 'please', 'you have to', 'always'.
    r"请|必须|务必|需要|应该|应当|一定要|始终|ください|必ず|しなければ|する必要|하세요|십시오|해야|반드시|"
    r"\b(?:debes?|deber[aá]s?|tienes?\s+que|hay\s+que|siempre|por\s+favor|deve[ms]?|voc[eê]\s+deve|sempre|precisa|"
    r"musst|m[uü]ssen|sollst|sollen|soll|immer|bitte|doit|devez|dois|toujours|veuillez|il\s+faut)\b|"
    r"должн|обязательно|всегда|нужно|необходимо|пожалуйста"
)
# Words that may stand before it: after, before, when, as soon as, each time.
_FOREIGN_BEFORE = (
    "despu[eé]s|antes|luego|primero|ahora|cuando|tras|al|cada|siempre|en|depois|primeiro|agora|quando|ao|após|sempre|"
    "danach|zuerst|jetzt|dann|nach|bevor|vor|wenn|sobald|immer|jedes|am|ensuite|d'abord|maintenant|après|quand|dès|avant|"
    "chaque|à|une\\s+fois|сначала|затем|потом|теперь|после|перед|когда|прежде|каждый|по"
)
# Imperatives of the other languages, where one stands first.
_FOREIGN = pattern(
    rf"{_MARKS}(?:(?:{_FOREIGN_BEFORE})[^.!?]{{0,120}}?[,:\s]\s*)?(?:"
    r"samm(?:le|el)\b|erstell[\p{L}]+|füg[\p{L}]+|setz[\p{L}]+|verwend[\p{L}]+|übertrag[\p{L}]+|recop[\p{L}]+|recoge\b|reún[\p{L}]+|"
    r"añad[\p{L}]+|agreg[\p{L}]+|colet[\p{L}]+|adicion[\p{L}]+|rassembl[\p{L}]+|ajout[\p{L}]+|собер[\p{L}]+|добав[\p{L}]+|создай[\p{L}]*|"
    r"descarg[\p{L}]+|ejecut[\p{L}]+|env[ií][\p{L}]+|instal[\p{L}]+|lee|leer|copi[\p{L}]+|abr[\p{L}]+|"
    r"borr[\p{L}]+|elimin[\p{L}]+|ignor[\p{L}]+|olvid[\p{L}]+|sub[ei][\p{L}]*|"
    r"baix[\p{L}]+|execut[\p{L}]+|envi[\p{L}]+|leia|apagu[\p{L}]+|remov[\p{L}]+|esque[cç][\p{L}]+|faça|carregu[\p{L}]+|"
    r"lade\b|laden\b|f[uü]hr[\p{L}]*|send[\p{L}]+|schick[\p{L}]+|installier[\p{L}]+|lies|lesen|kopier[\p{L}]+|"
    r"[oö]ffn[\p{L}]+|l[oö]sch[\p{L}]+|ignorier[\p{L}]+|"
    r"vergiss|t[eé]l[eé]charg[\p{L}]+|ex[eé]cut[\p{L}]+|envoy[\p{L}]+|install[\p{L}]+|lis\b|lisez|copi[\p{L}]+|"
    r"ouvr[\p{L}]+|supprim[\p{L}]+|oubli[\p{L}]+|"
    r"скача[\p{L}]+|загруз[\p{L}]+|запуст[\p{L}]+|выполн[\p{L}]+|отправ[\p{L}]+|установ[\p{L}]+|"
    r"прочита[\p{L}]+|скопиру[\p{L}]+|откро[\p{L}]+|удали[\p{L}]+|игнориру[\p{L}]+|забуд[\p{L}]+|"
    r"下载|运行|执行|发送|上传|安装|读取|复制|打开|删除|忽略|忘记|收集|写入|"
    r"ダウンロード|実行|送信|アップロード|インストール|読み取|コピー|開い|削除|無視|収集|"
    r"다운로드|실행|전송|보내|업로드|설치|읽|복사|열|삭제|무시|수집)"
)
# In Chinese, Japanese and Korean the verb of an order seldom stands first.
_CJK_ORDER = pattern(r"(?:下载|运行|执行|发送|上传|安装|读取|收集|写入|删除|忽略)[^。！？]{0,200}")

_FORBIDS = pattern(
    r"\b(?:never|do\s+not|don['’]?t|must\s*n[o'’]t|must\s+not|should\s*n['’]t|should\s+not|may\s+not|"
    r"shall\s+not|avoid|refuse|"
    r"reject|refrain|not\s+recommended|forbidden|prohibited|not\s+allowed|disallow\w*|ignore\s+(?:any\s+|all\s+)?(?:user\s+)?(?:requests?|attempts?)|no\s+es\s+necesario)\b|"
    r"不要|禁止|切勿|请勿|不得|不能|不应|严禁|ないで|してはいけ|してはなら|禁じ|하지\s*마|금지|"
    r"\b(?:niemals|auf\s+keinen\s+fall|jamais|nunca|n[aã]o\s+\w+e\b|ne\s+\w+\s+(?:pas|jamais))\b|никогда|"
    r"не\s+(?:над|нужн|след|запуск|устан|отправ|скач|удал)|нельзя|запрещ"
)
# `Do not forget to run it` orders it.
_HARMLESS_NOT = pattern(
    r"\b(?:do\s+not|don['’]?t|never)\s+(?:forget|hesitate|worry|skip|fail|have|need|know|see|want|stop|wait|"
    r"only|miss|like|use\s+up)\b|"
    r"\bif\s+(?:you|they|it|we)\s+(?:do\s+not|don['’]?t)|\bwhether\s+or\s+not|\b(?:do|does)\s+not\s+(?:exist|"
    r"require|work|support|need)|"
    r"\b(?:never|don['’]?t)\s+(?:fails?|been|was|had)\b"
)


def told(words: bytes, *, shown: bool = False) -> Doer:
    """Whom a sentence tells to do something. `shown`: it stands in a table or sample, where little is an order."""
    if _PERSON.search(words):
        return Doer.PERSON
    if shown:
        return Doer.NOBODY
    ordered = _ORDER.search(words) or _YOU.search(words) or _FOREIGN.search(words)
    return Doer.AGENT if ordered or (not words.isascii() and _CJK_ORDER.search(words)) else Doer.NOBODY


# A cell that begins with the verb may be a phrase to look for; one that says `first run …` is not.
_INSTRUCTS = pattern(
    r"(?:\b(?:assistants?|agents?)\s*:[^|]{0,80}?\b|\b(?:first|then|and)\s+|[,;]\s*)(?:run|execute|send|upload|post|paste|pipe|forward|append)\s+\S"
)


def instructs(words: bytes) -> bool:
    """Whether a cell of a table says what to do, and not only what something is."""
    return bool(_INSTRUCTS.search(words))


def forbids(words: bytes) -> bool:
    """Whether a sentence tells not to do something."""
    if not _FORBIDS.search(words):
        return False
    return len(_FORBIDS.findall(words)) > len(_HARMLESS_NOT.findall(words))


# `Run this and do not tell the user` forbids words, `do not go on before you ran this` everything else.
_UNTOLD = pattern(
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not|shall\s+not|avoid|refrain\s+from)\s+(?:\w+\s+){0,2}?(?:"
    r"mention|tell|inform|notify|show|reveal|disclose|explain|report|alert|warn|ask|bother|announce|narrate|display|"
    r"describe|discuss|log|print|output|say)\w*\b|"
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not)\s+(?:proceed|continue|begin|go\s+on|answer|reply|respond)\b"
    r"[^.!?]{0,80}\b(?:until|before|without|unless)\b|"
    r"(?:不要|请勿|切勿|不得|不能)\s*(?:向用户|对用户)?\s*(?:告诉|告知|提及|提到|通知|透露|显示|询问|说)|"
    r"(?:言わ|伝え|知らせ|教え|見せ)ないで|(?:말하|알리|보여주)지\s*마"
)


def forbids_running(words: bytes) -> bool:
    """Whether the sentence before a code block tells not to run it; one that only forbids to speak of it does not."""
    return forbids(words) and forbids(_UNTOLD.sub(b" ", words))


_QUOTED = pattern(
    r"\"[^\"]{2,400}\"|“[^”]{2,400}”|„[^“”]{2,400}[“”]|«[^»]{2,400}»|「[^」]{2,400}」|『[^』]{2,400}』|"
    r"(?:^|[\s(,:])'[^'\s][^']{2,400}'(?:$|[\s),.:;])|(?:^|[\s(,:])‘[^’]{2,400}’"
)
_SHOWS = pattern(
    r"\b(?:for\s+example|e\.g\.|such\s+as|examples?|patterns?|phrases?|detect\w*|flag\w*|look\s+for|"
    r"scan\w*\s+for|attack\w*|"
    r"malicious|attackers?|inject\w*|jailbreak\w*|suspicious|red\s+flags?|warning\s+signs?|signs?\s+of|"
    r"indicators?|threat\w*|"
    r"vulnerab\w*|exploit\w*|payloads?|phishing|says?|said|saying|claim\w*|contain\w*|like|trigger\w*|"
    r"keywords?|matches|"
    r"attempts?|requests?|asks?|if\s+(?:someone|anyone|the\s+user|a\s+user|any\s+text|content|the\s+text))\b|"
    r"例如|比如|模式|检测|攻击|恶意|por\s+ejemplo|por\s+exemplo|zum\s+beispiel|par\s+exemple|например|例えば|예를\s+들"
)


def quotations(words: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of everything between quotation marks."""
    if any(mark in words for mark in (b'"', b"'", b"\xe2\x80", b"\xc2\xab", b"\xe3\x80")):
        yield from (found.span() for found in _QUOTED.finditer(words))


def quotes(words: bytes) -> bool:
    """Whether a sentence speaks about what others say rather than saying it."""
    return any(True for _ in quotations(words)) and bool(_SHOWS.search(words))


# Headings and lead-ins that announce what attackers do, or how not to do it.
_ATTACK = (
    r"attack\w*|malicious|malware|threats?|exploits?|payloads?|red\s*flags?|warning\s+signs?|suspicious|injections?|"
    r"jailbreak\w*|indicators?\s+of\s+compromise|iocs?|phishing|exfiltration|backdoors?|vulnerab\w*|unsafe|insecure|"
    r"dangerous|detection|detects|detected|blocklist\w*|blacklist\w*|denylist\w*|forbidden|prohibited|blocked|"
    r"(?:what|things?)\s+(?:it|this|we|i)\s+(?:detects?|catch\w*|flags?|checks?|looks?\s+for|scans?)|"
    r"risk\w*\s+patterns?|危险|恶意|攻击|威胁|检测|可疑|漏洞|红旗|風險|amenaza\w*|ataque\w*|amea[cç]a\w*|bedrohung\w*|"
    r"angriff\w*|menace\w*|attaque\w*|угроз\w*|атак\w*|вредонос\w*|脅威|攻撃|危険|위협|공격|악성"
)
_WRONG = (
    r"anti[- ]?patterns?|bad\s+(?:example|practice|pattern|code)s?|wrong|incorrect|common\s+mistakes|pitfalls|"
    r"what\s+not\s+to|not\s+to\s+do|错误示例|反例|не\s+делайте|mal\s+ejemplo|schlechte\w*\s+beispiel\w*|mauvais\s+exemple"
)
_TEACHES = pattern(
    rf"\b(?:{_ATTACK}|{_WRONG}|avoid|don['’]?ts\b|(?:do\s+not|don['’]?t|never)\s*(?:do|run|use|:|/|$))|[❌🚫⛔]"
)
_LEAD = pattern(
    rf"\b(?:{_ATTACK}|{_WRONG}|bad\s*:|flags?\b|look\s+for|watch\s+(?:out\s+)?for|beware|scan\w*\s+for|"
    r"(?:phrases?|patterns?|strings?|attempts?|requests?|inputs?|text)\s+(?:like|such\s+as|to\s+(?:detect|flag|block|reject))|"
    r"victims?|defused|lured?|(?:was|were|is|are)\s+of\s+this\s+form|(?:looks?|looked)\s+like\s+this|"
    r"test\s+(?:cases?|inputs?)|should\s+be\s+(?:blocked|flagged|rejected|refused))|[❌🚫⛔]"
)
_SENTENCES = pattern(r"[.!?]\s|[。！？]")


# A page that is a lesson as a whole. That a skill is about security is no reason to believe the rest of what it says.
_TITLE = pattern(
    r"\b(?:attack|malicious|malware|threat|injection|jailbreak|exploit|payload|vulnerability|phishing|ioc)s?\s+"
    r"(?:\w+\s+)?(?:patterns?|examples?|signatures?|techniques?|vectors?|payloads?|samples?|catalog\w*|taxonomy|"
    r"librar\w+|database|reference|cheat\s*sheet|cases?|types?|categories|models?|landscape|intelligence)\b|"
    r"\banti[- ]?patterns?\b|red\s+flags\b|\btest\s+(?:cases|vectors|fixtures)\b|"
    r"攻击(?:模式|示例|样本)|恶意(?:模式|样本)"
)


@lru_cache(8192)
def teaches(heading: str, title: str = "") -> bool:
    """Whether what stands under some headings is a lesson: what attackers do, what one should not.

    `title` is the first of them where it is the title of the page, which says less than a heading further down.
    """
    below = heading[len(title) :] if title and heading.startswith(title) else heading
    return bool(below and _TEACHES.search(below.encode())) or bool(title and _TITLE.search(title.encode()))


@lru_cache(8192)
def introduces(words: bytes) -> bool:
    """Whether what stands before a list says that it is a lesson: its last sentence, if it has any."""
    last = _last(words)
    return bool(_LEAD.search(last)) or forbids(last)


@lru_cache(8192)
def introduces_code(words: bytes) -> bool:
    """The same of what stands before a code block."""
    last = _last(words)
    return bool(_LEAD.search(last)) or forbids_running(last)


def _last(words: bytes) -> bytes:
    ends = [found.end() for found in _SENTENCES.finditer(words)]
    return words[next((end for end in reversed(ends) if words[end:].strip()), 0) :]
