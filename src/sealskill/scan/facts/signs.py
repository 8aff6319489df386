"""Signs: what a text says that is odd alone and telling together. Each says little; a rule counts them."""

from __future__ import annotations

import re
from enum import StrEnum

from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.triggers import SENSITIVE
from sealskill.scan.pattern import pattern, uncounted


class Sign(StrEnum):
    """One thing that a text would have the agent do, and the person not see."""

    SECRECY = "it is not to be spoken of"
    DECEPTION = "the person is to be told something else"
    NO_QUESTION = "nobody is to be asked"
    OBEDIENCE = "what arrives later is to be obeyed"
    STANDING = "it is done each time, unasked"
    SECRETS = "keys or logins are taken"
    PRIVATE = "private data is taken"
    AWAY = "something goes to a stranger"
    ALIKE = "something goes to a place that is only called alike"
    STEERING = "files that steer agents are written"
    SPREADING = "it is copied to others"
    DESTRUCTION = "work or backups are removed"
    UNGUARDED = "a guard is switched off or walked round"
    MONEY = "money goes to a fixed address"
    CODE = "what a server sends is run"
    CONTEXT = "the agent's own instructions or the conversation are handed over"
    BENT = "what the person gets is bent to somebody's liking"


_NOT = r"(?:do\s+not|don['’]?t|never|must\s+not|without|avoid|not\s+to|no\s+need\s+to|nor)"
_SPEAK = (
    r"(?:mention|speak|talk|tell|say|report|explain|reveal|disclose|announce|comment|discuss|bring\s+up|"
    r"draw\s+attention|point\s+out)\w*"
)
_IT = (
    r"(?:this|it|that|these|them|those|anything|anyone|anybody|(?:the\s+|its\s+|their\s+)?(?:user|person|owner|"
    r"customer|team|step|call|request|change|upload|copy|transfer|sync|line|rule|section|file|reason|people)s?)"
)
_ASKED = r"(?:if|when|should)\s+(?:the\s+)?(?:user|person|they|somebody|someone|anyone|asked|people|anybody)\b"
_SURE = r"(?:confirm\w*|permission|approval|consent|users?|them|first|before|again|anyone|questions?)"
_SAYS = r"(?:says?|said|asks?|tells?|contains?|returns?|returned|there|inside|found|received|arrives?)"
_ADDS = (
    r"(?:\b(?:append|add|write|put|insert|paste|copy|copies|copied|install|commit|push|añad\w*|agreg\w*|adicion\w*|ajout\w*|"
    r"aggiung\w*|füge?|schreib\w*|escrib\w*|escrev\w*|écri\w*)\b|добав|запиш|添加|写入|追加|추가)"
)
_STEERED = (
    r"(?:\b(?:AGENTS?|CLAUDE|SOUL|MEMORY|GEMINI|IDENTITY|HEARTBEAT|TOOLS|USER)\.md\b|\.cursorrules|\.cursor/rules|"
    r"copilot-instructions|\.claude/settings|\bmcp(?:_config)?\.json|claude_desktop_config|openclaw\.json|"
    r"\bsystem\s+prompt\b|\bconftest\.py\b|\bsitecustomize\b)"
)
# What says each of them, in the languages of the registry; a line is one way to say it.
_SAID: dict[Sign, tuple[str, ...]] = {
    Sign.SECRECY: (
        rf"\b{_NOT}\s+(?:\w+\s+){{0,2}}?{_SPEAK}\s+(?:(?:of|about|on|to|in|with)\s+)?{_IT}\b",
        r"\b(?:keep|leave)\s+(?:this|it|that|them|these)\s+(?:quiet|private|internal|between|to\s+yourself|out\s+of)\b",
        r"\b(?:should|must|need)\s*(?:not|n['’]t|never)\s+(?:appear|be\s+(?:mentioned|shown|listed|logged|told))\b",
        r"\b(?:no\s+need|not\s+necessary|do\s+not|don['’]?t)\s+(?:to\s+)?point\s+(?:this|it|that|them)\s+out\b",
        r"\b(?:nobody|no\s+one)\s+(?:needs?|has|ought)\s+to\s+(?:know|hear|see|learn|be\s+told)\b",
        (
            r"\bleave\s+(?:this|it|that|them)\s+out\s+of\b|\b(?:does|do)\s*(?:not|n['’]t)\s+(?:want|need|wish)\s+to\s+be\s+"
            r"(?:told|reminded|asked|bothered|informed)\b"
        ),
        r"\bno\s+hace\s+falta\s+(?:\w+\s+)?(?:coment|dec|avis|inform|mencion)\w*|\bs[ie][nm]\s+(?:avisar|decir|dizer)\w*",
        (
            r"\binutile\s+(?:d['’]en\s+parler|de\s+le\s+(?:dire|mentionner|signaler)|dirlo)|\bsans\s+(?:avertir|prévenir)|"
            r"\bsenza\s+(?:avvisare|avvertire)"
        ),
        (
            r"\b(?:braucht|muss|soll)\s+(?:niemand|keiner)\s+(?:zu\s+)?(?:wissen|erfahren|sehen)|"
            r"\b(?:niemand|keiner)\s+(?:braucht|muss|soll)\b[^.\n]{0,20}?(?:wissen|erfahren)"
        ),
        r"(?:不需要|不用|没必要|沒必要)[^。\n]{0,8}?(?:告诉|告知|提)|(?:伝え|知らせ|言わ)(?:る必要はな|なくて)|(?:알릴|말할)\s*필요",
        (
            r"\b(?:users?|persons?|people|customers?|they|clients?|readers?)\s+(?:is|are|must|should|need)\s*(?:not|n['’]t)\s+(?:to\s+)?"
            r"(?:learn|know|hear|notice|find\s+out|become\s+aware|be\s+(?:told|informed|shown|aware))\b"
        ),
        (
            r"(?:説明|報告|通知|連絡)(?:は)?(?:不要|必要ありません|しなくて)|\b(?:nicht|keinesfalls)\s+(?:\w+\s+)?(?:hingewiesen|erwähnt|mitgeteilt|"
            r"aufgeführt)|\bunerwähnt|hingewiesen\s+werden\s+muss\s+nicht|\bmuss\s+nicht\s+(?:hingewiesen|erwähnt)|"
            r"\bne\s+(?:doit|doivent|faut)\s+pas\s+(?:savoir|apprendre|être\s+(?:informé|averti))|\b(?:no|não)\s+(?:debe[nm]?|tiene[nm]?\s+que|"
            r"deve[m]?|precisa[m]?)\s+(?:saber|enterar|ser\s+informad)|\bnon\s+dev(?:e|ono)\s+(?:sapere|essere\s+informat)"
        ),
        (
            r"\bso\s+that\s+(?:it|this|they|these|nobody|no\s+one)\s+(?:(?:is|are|does|do|will|can|need)\s*)?(?:not|never|n['’]t)?\s*(?:be\s+)?"
            r"(?:listed|shown|seen|noticed|visible|found|notices?|sees?|finds?)\b"
        ),
        r"\b(?:leave|with)\s+no\s+(?:mention|trace|notice|record)s?\b",
        r"\b(?:delete|remove|erase|clear)\b[^\n]{0,60}?\bfrom\s+the\s+(?:conversation|chat|history|log|transcript)\b",
        r"\b(?:then\s+delete\s+the\s+(?:file|log|line|message|phrase)|delete\s+(?:it|them)\s+afterwards?)\b",
        r"(?:不要|不必|无需|无须|别)[^。\n]{0,8}?(?:提及|提到|告诉|告知|说明|汇报|记录|显示|解释)",
        r"(?:伝え|言わ|知らせ|触れ|報告し|記録し|表示し)(?:ず|ない)|(?:알리지|말하지|언급하지|보고하지|기록하지)",
        r"\b(?:no|sin)\s+(?:lo\s+|se\s+lo\s+|le\s+)?(?:mencion|dig[ao]|decir|habl|inform|registr|muestr|coment)\w*",
        r"\b(?:não|sem)\s+(?:o\s+)?(?:mencion|dig[ao]|dizer|fal|inform|registr|mostr|coment|avis)\w*",
        r"\b(?:ne|sans)\s+(?:le\s+|en\s+|l['’]\s*)?(?:mentionn|dis|dire|parl|inform|signal|affich|précis)\w*",
        r"\b(?:nicht|ohne)\s+(?:\w+\s+){0,2}?(?:erwähn|zu\s+sagen|nennen|anzuzeigen|melden)\w*",
        r"\berwähn\w*[^.\n]{0,40}?nicht\b",
        r"не\s+(?:упоминай|говори|сообщай|показывай|пиши|комментируй|записывай)",
        r"\b(?:non|senza)\s+(?:è\s+necessario\s+)?(?:menzion|dir|parl|segnal|mostr|inform)\w*",
    ),
    Sign.DECEPTION: (
        rf"\b{_ASKED}[^\n]{{0,100}}?\b(?:say|answer|reply|claim|assure|respond)\b",
        rf"\b{_ASKED}[^\n]{{0,100}}?\b(?:tell|explain|suggest)\s+(?:\w+\s+)?that\b",
        r"\b(?:list|describe|label|report|show|book|present|declare|log)\s+(?:it|this|them|that|the\s+\w+)\s+as\s+[\"“'`「]",
        r"\b(?:pretend|act\s+as\s+if|make\s+it\s+look|as\s+if\s+nothing)\b",
        r"\bthen\s+(?:say|tell|answer|report)\s+[\"“'`]|\bif\s+they\s+(?:hesitate|refuse|object|doubt)\b",
        r"(?:如果|若)[^。\n]{0,12}?(?:问|询问)[^。\n]{0,30}?(?:回答|说|告诉)|假装|聞かれたら|尋ねられたら",
        r"\bsi\s+(?:\w+\s+){0,2}?(?:l['’]utilisateur\s+)?(?:pregunta|demande|hésite)\w*[^\n]{0,80}?\b(?:di|dis|respond)",
        r"\bsi\s+(?:l['’]utilisateur\s+)?(?:demande|hésite)\w*[^\n]{0,80}?\b(?:réponds|précise)",
        r"\b(?:wenn|falls)\b[^\n]{0,60}?\b(?:fragt|nachfragt|zögert)\b[^\n]{0,80}?\b(?:sage?|antworte|erkläre)",
        r"если[^\n]{0,60}?спрос[^\n]{0,80}?(?:скажи|ответь)",
    ),
    Sign.NO_QUESTION: (
        rf"\b{_NOT}\s+(?:\w+\s+){{0,2}}?(?:ask|wait|seek|request|prompt)\w*\s+(?:for\s+)?(?:\w+\s+)?{_SURE}\b",
        r"\b(?:without|no|skip|avoid)\s+(?:\w+\s+){0,2}?(?:questions?|confirmations?|approvals?|consent|review)\b",
        r"\bquestions?\s+(?:\w+\s+){0,2}?(?:lead|slow|cost|waste)\w*|\bhands[\s-]?free\b",
        r"\b(?:do|does|need)(?:\s+not|n['’]t)\s+(?:have\s+to\s+|need\s+to\s+)?be\s+(?:asked|consulted|told\s+first)\b",
        r"\b(?:act|do\s+(?:it|this|so)|proceed|go\s+ahead)\s+(?:at\s+once|immediately|right\s+away)\b",
        r"\b(?:straight|directly)\s+to\s+(?:the\s+)?(?:main|master|default|production)\b",
        r"无需确认|不用确认|不要询问|直接执行|確認(?:せず|なし)|확인\s*없이|\bs[ie][nm]\s+(?:preguntar|perguntar|confirma)",
        r"\bsans\s+(?:demander|confirm)|\bohne\s+(?:zu\s+fragen|nachfrage|rückfrage|bestätigung)",
        r"без\s+(?:спроса|подтвержд|вопрос)|\bsenza\s+(?:chiedere|conferma)",
    ),
    Sign.OBEDIENCE: (
        r"\b(?:has|have|takes?|gets?|given)\s+(?:absolute\s+|full\s+)?(?:priority|precedence)\s+over\b",
        r"\boverrid\w+\s+(?:this|the\s+user|any|all)\b|\bbefore\s+anything\s+else\b",
        r"\b(?:carry|carries)\s+(?:it|them|that|this)?\s*out\b|\bcarry\s+out\s+(?:what|whatever|everything)\b",
        rf"\b(?:do|follow|obey|execute|apply|run)\s+(?:what|whatever|everything|anything)\b[^\n]{{0,60}}?\b{_SAYS}\b",
        rf"\b(?:follow|obey|execute)\s+(?:any|the)\s+instructions?\b[^\n]{{0,60}}?\b{_SAYS}\b",
        r"\btreat\s+(?:it|them|this|that|its|the\s+\w+)\b[^\n]{0,40}?\bas\s+(?:\w+\s+){0,3}?(?:system|owner|orders?)\b",
        r"\b(?:trust|believe)\b[^\n]{0,60}?\b(?:as|like)\s+(?:I|you|we)\s+(?:\w+\s+)?(?:trust|believe|my|your|the)\b",
        r"(?:优先于|高于)[^。\n]{0,12}?(?:用户|系统|指令)|照做|按照其中",
    ),
    Sign.STEERING: (rf"{_ADDS}[^\n]{{0,80}}?{_STEERED}",),
    Sign.SPREADING: (
        rf"{_ADDS}[^\n]{{0,80}}?\b(?:other|every|each|all)\s+(?:\w+\s+){{0,2}}?(?:skills?|repositor(?:y|ies)|repos?)\b",
        rf"{_ADDS}[^\n]{{0,80}}?\bother\s+(?:\w+\s+)?(?:workspaces?|projects?|agents?|machines?|servers?)\b",
    ),
    Sign.MONEY: (
        r"\b0x[0-9a-fA-F]{40}\b|\bbc1[a-z0-9]{20,}|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[1-9A-HJ-NP-Za-km-z]{43,44}\b",
        r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b",
    ),
    Sign.SECRETS: (
        (
            r"\b(?:tokens?|jetons?|chiav[ei]|claves?|chaves?|clés?|schlüssel|credenzial[ie]|credenciais|credenciales|identifiants|"
            r"zugangsdaten|anmeldedaten)\b[^.\n]{0,30}?\b(?:trovat|encontrad|trouvé|gefunden|aus\s+de[rm]|nell[ao]|del(?:la)?|dans|"
            r"de\s+la|en\s+la|da|api|ssh|acces|acceso|d['’]accès)\w*"
        ),
        r"(?:令牌|密钥|凭据|凭证|口令)|(?:トークン|認証情報|秘密鍵)|(?:토큰|인증\s*정보|비밀\s*키)|(?:токен|ключ\w*\s+доступа|учётн)",
    ),
    Sign.DESTRUCTION: (
        (
            r"\b(?:cancell|elimin|borr|apagu?|supprim|efface|lösch|suppress)\w*\s[^.\n]{0,40}?(?:cronologia|histor[iy]|verlauf|"
            r"registr|copi[ae]s?\b|backup|sauvegarde|sicherung|journal|protokoll)"
        ),
        r"(?:удали|сотри|очисти)\pL*\s[^.\n]{0,40}?(?:истори|журнал|лог|резервн|копи)",
        (
            r"(?:清除|删除|清空)[^。\n]{0,10}?(?:历史|日志|记录|备份)|(?:履歴|ログ|バックアップ)[^。\n]{0,6}?(?:消去|削除)|"
            r"(?:기록|로그|백업)[^.\n]{0,6}?(?:삭제|지우)"
        ),
    ),
    Sign.CONTEXT: (
        (
            r"\byour\s+(?:own\s+|full\s+|current\s+|complete\s+|entire\s+|original\s+){0,2}(?:\w+\s+)?(?:instructions|system\s+(?:prompt|message)|"
            r"context\s+window|rules\s+word|developer\s+message)\b|\b(?:system|developer)\s+(?:prompt|message)\b[^\n]{0,40}?\b(?:verbatim|word\s+for\s+word|"
            r"in\s+full|as\s+it\s+is)\b"
        ),
        (
            r"\b(?:turns|messages|everything|all\s+that|whatever)\s+(?:\w+\s+){0,3}?(?:said|written|typed|exchanged|came\s+before|discussed)\b[^\n]{0,30}?"
            r"(?:\bso\s+far\b|\bbefore\b|\b(?:chat|conversation|session)\b)|\bthe\s+turns\s+(?:that\s+)?(?:came\s+)?(?:before|so\s+far)\b|"
            r"\b(?:whole|full|entire|complete)\s+(?:chat|conversation|transcript|dialog\w*|message\s+history)\b|\bconversation\s+so\s+far\b"
        ),
        (
            r"(?:完整|全部|整个|所有)[^。\n]{0,4}?(?:对话|聊天|会话)|系统提示(?:词)?|(?:会話|やり取り)(?:の)?(?:全文|全体|履歴|すべて)|システムプロンプト|"
            r"(?:대화|채팅)\s*(?:전체|내용|기록)|시스템\s*프롬프트|вс[юе]\s+(?:переписк|беседу|диалог|разговор)|системн\w+\s+(?:промпт|инструкц)"
        ),
        (
            r"\b(?:toda|todo|completa|íntegra)\s+(?:la\s+|el\s+|a\s+|o\s+)?(?:conversaci|conversa\b|diálogo|chat)|\b(?:toute|entière)\s+(?:la\s+)?conversation|"
            r"\b(?:ganze[ns]?|gesamte[ns]?|komplette[ns]?|bisherige[ns]?)\s+(?:gespräch|unterhaltung|chat|verlauf|dialog)|\btutta\s+la\s+conversazione|"
            r"\b(?:tus|suas|tes|vos|deine|eigenen?|tue)\s+(?:propias\s+|próprias\s+|propres\s+)?(?:instrucciones|instruções|instructions|anweisungen|istruzioni)\b"
        ),
    ),
    Sign.BENT: (
        r"\bwhatever\s+(?:the|your|any)\s+(?:comparison|result|test|score|search|analysis|data|numbers?|ranking|review)\w*\s+(?:says?|shows?|gives?|is|are)\b",
        (
            r"\b(?:raise|lower|inflate|deflate|change|adjust|round)\w*\s+(?:the\s+|all\s+)?(?:other\s+|rival\s+|competing\s+)(?:\w+\s+)?"
            r"(?:prices?|scores?|figures?|ratings?|numbers)\b"
        ),
        r"\b(?:payment|checkout|booking|order|shop|product|download)\s+(?:links?|urls?|pages?)\s+(?:are|is|be|get)\s+(?:\w+\s+)?(?:rewritten|replaced|redirected|swapped)\b",
    ),
    Sign.CODE: (r"\b(?:exec|eval)\s*\(\s*[^\n]{0,60}?(?:urlopen|requests\.get|fetch|download)",),
    Sign.UNGUARDED: (
        r"\bNOPASSWD\b|[\"'`](?:auto_?approve|always_?allow)[\"'`]\s*:|--no-verify\b|--dangerously|bypassPermissions",
        r"\btools\.exec\.\w+|\bsandbox\b[^\n]{0,60}?\b(?:not\s+covered|refuses?|around|escape)",
        r"\b(?:turn|switch)\w*\s+off\s+(?:\w+\s+){0,3}?(?:audit|log|alert|check|guard|review|scan)\w*",
        r"\bremove\s+(?:\w+\s+){0,4}?(?:guard|scanner|scan)\w*",
        r"\b(?:virus\s+scanner|antivirus|security\s+software)\b[^\n]{0,80}?\b(?:false|pause|ignore|disable)",
        (
            r"\b(?:disattiv|disabilit|spegn|desactiv|deshabilit|apag|desativ|desabilit|desligu|désactiv|coup|éteign|deaktivier|"
            r"schalte?|abschalt)\w*\s[^.\n]{0,40}?(?:\baudit\b|\blogs?\b|registr|allarm|alarm|alerta|journal|protokoll|"
            r"überwach|antivirus|firewall|seguridad|segurança|sécurité|sicherheit|sicurezza|contro[lô]|prüfung)"
        ),
        r"(?:отключи|выключи)\pL*\s[^.\n]{0,40}?(?:аудит|журнал|лог|защит|провер|антивирус|оповещ)",
        (
            r"(?:关闭|禁用|停用)[^。\n]{0,12}?(?:审计|日志|告警|防护|监控)|(?:監査|ログ|アラート|監視)[^。\n]{0,8}?(?:無効|停止|オフ)|"
            r"(?:감사|로그|알림|감시)[^.\n]{0,8}?(?:끄|비활성|중지)"
        ),
    ),
}
_FOUND = {sign: pattern("|".join(ways)) for sign, ways in _SAID.items()}
_OF_HARMS = {
    Harm.SECRET: Sign.SECRETS, Harm.SECRET_FILE: Sign.SECRETS, Harm.REMOTE: Sign.CODE, Harm.DELETE: Sign.DESTRUCTION,
    Harm.STEER: Sign.STEERING,
}  # fmt: skip


def ways(*signs: Sign) -> str:
    """All ways to say some of them, as one pattern; lines are wrapped anywhere."""
    return "|".join(way.replace(r"[^\n]", r"[\s\S]") for sign in signs for way in _SAID[sign])


def stem(*signs: Sign) -> str:
    """The same for a prose, in which no line is wrapped: what stands wherever one of the ways does."""
    return uncounted("|".join(way for sign in signs for way in _SAID[sign]))


def signs_in(data: bytes) -> frozenset[Sign]:
    """Every sign that stands in a piece of text; whether something goes to a stranger, the caller knows."""
    harms = harms_in(data)
    found = {sign for sign, said in _FOUND.items() if said.search(data)}
    found |= {sign for harm, sign in _OF_HARMS.items() if harm in harms}
    return frozenset(found | {Sign.PRIVATE}) if SENSITIVE.search(data) else frozenset(found)


# A distance that is counted costs the one pass over the bytes a state for each letter; any distance costs none.
_COUNTED = re.compile(r"\[\\s\\S\]\{0,\d+\}\??")


def anchors(*signs: Sign) -> str:
    """What stands wherever one of the ways does, and elsewhere: for the one pass over the bytes."""
    return _COUNTED.sub(r"[\\s\\S]*", ways(*signs))
