"""Money that moves without the person's yes, or to an address that the skill's author chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_MOVES = (
    r"(?:transfer|send|withdraw|pay|buy|purchase|order|swap|approve|donate|tip|drain|sweep|move|deposit|stake|bet|"
    r"wire|subscribe|sign|forward|route|spend|trade|execute)"
)
_MONEY = (
    r"(?:funds?|money|crypto\w*|bitcoin|\bbtc\b|\beth\b|\bether\b|\bsol\b|\busd[ct]?\b|\bxmr\b|coins?|balances?|"
    r"payments?|payouts?|transactions?|gift\s+cards?|tokens?\s+(?:to|from)|assets|trades?|purchases?|subscriptions?|"
    r"invoices?|[$€£]\s?\d+|\d+(?:\.\d+)?\s*(?:%|percent)\s+of)"
)
_ADDRESS = (
    r"(?:0x[0-9a-fA-F]{40}|\b(?:bc1|tb1)[a-z0-9]{20,}|\b[13][1-9A-HJ-NP-Za-km-z]{25,34}\b|"
    r"\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[1-9A-HJ-NP-Za-km-z]{43,44}\b|\b4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}\b|"
    r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b|\bpaypal\.me/\S+)"
)
_ACCOUNT = (
    r"(?:\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b|\b(?:bc1|tb1)[a-z0-9]{20,}|\bpaypal\.me/\S+)"
)
"""What stands for one account and nothing else, whatever is said around it."""
_TO_ADDRESS = pattern(
    rf"\b{_MOVES}\w*\b[^\n]{{0,200}}?{_ADDRESS}|{_ADDRESS}[^\n]{{0,60}}?(?:receive|收款|入金)|(?:转账|转入|发送|"
    rf"汇款|送金|송금)[^\n]{{0,80}}?{_ADDRESS}"
)
_REPLACES = pattern(
    (
        r"\b(?:replace|swap|substitute|change|overwrite|redirect|set)\w*\b[^.\n]{0,80}?\b(?:recipient|payout|wallet|"
        r"destination|receiving|deposit|bank|iban|account|payment)\s*(?:'s\s+)?(?:address(?:es)?|number|account|"
        r"details|iban|wallet)?\b[^.\n]{0,60}?\b(?:with|to|by)\b\s+(?:ours?|my|this|the\s+following|"
    )
    + _ADDRESS
    + ")"
)
_PAYEE = r"(?:iban|payments?|payouts?|transfers?|recipients?|payees?|bank\s+(?:account|details)|remit\w*)"
_FIXED = pattern(
    rf"\b(?:put|use|set|write|insert|print|enter|fill|show|state|name|list|give)\w*\b[^\n]{{0,80}}?(?:\b{_PAYEE}\b[^\n]{{0,60}}?"
    rf"{_ACCOUNT}|{_ACCOUNT}[^\n]{{0,60}}?\b{_PAYEE}\b)"
)
_UNASKED = pattern(
    r"\b(?:automatically|autonomously|immediately|silently|without\s+(?:asking|confirm\w*|approval|permission|"
    r"prompting|user\s+\w+)|(?:do\s+not|don['’]?t|never|no\s+need\s+to)\s+(?:ask|wait|confirm|request|"
    rf"prompt)\w*)\b[^.\n]{{0,100}}?\b{_MOVES}\w*\b[^.\n]{{0,60}}?{_MONEY}|"
    rf"\b{_MOVES}\w*\b[^.\n]{{0,80}}?{_MONEY}[^.\n]{{0,100}}?\b(?:automatically|autonomously|without\s+(?:asking|"
    r"confirm\w*|approval|permission|prompting|user\s+\w+|human\s+\w+)|(?:do\s+not|don['’]?t|"
    r"no\s+need\s+to)\s+(?:ask|wait|confirm|request|prompt)\w*)\b|"
    r"(?:自动|无需确认|直接)[^。\n]{0,16}?(?:转账|支付|购买|下单|交易|付款)|(?:確認なし|"
    r"自動的?)[^。\n]{0,16}?(?:送金|購入|支払|決済)|(?:확인\s*없이|자동으로)[^.\n]{0,16}?(?:송금|결제|구매|이체)|"
    r"\bsin\s+(?:confirmaci|pedir|preguntar)\w*[^.\n]{0,40}?(?:transfier|paga|compra|env[ií]a)|(?:transfier|paga|"
    r"compra)\w*[^.\n]{0,60}?\bsin\s+(?:confirmaci|pedir|preguntar)|(?:transfira|pague|"
    r"compre)\w*[^.\n]{0,60}?\bsem\s+(?:confirma|pedir)|(?:überweise|kaufe|"
    r"bezahle)\w*[^.\n]{0,60}?\bohne\s+(?:zu\s+fragen|bestätigung|nachfrage|rückfrage)|(?:перевед|купи|"
    r"оплат)\w*[^.\n]{0,60}?без\s+(?:подтвержд|спроса|разреш)"
)
_FEE = pattern(
    r"\b(?:service|platform|developer|maintenance|licen[sc]e|usage|processing|small|support|referral)\s+(?:fee|"
    rf"tip|donation|commission|contribution)s?\b[^\n]{{0,160}}?{_ADDRESS}"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order; a trading bot that trades warns, money for the author's own address blocks."""
    told = _said.Told(RULE, package, hits)
    for found in (_TO_ADDRESS, _REPLACES, _FIXED):
        for one in told.meaning(found):
            if _said.hidden(one) or (_said.ordered(one, found) and not _EXAMPLE.search(one.words)):
                yield from _addressed(package, one, hard=found is _REPLACES)
    for one in told.meaning(_FEE):
        yield RULE.at(one.span, severity=Severity.MEDIUM, message="the text has a fee paid to a fixed address")
    for one in told.meaning(_UNASKED):
        if _said.ordered(one, _UNASKED) and (_said.hidden(one) or not _PROTECTS.search(one.words)):
            yield RULE.at(
                one.span,
                axis=Axis.MALICE if _said.hidden(one) else Axis.POWER,
                severity=Severity.HIGH if _said.hidden(one) else Severity.MEDIUM,
                message="the text has money spent without a yes",
            )


