"""A program in a value where data is expected: whatever reads the value runs it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Kind, Span
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_KINDS = frozenset({Kind.MARKDOWN, Kind.TEXT, Kind.JSON, Kind.YAML, Kind.TOML, Kind.XML})
_RUNS = (
    # JavaScript that reaches for a shell from inside a value.
    r"(?:require|mainModule\.require|process\.binding)\s*\(\s*\\?['\"](?:node:)?child_process\\?['\"]\s*\)\s*\.\s*\w+|"
    r"constructor\s*\.\s*constructor\s*\(|"
    # Python, its templates, and what its loaders build.
    r"__import__\s*\(\s*\\?['\"](?:os|subprocess|pty)\\?['\"]\s*\)\s*\.\s*\w+|__class__\s*\.\s*__(?:mro|base|subclasses)\w*__|"
    r"!!python/object(?:/apply|/new)?:(?:os|subprocess|builtins|posix)\b|"
    # Java, its expressions and lookups; PHP; Ruby.
    r"Runtime\s*(?:\.\s*getRuntime\s*\(\s*\)|\)\s*\.\s*getRuntime)|\bT\s*\(\s*java\.lang\.|\$\{\s*jndi\s*:|"
    r"<%=?\s*(?:system|exec|`)|<\?php\s+(?:system|exec|passthru|shell_exec|eval)\b"
)
_VALUE = pattern(
    rf"[\"'][\w.$-]{{1,60}}[\"']?\s{{0,6}}[:=]\s{{0,6}}[\"'][^\n]{{0,400}}?(?:{_RUNS})|!!python/object[^\n]{{0,20}}:(?:os|subprocess|builtins|posix)"
)
_MOST = 5
"""Places of one document that are shown: a list of such values says the same each time."""


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every value that holds a program which starts others."""
    for document in hits:
        if document.kind in _KINDS:
            for span in islice(_said.places(document, _VALUE), _MOST):
                if not _lesson(span):
                    about = package.purpose.covers(Topic.SECURITY)
                    yield RULE.at(span, severity=Severity.MEDIUM if about else Severity.HIGH)


def _lesson(span: Span) -> bool:
    """Whether the text around it teaches what such values look like."""
    prose = span.document.sentences
    if not isinstance(prose, Prose) or not prose.blocks:
        return False
    above = [one for one in prose if one.span.start <= span.start]
    return bool(above) and (above[-1].lesson or above[-1].negated or above[-1].quoted)


RULE = Rule(
    id="code-in-data",
    title="a value holds a program that starts others",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A setting or a message that is a program runs on whatever machine reads it, and looks like data until then.",
    remedy="Keep values to data; where a program is wanted, ship it as a file.",
    look=look,
    anchors=(_RUNS,),
)
