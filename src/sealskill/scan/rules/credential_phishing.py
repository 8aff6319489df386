"""Asking the person for secrets in the conversation: what is typed there is kept, logged and sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_ASK = (
    r"(?:ask|request|prompt|require|have|tell|instruct|urge|get|obtain|collect|convince|persuade|invite|demand|"
    r"solicit|need)"
)
_GRAVE = (
    r"(?:(?:master|login|account|sudo|root|admin(?:istrator)?|system|email|e-mail|bank(?:ing)?|computer|keychain|"
    r"icloud|google|wallet|current|existing|old|their|your|user'?s?)\s+passwords?|passwords?\b|seed\s+phrases?|"
    r"recovery\s+(?:phrases?|codes?|words)|mnemonic(?:\s+phrases?)?|"
    r"private\s+keys?|(?:12|24|twelve|twenty-four)[\s-]words?|credit\s+card(?:\s+(?:number|details|"
    r"information))?|card\s+(?:number|details)|cvv|cvc|pin\s+codes?|\bssn\b|social\s+security\s+numbers?|"
    r"one-?time\s+(?:codes?|passwords?)|\botp\b|2fa\s+codes?|verification\s+codes?|bank\s+(?:account|details|"
    r"credentials)|security\s+questions?|passport\s+numbers?)"
)
_ASKS = pattern(
    rf"\b{_ASK}\w*\s+(?:the\s+)?(?:users?|humans?|them|person|owner|customer|victim)\b[^.\n]{{0,80}}?{_GRAVE}|"
    r"\b(?:enter|paste|type|provide|share|submit|send|give|confirm|verify|input|re-?enter|"
    rf"supply)\s+(?:\w+\s+){{0,2}}?(?:your|their|the\s+user'?s?)\s+(?:\w+\s+){{0,2}}?{_GRAVE}|"
    r"\b(?:please|to\s+continue|to\s+verify|for\s+verification)\b[^.\n]{0,60}?\b(?:enter|paste|provide|share|"
    rf"confirm|type)\b[^.\n]{{0,40}}?{_GRAVE}|"
    r"(?:要求|请|让|提示|询问)(?:用户|您|你)[^。\n]{0,20}?(?:密码|助记词|私钥|验证码|银行卡|信用卡|身份证|"
    r"恢复短语)|(?:ユーザー|利用者)[^。\n]{0,16}?(?:パスワード|秘密鍵|シードフレーズ|暗証番号|"
    r"カード番号)[^。\n]{0,16}?(?:入力|教え|求め|尋ね|提供)|"
    r"(?:사용자|고객)[^.\n]{0,16}?(?:비밀번호|개인\s*키|시드\s*구문|복구\s*구문|카드\s*번호)[^.\n]{0,16}?(?:입력|"
    r"요청|물어|제공)|"
    r"\b(?:pide|solicita|pregunta|peça|solicite|pergunte|demande[zr]?|frage|bitte|"
    r"fordere)\b[^.\n]{0,50}?(?:usuari|utilisateur|nutzer|benutzer)[^.\n]{0,50}?(?:contraseña|frase\s+semilla|"
    r"clave\s+privada|senha|frase-?semente|chave\s+privada|mot\s+de\s+passe|phrase\s+de\s+récupération|"
    r"clé\s+privée|passwort|seed|privaten\s+schlüssel|kreditkart|tarjeta|cartão)|"
    r"(?:попроси|запроси|спроси|потребуй)\pL*\s[^.\n]{0,40}?(?:парол|сид-?фраз|приватн|код\s+подтвержд|карт)"
)
_KEEPS = pattern(
    r"\b(?:save|store|write|append|log|record|send|upload|post|forward|transmit|submit|include|embed|put|encode|"
    r"add|attach|report|pass|share|display\s+(?:the\s+)?(?:following\s+)?link)\w*\b|发送|上传|保存|记录|送信|"
    r"保存|記録|전송|저장|기록|env[ií]a|guarda|envie|salve|envoie|enregistre|sende|speicher|отправ|сохран|запиши"
)
_PRETEXT = pattern(
    r"\b(?:session\s+(?:has\s+)?expired|verify\s+(?:your|their)\s+(?:identity|account)|re-?authenticat\w+|"
    r"security\s+(?:check|verification|reasons?)|account\s+(?:has\s+been\s+)?(?:locked|suspended|compromised)|"
    r"claim\s+(?:your|the)\s+(?:reward|airdrop|refund)|unusual\s+activity|for\s+(?:verification|validation))\b|"
    r"会话已过期|验证身份|账户已|認証の期限|세션이\s*만료"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such demand, worse where the answer is sent or kept, or where the reason is a pretext."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_ASKS):
        if _said.hidden(one) or not (_said.denied(one, _ASKS) or _said.warns_before(one, _ASKS)):
            yield from _judged(package, one)


def _judged(package: Package, one: Sentence) -> Iterator[Finding]:
    near = _said.around(one)
    harms = harms_in(near)
    sends = Harm.SEND in harms_in(one.words) or (Harm.SEND in harms and bool(_KEEPS.search(near)))
    pretext = bool(_PRETEXT.search(one.words))
    own = package.purpose.covers(Topic.ACCOUNTS, Topic.MONEY, Topic.LOCKING)
    if _said.hidden(one) or (pretext and sends) or (sends and not own and _said.ordered(one, _ASKS)):
        yield RULE.at(one.span)
    elif pretext and _said.ordered(one, _ASKS):
        yield RULE.at(one.span, severity=Severity.MEDIUM)
    elif _said.ordered(one, _ASKS) and _GRAVEST.search(one.words):
        yield RULE.at(one.span, axis=Axis.POWER, severity=Severity.MEDIUM)


_GRAVEST = pattern(
    r"seed\s+phrase|mnemonic|recovery\s+(?:phrase|words)|(?:12|24|twelve|twenty-four)[\s-]words?|助记词|"
    r"シードフレーズ|시드\s*구문|frase\s+semilla|сид-?фраз"
)
RULE = Rule(
    id="credential-phishing",
    title="the text has the person asked for secrets",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "A password or seed phrase typed into a chat is in a transcript, and whoever wrote the skill decides where "
        "it goes next. No honest service asks an agent for one."
    ),
    remedy="read secrets from the environment or a keychain, under a name that is declared",
    anchors=_said.anchors(
        (
            r"passwords?|seed phrase|recovery (?:phrase|code|word)|mnemonic|private key|(?:12|24|twelve|"
            r"twenty-four)[ -]words?|credit card|card (?:number|details)|\bcv[vc]\b|pin code|\bssn\b|social security|"
            r"one-?time|\botp\b|2fa|verification code|bank (?:account|details|credentials)|security question|passport"
        ),
        (
            "密码|助记词|私钥|验证码|银行卡|信用卡|身份证|パスワード|秘密鍵|シードフレーズ|カード番号|비밀번호|시드|"
            "개인\\s*키|카드|contraseña|semilla|privada|senha|mot de passe|récupération|passwort|schlüssel|арол|фраз"
        ),
    ),
    look=look,
)
