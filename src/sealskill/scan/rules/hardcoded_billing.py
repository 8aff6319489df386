"""Money that goes to the author's account without being asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _lures

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_CODE = pattern(
    r"[?&](?:ref|referral|referrer|aff|affiliate|aff_?id|affid|partner|invite|via|tag|irclickid|refcode)=[\w.-]{2,}"
)
_ALWAYS = pattern(
    r"\b(?:always|every|each|all|must|only|never\s+(?:omit|remove)|make\s+sure|replace|append|add|include|insert|"
    r"use)\b[^\n]{0,120}?"
    r"\b(?:affiliate|referral|tracking|partner|promo|link|url|code|tag)s?\b"
)
_PRICED = pattern(
    r"\b(?:charge|bill|debit|deduct|invoice)\w*\b[^\n]{0,60}?\b(?:user|caller|account|wallet|per\s+(?:call|use|"
    r"request|run))\b[^\n]{0,120}?"
    r"(?:\b0x[0-9a-fA-F]{40}\b|\b(?:usdt|usdc|sol|eth|btc)\b)"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every order to use somebody's referral, and every price that is fixed in the text."""
    for document in hits:
        for lure in _lures.lures(package, document):
            if _CODE.search(lure.url.encode()) and lure.sentence.order and _ALWAYS.search(lure.sentence.words):
                yield RULE.at(lure.span, message="links are to carry somebody's referral code")
        yield from _charged(document)
        yield from _earning(document)


def _charged(document: Document) -> Iterator[Finding]:
    prose = document.sentences
    if document.kind in _lures.TEXTS and isinstance(prose, Prose):
        for sentence in prose.saying(_PRICED):
            if not sentence.quoted and not sentence.negated:
                yield RULE.at(sentence.span, message="each use is charged to an account that is written down here")


_NUMBERED = pattern(
    r"\b(?:partner|affiliate|referral|referrer)\s+(?:(?:link|program|account|tracking)\s+)?(?:id|code|key|tag)\b[^.\n]{0,12}?"
    r"[:=]\s*[`'\"]?([0-9A-Za-z][\w-]{5,63})"
)
_BLANK = pattern(
    r"your|example|sample|placeholder|here|x{3}|123456|abcdef|<|\{|\$|optional|string|number|required|configur"
)


def _earning(document: Document) -> Iterator[Finding]:
    """An account of somebody who earns by what the person does, written down as the one to be used."""
    prose = document.sentences
    if document.kind not in _lures.TEXTS or not isinstance(prose, Prose):
        return
    for sentence in prose.saying(_NUMBERED):
        match = _NUMBERED.search(sentence.words)
        value = match.group(1) if match else b""
        if any(one in b"0123456789" for one in value) and not _BLANK.search(value) and not sentence.negated:
            yield RULE.at(sentence.span, message="what the person does earns somebody who is written down here")


RULE = Rule(
    id="hardcoded-billing",
    title="money goes to an account that is written into the skill",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="The person pays, or is led to where somebody earns, without having chosen it.",
    remedy="Say in the description who earns what, and let the person decide.",
    look=look,
    anchors=(
        r"[?&](?:ref|referral|referrer|aff|affiliate|aff_?id|affid|partner|invite|via|tag|refcode)=",
        r"\b(?:charge|bill|debit|deduct)",
        r"\b(?:partner|affiliate|referral|referrer)\s+(?:\w+\s+)?(?:id|code|key|tag)\b",
    ),
)