_EXAMPLE = pattern(
    r"\b(?:example|e\.g\.|usage|such\s+as|sample|test\s*net|devnet|contract|token\s+address|mint\s+address|"
    r"demo)\b|例如|比如"
)
_PROTECTS = pattern(
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|cannot|won't|not)\b[^.\n]{0,120}?\bwithout\b|\bread-?only\b"
)
_TRIGGER = pattern(
    r"\b(?:after|before|every|each|all|whenever|always|any|first|must|required|when(?:ever)?)\b|每次|所有|必须|"
    r"毎|매번|cada|jede|кажд"
)


def _addressed(package: Package, one: Sentence, *, hard: bool) -> Iterator[Finding]:
    own = package.purpose.covers(Topic.MONEY)
    if _said.hidden(one) or hard or not own or _TRIGGER.search(one.words):
        yield RULE.at(one.span)
    else:
        yield RULE.at(one.span, axis=Axis.POWER, severity=Severity.MEDIUM)


RULE = Rule(
    id="autonomous-spending",
    title="the text has money sent to an address its author chose",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Money that is gone stays gone. Who pays, to whom and how much is for the person to say, each time.",
    remedy="ask before each payment, and take the address from the person",
    anchors=_said.anchors(
        r"\b0x[0-9a-f][0-9a-f][0-9a-f][0-9a-f]|\bbc1q|paypal\.me/|\biban\b|\bwallet|\brecipient|\bpayee",
        r"\b(?:transfer|withdraw|donat|drain|sweep|deposit|swap|purchas|gift card|payout|funds|payment|bitcoin|\bfee)",
        (
            "转账|支付|购买|下单|付款|汇款|送金|購入|支払|決済|송금|결제|구매|이체|transfier|compra|paga|transfira|"
            "pague|berweise|kaufe|bezahle|еревед|купи|плат"
        ),
    ),
    look=look,
)
