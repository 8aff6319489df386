"""An order to the agent in a cell, a string or a value: where data is expected, and nobody looks for words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.hosts import HostKind, kind_of, urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.signs import Sign, signs_in
from sealskill.scan.facts.standing import FOREIGN, Standing, standing
from sealskill.scan.language._sheet import Sheet
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_DATA = frozenset({Kind.JSON, Kind.YAML, Kind.TOML, Kind.INI, Kind.XML})
_TABLES = (
    ".csv",
    ".tsv",
    ".po",
    ".pot",
    ".srt",
    ".vtt",
    ".ics",
    ".vcf",
    ".geojson",
    ".bib",
    ".strings",
    ".arb",
    ".xliff",
)
# Whoever reads the data to work with it, and is no person.
_READER = (
    r"\b(?:assistants?|agents?|llms?|chatbots?|copilot|language\s+models?|ai\s+(?:model|system|reader)|(?:the|any|whichever|every)\s+"
    r"(?:ai|model|bot|reader|summari[sz]er|tool)\b[^.\n]{0,60}?\b(?:must|should|shall|is\s+to|has\s+to|needs?\s+to|will|also|"
    r"reading|processing|drawing|writing)|asistente|agente|assistente|assistent\w*|modèle|modell|modelo|modello)\b|"
    r"助手|智能体|模型|アシスタント|エージェント|モデル|어시스턴트|에이전트|모델|ассистент|агент|модел"
)
_NAMED = pattern(_READER)
_BOX = pattern(r"\b[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})\b")
_SENDS = (
    r"(?:\b(?:send|mail|e-?mail|forward|post|upload|transmit|submit|append|attach|include|embed|put|copy|share|deliver|paste|"
    r"env[ií]|reenv|envoy|transmet|joint|send[et]|schick|übermittl|häng|invi|inoltr|allega|encaminh|anex|verstuur|stuur|"
    r"wyślij|prześlij|gönder)\w*|отправ|перешли|пришли|发送|发到|上传|转发|附上|送信|送って|添付|転送|전송|보내|첨부)"
)
# Within one cell: a comma without a blank ends it, and so does a full stop.
_CELL = r"(?:[^\n.;|,]|,\s)"
_ENDS = r"(?:https?://|[\w.+-]{1,64}@[\w-]{1,63}\.)"
# In Japanese and Korean the verb stands last.
_LAST = r"(?:送信|送って|添付|転送|전송|보내|첨부)"
_GOES = pattern(rf"{_SENDS}{_CELL}{{0,160}}?{_ENDS}|{_ENDS}[^\s,|]{{0,120}}{_CELL}{{0,40}}?{_LAST}")
# Where a value is meant for a model, words in it are what they seem.
_PROMPTS = pattern(
    r"(?:^|[^a-z])(?:prompts?|system|instructions?|persona|role|messages?|content|agents?|commands?|hooks?|tools?|workflow|steps?|"
    r"tasks?|rules?|expect\w*|assert\w*|assertions?|criteria|rubric|evals?|cases?|scenario|example|input|output|query|questions?|"
    r"answers?|description|when_?to_?use|guidelines?|policy)(?:[^a-z]|$)"
)
_PLACES = pattern(
    r"(?:prompt|agent|persona|system|instruction|eval|test|rule|skill|workflow|example|message|fixture|command|plugin|template)"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order that takes what is the person's, or has something sent to a place that stands there."""
    if package.purpose.covers(Topic.SECURITY):
        return
    for document in hits:
        if _holds_data(document) and not _acts.is_sample(package, document):
            for one in document.saying(_NAMED):
                yield from _weighed(package, one)


def _holds_data(document: Document) -> bool:
    return document.kind in _DATA or document.path.lower().endswith(_TABLES)


def _weighed(package: Package, one: Sentence) -> Iterator[Finding]:
    """Bad where secrets are taken, or something goes away; odd in a value that is meant for a model."""
    near = b" ".join(part.words for part in one.prose.within(one.block))
    takes = bool(harms_in(near) & {Harm.SECRET_FILE}) or Sign.SECRETS in signs_in(near)
    away = bool(_GOES.search(near)) and any(_strange(package, near))
    quiet = bool(signs_in(near) & {Sign.SECRECY, Sign.DECEPTION})
    if away and (takes or quiet or not _for_models(one)):
        yield RULE.at(one.span, chain=(*package.way_to(one.document.path), one.span))


def _strange(package: Package, near: bytes) -> Iterator[bool]:
    """Whether something leads to somebody whom the skill does not name."""
    for _, _, url in urls_in(near):
        stands = standing(url, package.vendor)
        yield stands in FOREIGN or (stands is Standing.VENDOR and not package.vendor.vouched(url))
    for box in _BOX.finditer(near):
        host = box[1].decode("utf-8", "replace").lower()
        yield kind_of(host) not in _NOBODY and not package.vendor.vouched(f"https://{host}/")


_NOBODY = frozenset({HostKind.EXAMPLE, HostKind.LOCAL})


def _for_models(one: Sentence) -> bool:
    """Whether the names that lead to a value, or that of the file, say that a model is to be told something."""
    prose = one.prose
    if _PLACES.search(one.document.path.lower().encode()):
        return True
    values = prose.values if isinstance(prose, Sheet) else ()
    keys = next((value.keys for value in values if value.start <= one.span.start < value.end), ())
    return bool(_PROMPTS.search("/".join(keys).lower().encode("utf-8", "replace")))


RULE = Rule(
    id="order-in-data",
    title="an order to the agent stands where data is expected",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A person skims a table and a file of strings; the model reads each cell, and does what it says.",
    remedy="Keep data free of orders; say in the main text what is to be done, and with whose yes.",
    look=look,
    anchors=(
        r"助手|智能体|模型|アシスタント|エージェント|モデル|어시스턴트|에이전트|모델|ассистент|агент|модел",
        r"assist[ae]n|asistente|\bagente?s?\b|\bllms?\b|chatbot|copilot|\bmodel|\bmodèle|\bai\b|\bbot\b|\breader\b|summari[sz]er",
    ),
)
