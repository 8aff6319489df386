"""A package that nobody asked for gets among the dependencies of the person's project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.signs import Sign, signs_in
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_LISTS = (
    r"(?:package\.json|(?:dev|peer|optional)?-?dependenc(?:y|ies)\b|requirements[\w-]*\.txt|pyproject\.toml|Pipfile|Gemfile|"
    r"Cargo\.toml|go\.mod|composer\.json|pom\.xml|build\.gradle|setup\.(?:py|cfg)|environment\.ya?ml)"
)
_ADDS = (
    r"(?:\b(?:add|put|insert|append|write|include|list|pin|install|declare|ensure|keep|slip|añad|agreg|adicion|acrescent|ajout|aggiung|"
    r"füge|trage|schreib|escrib|inscri|voeg|dodaj|dopisz|ekle)\w*|добав|впиш|添加|加入|写入|追加|추가)"
)
_ORDERED = pattern(rf"{_ADDS}[^\n]{{0,120}}?{_LISTS}|{_LISTS}[^\n]{{0,80}}?{_ADDS}")
_QUIET = frozenset({Sign.SECRECY, Sign.DECEPTION})
_PROGRAMS = frozenset({Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.SHELL, Kind.CODE, Kind.POWERSHELL})
_NAME = r"([A-Za-z@][\w@./-]{2,60})"
# A line with a name and a version that a program writes, by how the files of each world have it.
_WRITES = pattern(
    rf"(?:\.write(?:_text)?\(|appendFile(?:Sync)?\([^\n,]{{1,80}},)\s*f?[\"'`](?:\\n)?{_NAME}\s?(?:==|~=|>=)\s?\d|"
    rf"\b(?:echo|printf)\s+(?:-\w\s+)?[\"']?{_NAME}(?:==|~=|>=)\d[^\n]{{0,40}}>>\s*[^\n]{{0,60}}?{_LISTS}|"
    rf"dependencies[\"'`]?(?:\]|\))?(?:,\s*\{{\}}\))?(?:\[|\.setdefault\(|\?\.\[)[\"'`]{_NAME}[\"'`]\]?\s*(?:=|,)\s*[\"'`][\^~]?\d|"
    rf"(?:puts|<<|write\(?|print\(?)\s*[\"'](?:\\n)?\s*gem\s+['\"\\]{{1,2}}{_NAME}['\"\\]|"
    rf"\bnpm\s+pkg\s+set\s+[\"']?(?:dev)?dependencies\.{_NAME}="
)
_SETS_UP = pattern(
    r"scaffold|template|bootstrap|set-?\s?up|install|dependenc|starter|generat|init|migrat|upgrad|creat|convert|packag|build|deploy|"
    r"依赖|安装|脚手架|abhängig|dépendance|dependencia"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every quiet order to add one, and every program that adds one of which no text speaks."""
    told = _said.Told(RULE, package, hits, stem=_LISTS)
    for one in told.meaning(_ORDERED, lessons=False):
        if (_said.hidden(one) or _said.ordered(one, _ORDERED)) and _QUIET & signs_in(_said.around(one)):
            yield RULE.at(one.span, message="the text has a dependency added that nobody is to hear of")
    if not _SETS_UP.search(package.purpose.said.encode()):
        for document in hits:
            yield from _written(package, document)


def _written(package: Package, document: Document) -> Iterator[Finding]:
    if document.kind not in _PROGRAMS or _acts.is_sample(package, document):
        return
    for span in document.places(_WRITES):
        found = _WRITES.search(span.data)
        name = next(one for one in found.groups() if one) if found else b""
        if not any(name in text.data for text in package.texts):
            yield RULE.at(span, chain=package.way_to(document.path))


RULE = Rule(
    id="slipped-dependency",
    title="a program adds a dependency to the person's project, and no text says so",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="What stands among the dependencies is installed and run by everybody who builds the project, from then on.",
    remedy="Name the package and what it is for in the text, and let the person add it.",
    look=look,
    anchors=_said.anchors(_LISTS),
)
