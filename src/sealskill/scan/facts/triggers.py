"""When something is to be done, and to what: the words that turn a step into a standing order about somebody's data."""

from __future__ import annotations

from collections.abc import Iterable

from sealskill.scan.pattern import pattern

_WHEN = "after|before|when|when(?:so)?ever|once|upon|while|during|following|as\\s+soon\\s+as|(?:each|every)\\s+time"
_WORK = (
    "task|job|edit|run|session|change|step|request|response|reply|answer|conversation|turn|message|prompt|question|"
    "document|file|report|table|sheet|page|project|commit|build|operation|analysis|review|output|result|draft|export|"
    "update|call|query|activation|start|invocation|interaction"
)
_DONE = (
    "done|finished|complete\\w*|saved|written|exported|created|changed|generated|updated|ready|over|edited|sent|"
    "closed|processed|modified|produced|delivered|rendered|committed|merged|built|in place"
)
_DOING = (
    "making|completing|completion|finishing|editing|modifying|creating|updating|processing|saving|adding|submitting|"
    "improving|generating|handling|answering|responding|replying|performing|finalizing|exporting|removing|implementing|"
    "working|reviewing|writing|choosing|reading|opening|committing|returning|delivering|building|tidying|using"
)
# When a step is due whatever the person asked for, by language; a space stands for any run of white space.
_STANDING = {
    "with each piece of work": (
        rf"\b(?:{_WHEN}|for|with|on|at|in|of|finish|end|close)\s+(?:\w+ing\s+)?(?:each|every|any|all)\b"
    ),
    "so many times": rf"\b(?:each|every)\s+(?:\w+\s+)?(?:time|night|day|hour|minute|morning|week|month|{_WORK})s?\b|"
    r"\b(?:each|every|all|any)\s+(?:\w+\s+){1,2}?(?:that\s+)?you\s+\w",
    "once something is done": (
        rf"\b(?:{_WHEN})\s+(?:(?:a|an|the|your|this|its)\s+)?(?:\w+\s+){{1,2}}?(?:is|are|was|were|has\s+been|gets)"
        rf"\s+(?:{_DONE})\b|\b(?:{_WHEN})\s+(?:you\s+(?:have\s+)?)?(?:{_DOING}|finish\w*|edit\w*|complet\w*|creat\w*|"
        rf"process\w*|report|answer|reply|respond|start|begin|are\s+(?:done|finished|ready))\b|"
        rf"\b(?:{_WHEN}|as\s+part\s+of)\s+(?:a|an|the|your|its)\s+(?:\w+\s+)?(?:{_WORK})s?\b|\bwhen\s+done\b"
    ),
    "without exception": (
        r"\b(?:always|whenever|automatically|by\s+default|in\s+addition|periodically|continuously|regularly|"
        r"in\s+the\s+background|at\s+all\s+times|as\s+a\s+(?:general\s+)?(?:rule|matter\s+of)|"
        r"(?:in|with|for|on|to)\s+(?:each|every)|for\s+all|all\s+files\s+(?:should|must))\b"
    ),
    "first or last of all": (
        r"\b(?:(?:final|last|closing)\s+step|at\s+the\s+(?:very\s+)?(?:end|start|beginning)|on\s+(?:start-?up|boot|login|"
        r"load|start|activation|install\w*)|at\s+(?:start-?up|boot|login)|last\s+of\s+all|"
        r"(?:every|each)\s+\d+\s+\w+)\b"
    ),
    "unasked": (
        r"\bwithout\s+(?:asking|prompting|confirm\w*|permission|approval|consent|being\s+asked|waiting|user\s+\w+)\b|"
        r"\b(?:do\s+not|don['’]?t|never|no\s+need\s+to)\s+(?:ask|prompt|wait|request)\b|"
        r"\b(?:need|must|should)\s*(?:not|n['’]t)\s+be\s+asked\b"
    ),
    "chinese": r"每次|每个|每当|完成后|之后|结束后|始终|总是|务必|必须|自动|定期",
    "japanese": r"毎回|必ず|完了後|終わったら|するたび|自動|常に",
    "korean": r"매번|항상|반드시|완료\s*후|끝나면|할\s*때마다|자동",
    "spanish": r"\bdespués\s+de|\bsiempre\b|\bcada\s+vez|\bal\s+(?:terminar|acabar|finalizar)|autom[aá]tic",
    "portuguese": r"\bdepois\s+de|\bsempre\b|\btoda\s+vez|\ba\s+cada\b|\bao\s+(?:terminar|concluir|finalizar)",
    "french": r"\baprès\b|\btoujours\b|\bchaque\b|\bà\s+la\s+fin\s+de|automatique|\bune\s+fois\b",
    "german": (
        r"\bnach\s+(?:jeder|jedem|dem|der)\b|\bimmer\b|\bjedes\s+mal|"
        r"\bjede[mnrs]?\s|\bsobald\b|automatisch|\bam\s+ende\b"
    ),
    "russian": r"после|всегда|кажд|автоматич|по\s+завершени",
}
STANDING = pattern("|".join(_STANDING.values()))
"""It goes with the work, or comes without being asked: whatever the person wanted, this is done as well."""
UNASKED = pattern("|".join((*_STANDING.values(), r"\b(?:mandatory|important|make\s+sure|be\s+sure)\b")))
"""The same, and whatever is pressed upon the agent."""
EACH = pattern("|".join((_STANDING["with each piece of work"], r"\balways\b|\bautomatically\b")))
"""The same in a heading, where `Once installed` is no more than the name of a step."""


