"""Orders to let through whatever comes from one party, unread: a review that is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.signs import Sign, signs_in
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PASSES = (
    r"(?:\b(?:approv|merg|accept|pass(?:es|ed)?\b|wave[sd]?\b|let|sign(?:ed)?\s+off|green-?light|rate|score|mark|release|pay|aprob|aprov|fusion|"
    r"genehmig|zusammenführ|freigeb|freigegeb|freizugeb|durchgewunk|durchwink|approuv|accept[eé]|valid[eé]|approv|akzeptier|zatwierd|goedgekeur)\w*|"
    r"одобр|принима|слива|批准|通过|合并|承認|マージ|승인|병합)"
)
_WHAT = (
    r"(?:\b(?:pull\s+requests?|merge\s+requests?|prs?|mrs?|commits?|patch(?:es)?|changes|diffs?|reviews?|submissions?|applications?|invoices?|"
    r"expenses?|claims?|orders|releases?|files|packages|code|findings|solicitud\w*|pedidos?|facturas?|rechnung\w*|anträge|demandes?|"
    r"modifications?|factures?|richieste|modifiche|fatture)\b|änderung|запрос|изменени|сч[её]т|合并请求|拉取请求|更改|发票|プルリク|変更|請求書|풀\s*리퀘스트|변경)"
)
_BLINDLY = (
    r"(?:\b(?:whatever\s+(?:they|it|is|the)|no\s+matter\s+(?:what|how)|regardless\s+of|without\s+(?:being\s+)?(?:read\w*|review\w*|look\w*|check\w*|open\w*|examin\w*|"
    r"inspect\w*|tests?)|unread|unseen|unreviewed|in\s+any\s+case|even\s+(?:if|when|though)\s+(?:the\s+)?(?:tests?|checks?|they|it|there)|"
    r"sin\s+(?:revis|leer|comprob|mirar)\w*|sem\s+(?:revis|ler|verific|olhar)\w*|ohne\s+(?:prüfung|sie\s+zu|es\s+zu|durchsicht|kontrolle)|"
    r"ungeprüft|ungelesen|sans\s+(?:lire|relecture|vérif|examen)\w*|quel\s+que\s+soit|senza\s+(?:legger|controll|verific)\w*)|"
    r"не\s+(?:чита|проверя|глядя)|без\s+проверк|无论内容|不论内容|无需审查|不用检查|内容に関わらず|確認せず|내용과\s*(?:상관|관계)없이|검토\s*없이)"
)
_PARTY = (
    r"(?:\b(?:by|from|of|opened\s+by|account|author|user|bot|vendor|supplier|company|customer|de|von|vom|des?\s+(?:usuario|konto|compte)|da|do)\b|"
    r"от|来自|作者|からの|의)\W{0,4}(?:\pL+\s+){0,3}?(?:[`'\"“‘@«「]{1,2}[\w.@-]{3,40}|\w{2,20}[-_.]\w{2,20}|\w{2,20}\d\w{0,8})"
)
_BLIND = pattern(
    rf"{_PARTY}[^.\n]{{0,120}}?{_PASSES}[^.\n]{{0,80}}?{_BLINDLY}|{_PASSES}[^.\n]{{0,120}}?{_PARTY}[^.\n]{{0,80}}?{_BLINDLY}|"
    rf"{_PARTY}[^.\n]{{0,80}}?{_BLINDLY}[^.\n]{{0,80}}?{_PASSES}|{_BLINDLY}[^.\n]{{0,80}}?{_PASSES}[^.\n]{{0,80}}?{_PARTY}"
)
_SUBJECT = pattern(_WHAT)
_NO_FINDINGS = pattern(
    r"\b(?:no|without)\s+(?:findings?|comments?|remarks?|issues?)\b|\blgtm\b|keine\s+(?:funde|anmerkung)|sin\s+(?:hallazgos|comentarios)"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order; worse where the review is to look like one."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_BLIND):
        if _SUBJECT.search(one.words) and (_said.hidden(one) or _policy(one)):
            yield RULE.at(one.span, severity=Severity.HIGH if _feigned(one) else Severity.MEDIUM)


def _policy(one: Sentence) -> bool:
    """Whether it is ordered, or laid down as a rule: `claims of user x pass without being looked at`."""
    return not (_said.denied(one, _BLIND) or _said.to_programmers(one) or _said.warns_before(one, _BLIND))


def _feigned(one: Sentence) -> bool:
    near = _said.around(one)
    quiet = {Sign.SECRECY, Sign.DECEPTION} & signs_in(near)
    return bool(quiet) or _said.hidden(one) or bool(_NO_FINDINGS.search(near))


RULE = Rule(
    id="blind-approval",
    title="the text has whatever one party sends let through unread",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="A review that one account need not pass is a door with that account's name on it.",
    remedy="Review all alike; name exceptions to the person and let them decide each time.",
    look=look,
    anchors=_said.anchors(_BLINDLY),
)
