"""Programs and orders from places where anybody leaves things without a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Verb
from sealskill.scan.facts.hosts import HostKind, host_of, kind_of_url
from sealskill.scan.facts.wares import Ware
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _lures
from sealskill.scan.rules._lures import Lure

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_KINDS = frozenset({HostKind.PASTE, HostKind.FILES, HostKind.SHORT, HostKind.ONION})
_TAKES = pattern(
    r"\b(?:download|install|run|execute|follow|copy|paste|fetch|load|import|instructions?|setup|commands?|"
    r"scripts?|visit)\b|"
    r"下载|安装|执行|运行|访问|скача|установ|descarg|instal|télécharg|herunterlad|baixe"
)
_RUNS = pattern(
    r"\b(?:run|execute|install\w*|paste|eval|source|launch|terminal|obey|follow)\b|执行|运行|安装|выполн|запуст|ejecut|"
    r"exécut|ausführ"
)
_WARES = frozenset({Ware.PROGRAM, Ware.SCRIPT, Ware.ARCHIVE})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every nameless place that something is taken from."""
    for document in hits:
        for lure in _lures.lures(package, document):
            if kind_of_url(lure.url) in _KINDS and lure.sentence.order and _TAKES.search(lure.sentence.words):
                yield RULE.at(
                    lure.span, severity=_severity(lure), chain=(lure.sentence.span, lure.span),
                    message=f"something is to be taken from {host_of(lure.url)}, where nobody has a name",
                )  # fmt: skip
    for act in _acts.linked(hits, Verb.FETCH):
        if kind_of_url(act.url) in _KINDS:
            yield RULE.at(
                act.span, severity=Severity.MEDIUM, confidence=_acts.sure(package, act),
                chain=_acts.trail(package, act),
                message=f"something is fetched from {host_of(act.url)}, where nobody has a name",
            )  # fmt: skip


def _severity(lure: Lure) -> Severity:
    if kind_of_url(lure.url) is HostKind.SHORT and lure.ware is Ware.PAGE:
        return Severity.MEDIUM if _RUNS.search(lure.sentence.words) else Severity.INFO
    if lure.ware in _WARES or _RUNS.search(lure.sentence.words):
        return Severity.HIGH
    return Severity.MEDIUM


RULE = Rule(
    id="paste-site",
    title="something is taken from a nameless place",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whoever put it there can change it at any time, and nobody can be held to it.",
    remedy="Ship it with the skill, or take it from its vendor.",
    look=look,
    anchors=(
        r"\b(?:pastebin|paste|hastebin|rentry|glot|ghostbin|dpaste|pastes|controlc|justpaste|privatebin|telegra)\.[a-z]{2,8}/",
        r"\b(?:0bin|ix|sprunge|termbin|write|zerobin|textbin|snippet|codeshare|ideone|bpa|pastecode|txt|notes)\.[a-z]{2,8}/",
        r"\b(?:cl1p|transfer|file|0x0|temp|gofile|anonfiles|catbox|bashupload|oshi|uguu|tmpfiles|mediafire)\.[a-z]{2,8}/",
        r"\b(?:mega|wetransfer|send|pixeldrain|filebin|ufile|sendspace|zippyshare|dropmefiles|discordapp)\.[a-z]{2,8}/",
        r"\b(?:krakenfiles|workupload|bit|tinyurl|t|goo|is|v|ow|buff|cutt|rebrand|shorturl|rb|tiny|s|bl)\.[a-z]{2,8}/",
        r"\b(?:adf|surl|shorte|clck|da|qrco|lnkd|katb|p)\.[a-z]{2,8}/",
        r"\.onion\b",
        r"toptal\.com/developers",
    ),
)