def standing(said: Iterable[bytes], heading: str = "") -> bool:
    """Whether what a text says, one part of it, or the last of the headings above it make a standing order of it."""
    above = heading.rpartition(" / ")[2].encode()
    return bool(EACH.search(above)) or any(STANDING.search(one) for one in said)


IMPERATIVE = pattern(
    r"[.:;!,]\s*(?:please\s+|then\s+|and\s+|also\s+)?(?:replace|append|insert|add|include|frame|present|portray|"
    r"describe|delete|remove|send|upload|copy|lock|run|execute|make|search|check|"
    r"forward|print|write|save|post|back\s+up|submit|return|give|use|track|record|log|collect|fetch|attach|embed|"
    r"encrypt|rename|change|promote|recommend|mention|ensure|always|never)\b"
)
"""An order that begins after a comma or a colon."""
SENSITIVE = pattern(
    r"\b(?:clipboard|pbpaste|xclip|xsel|wl-paste|get-clipboard|(?:current|exact|precise|user'?s?|gps|geo-?|"
    r"physical|device|their|your)\s*(?:gps\s+)?(?:location|coordinates|position|address)|location\s+(?:data|"
    r"metadata|check|file|addon|timestamp|signature)s?|geolocation|gps|CLLocationManager|loc\.(?:txt|"
    r"json)|"
    r"latitude|keystrokes?|key\s*logs?|(?:browser|browsing|search|shell|command|bash)\s+history|screenshots?|"
    r"output\s+of\s+`?(?:env|printenv|set)|webcam|microphone|(?:user'?s?|task|full|entire|whole|complete|system|original|their|every|each|all)\s+(?:prompts?|"
    r"quer(?:y|ies)|conversations?|chats?|messages?|requests?)|conversation(?:\s+(?:history|log|transcript|"
    r"content))?|chat\s+(?:history|logs?|transcripts?)|transcripts?|"
    r"prompts?\s+(?:and|to)|passwords?|credentials?|api\s+keys?|access\s+tokens?|tokens?\s+to|private\s+keys?|"
    r"ssh\s+keys?|seed\s+phrases?|(?:credit|debit|payment)\s*-?\s*cards?|card\s+(?:data|numbers?|details)|cvv|"
    r"payment\s+(?:data|details|information)|customer\s+(?:data|records|details|information)|"
    r"(?:personal|private|confidential|sensitive|identity|biometric)\s+(?:data|information|details|files|"
    r"documents)|pii|contacts?\s+list|list\s+of\s+contacts|address\s+book|(?:all|recent|inbox)\s+e?mails|environment\s+variables|"
    r"\.env\b|bank\s+(?:account|details|statements?)|financial\s+(?:data|models?|records?|information|"
    r"statements?|details)|salar(?:y|ies)|social\s+security|ssn)\b|"
    r"連絡先|联系人|通讯录|연락처|\b(?:libreta|agenda|lista)\s+de\s+conta[ck]?tos|carnet\s+d['’]adresses|adressbuch|kontaktliste|"
    r"rubrica\b|адресн\w+\s+книг|список\s+контактов|"
    r"剪贴板|位置信息|聊天记录|对话(?:记录|内容)|提示词|密码|银行卡|浏览(?:记录|历史)|クリップボード|位置情報|"
    r"会話(?:履歴|内容)|パスワード|閲覧履歴|클립보드|위치|대화\s*(?:내용|기록)|비밀번호|portapapeles|ubicación|"
    r"conversación|contraseña|localização|conversa|senha|presse-papiers|localisation|conversation|"
    r"mot\s+de\s+passe|zwischenablage|standort|passwort|verlauf|буфер\s+обмена|местоположени|переписк|парол"
)
"""Data whose leaving hurts by itself."""
ORDINARY = pattern(
    r"\b(?:files?|documents?|presentations?|spreadsheets?|reports?|data|records?|results?|metrics|outputs?|"
    r"contents?|copy|copies|backups?|logs?|code|changes|summar(?:y|ies)|inputs?|it|them|everything|responses?|"
    r"answers?|tasks?|details|information|images?|slides?|attachments?|databases?|models?|notes?)\b|文件|文档|"
    r"数据|结果|内容|ファイル|文書|データ|内容|파일|문서|데이터|archivos?|documentos?|datos|dados|arquivos?|"
    r"fichiers?|données|dateien?|daten|dokument|файл|документ|данны"
)
"""Whatever is being worked on."""
