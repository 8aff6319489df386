"""A password that the person is to type into the chat, and that then stands in a command line for all to see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_HELD = (
    r"(?:passwords?|passphrases?|private\s+keys?|seed\s+phrases?|mnemonics?|secret\s+keys?|pin\s+codes?|api\s+secrets?|login\s+credentials|"
    r"contraseñas?|claves?\s+privadas?|senhas?|mots?\s+de\s+passe|passwort|passwörter|kennwort|密码|私钥|助记词|パスワード|秘密鍵|비밀번호|пароль?)"
)
_ASKS = pattern(
    rf"\b(?:ask|request|prompt|obtain|get|take|collect)\w*\b[^.\n]{{0,60}}?\b(?:users?|persons?|customers?|them|they|chat|owner)\b[^.\n]{{0,60}}?{_HELD}|"
    rf"{_HELD}[^.\n]{{0,60}}?\b(?:from|in|into|through)\s+(?:the\s+)?(?:chat|conversation|user|person)\b|"
    rf"(?:\b(?:pide|pregunta|solicita|peça|pergunte|demande[zr]?|frage|erfrage)\b|询问|索取|尋ね|물어|спроси|запроси)[^.\n]{{0,60}}?{_HELD}"
)
_ON_THE_LINE = pattern(
    r"\s--?(?:password|passwd|passphrase|pass|pwd|private-?key|secret(?:-?key)?|mnemonic|seed(?:-phrase)?|pin)[=\s]\s*[\"']?(?:<|\{|\$|\[|[A-Z_]{4,}|the\b|\.\.\.)|"
    r"\bsshpass\s+-p\s|\bmysql\b[^\n]{0,80}?\s-p[\"'<{$]|\s-u\s+[\"']?[\w<{$@.-]{1,40}:[<{$\[]"
)

_OPTIONS = r"--?(?:password|passwd|pass|pwd|private-?key|secret|mnemonic|seed|pin)\b|\bsshpass\b|\s-p[\"'<{$]|\s-u\s"


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such question, where a command below it is given the answer."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_ASKS):
        asked = _said.hidden(one) or not (_said.denied(one, _ASKS) or _said.warns_before(one, _ASKS))
        if asked and (_ON_THE_LINE.search(one.words) or _ON_THE_LINE.search(_said.around(one))):
            yield RULE.at(one.span)


RULE = Rule(
    id="secret-on-the-line",
    title="the text has a password asked for in the chat and put into a command line",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="A chat keeps what is typed into it, and what stands in a command line is seen by all programs.",
    remedy="Have the program ask for it, or read it from the environment or a keyring that the person filled.",
    look=look,
    anchors=_said.anchors(_HELD),
    given=(_said.anchors(_OPTIONS),),
)
