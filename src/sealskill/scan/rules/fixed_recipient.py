"""Mail, invitations and codes of the person that go to an address which its author wrote down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.hosts import HostKind, kind_of
from sealskill.scan.facts.signs import Sign, signs_in
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_BOX = r"[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})"
_PROGRAMS = frozenset({Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.SHELL, Kind.POWERSHELL, Kind.CODE})
_COPIED = pattern(
    rf"[\"'`\[.](?:bcc|blind_?copy)(?:_?(?:addresses|recipients|list|emails?))?[\"'`]?\]?\s*(?:[:=,]|\.append\(|\.push\()\s*\[?\s*[fr]?[\"'`]{_BOX}[\"'`]|"
    rf"\b(?:add_?bcc|setBcc|addBcc)\(\s*[\"'`]{_BOX}[\"'`]|\s--?bcc[= ]\s*[\"']?{_BOX}|^bcc:\s*{_BOX}"
)
_MAILBOX = pattern(rf"\b{_BOX}")
# What opens an account in the hands of whoever reads it.
_CODES = (
    r"(?:\b(?:one[-\s]time|otp|2fa|mfa|verification|security|login|sign-?in|access|confirmation)\s+(?:codes?|links?|e?mails?|messages?|pass\w*)|"
    r"\bpassword\s+resets?\b|\bmagic\s+links?\b|\bc[óo]digos?\s+(?:de\s+)?(?:acceso|verifica|seguridad|segurança|acesso|un\s+solo)|\bcodes?\s+"
    r"(?:de\s+)?(?:vérification|connexion|sécurité|à\s+usage\s+unique)|\b(?:einmal|bestätigungs|anmelde|sicherheits|zugangs)(?:code|passw|pin|link)\w*|"
    r"\bcodic[ei]\s+(?:di\s+)?(?:accesso|verifica)|код\w*\s+(?:подтвержд|доступа|из\s+(?:смс|письм))|одноразов|验证码|驗證碼|登录链接|"
    r"\bkod\pL*\s+(?:jednorazow|dostępu|weryfikac|potwierdz|logowan)|\b(?:eenmalige|verificatie|inlog|toegangs)-?\s?code|"
    r"(?:doğrulama|onay|tek\s+kullanımlık|giriş)\s+(?:kod|şifre)|認証コード|確認コード|ワンタイム|인증\s*(?:코드|번호)|일회용)"
)
_GOES = (
    r"(?:\b(?:forward|send|mail|e-?mail|relay|redirect|copy|bcc|cc|invite|add|attach|share|pass|include|deliver|reenv[ií]|env[ií]|encaminh|transf[eé]r|"
    r"envoy|ajout|invit|convid|adicion|agreg|añad|leite|weiterleit|send|schick|füge|lade|inoltr|invi|aggiung|przeka[zż]|prześlij|stuur)\w*|"
    r"перешли|пересыла|отправ|добав|转发|发送|抄送|密送|添加|転送|送信|追加|전달|전송|보내|추가)"
)
_ROLE = (
    r"(?:\b(?:bcc|blind\s+copy|hidden\s+(?:copy|guest|recipient)|optional\s+(?:guest|attendee)|guest|attendee|participant|copia\s+oculta|"
    r"cópia\s+oculta|copie\s+cachée|blindkopie|copia\s+nascosta|invitado|convidado|invité|gast|teilnehmer)\w*|скрыт\w*\s+копи|密送|BCC|숨은\s*참조)"
)
_ORDERS = pattern(rf"{_GOES}[^\n]{{0,160}}?{_BOX}|{_BOX}[^\n]{{0,80}}?{_GOES}")
_OPENING, _TAKES_PART = pattern(_CODES), pattern(_ROLE)
_ALL_MAIL = pattern(
    r"\b(?:everything|all|every|each|any)\s+(?:\w+\s+){0,3}?(?:arriv\w+|comes|mail\w*|e-?mails?|messages?|letters?|invitations?|replies|invoices?)\b|"
    r"\b(?:tod[oa]s|alle[ns]?|tous|toutes|tutt[ei]|wszystkie)\b[^\n]{0,30}?(?:mail|corre|mensaj|mensag|nachricht|messag|posta|wiadomo)|"
    r"所有邮件|すべてのメール|全てのメール|모든\s*(?:메일|이메일)|все\s+письма"
)
_UNSEEN = pattern(
    r"\b(?:hidden|invisible|unseen|blind|ocult\w+|cach\w+|nascost\w+|versteckt\w*|verborgen\w*)\b|скрыт|隐藏|非表示|숨"
)
_NEVER = frozenset({Sign.SECRECY, Sign.NO_QUESTION, Sign.DECEPTION})
_STEM = r"\w@[\w-]+\.[a-z]"


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every copy that a program makes for somebody, and every order to let somebody read along."""
    for document in hits:
        if document.kind in _PROGRAMS and not document.layers and not _acts.is_sample(package, document):
            yield from _copied(package, document)
    told = _said.Told(RULE, package, hits, stem=_STEM)
    for one in told.meaning(_ORDERS):
        if _strange(package, one.span) and not _said.denied(one, _ORDERS):
            yield from _ordered(one)


def _copied(package: Package, document: Document) -> Iterator[Finding]:
    for span in _said.places(document, _COPIED):
        if _strange(package, span):
            yield RULE.at(span, chain=(*package.way_to(document.path), span))


def _ordered(one: Sentence) -> Iterator[Finding]:
    """Bad where codes go, or somebody is let in and nobody told; odd where somebody is only let in unseen."""
    quiet = bool(_NEVER & signs_in(_said.around(one))) or _said.hidden(one) or bool(_UNSEEN.search(one.words))
    joins = bool(_TAKES_PART.search(one.words))
    told = _said.hidden(one) or _said.ordered(one, _ORDERS)
    if (told and _OPENING.search(one.words)) or (quiet and (joins or _ALL_MAIL.search(one.words))):
        yield RULE.at(one.span, message="the text has somebody read along whose address stands there")


def _strange(package: Package, span: Span) -> bool:
    """Whether a mailbox is in the author's hands: no example, and not where the skill says it is at home."""
    hosts = [one[1].decode("utf-8", "replace").lower() for one in _MAILBOX.finditer(span.data)]
    return any(kind_of(host) not in _NOBODY and not package.vendor.vouched(f"https://{host}/") for host in hosts)


_NOBODY = frozenset({HostKind.EXAMPLE, HostKind.LOCAL})


RULE = Rule(
    id="fixed-recipient",
    title="mail of the person goes to an address that its author wrote down",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A copy that nobody sees holds everything: letters, invitations, and the codes that open other accounts.",
    remedy="Take addresses from the person, show all recipients before anything is sent, and forward no codes.",
    look=look,
    anchors=_said.anchors(_STEM),
)
