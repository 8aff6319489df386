"""Code that is put together or decoded only in order to be run: whoever wrote it did not want it to be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Source, Verb
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.marshalled import MODULE
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _puzzles, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_BASES = (
    r"\b(?:b(?:16|32|64|85)decode|a85decode|decodebytes|a2b_base64)\b|\batob\s*\(|['\"]base64['\"]|"
    r"\bbase(?:32|64)\b[^\n]{0,40}\s(?:-d|-D|--decode)\b"
)
_PRESSED = (
    r"\b(?:zlib|lzma|bz2|gzip|brotli)\.(?:decompress|gunzip|inflate|unzip|brotliDecompress)\w*|"
    r"\b(?:gunzip|zcat|unxz|xzcat|bunzip2)\b"
)
_HEX = r"\b(?:fromhex|unhexlify)\b|['\"]hex['\"]|\bxxd\b[^\n]{0,20}\s-\w*r"
_COMPILES = r"\bmarshal\.loads\b|\bFunctionType\b"
_CIPHERS = r"\w\s*\^\s*\w|\bAES\b|\bFernet\b|\bcreateDecipheriv\b|\bRC4\b"
_TURNS = r"rot_?13|\[\s*::\s*-\s*1\s*\]|\.reverse\s*\(\s*\)|\|\s*rev\b"
_STEPS = tuple(map(pattern, (_BASES, _PRESSED, _HEX, _COMPILES, _CIPHERS, _TURNS)))
"""Ways of which one alone may be how data travels; two behind each other serve to hide."""
_PACKED = pattern(r"\b_0x[0-9a-f]{4,8}\b")
_MANY = 40
"""Names made by a machine, so that nobody can read a program: fewer may stand in a quotation of one."""
_COMPILED = frozenset({"pyc"})
"""Where compiled programs stand in the open."""
_SCRIPTS = frozenset({Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every run of code that is nowhere in sight, every packed program, every order to solve such a puzzle."""
    for act in _acts.meant(hits, Verb.RUN):
        said = _hidden(act)
        if said:
            yield RULE.at(
                act.span, message=said, confidence=_acts.sure(package, act), chain=_acts.trail(package, act)
            )  # fmt: skip
    for document in hits:
        yield from _packed(document)
        if (
            document.layers
            and document.data.startswith(MODULE.encode())
            and not _COMPILED.intersection(document.layers)
        ):
            yield RULE.at(document.span(0, len(MODULE)), message="a compiled program is hidden in a text")
    for one, sure in _puzzles.orders(_said.Told(RULE, package, hits, stem=_puzzles.STEM)):
        yield RULE.at(one.span, message=_ORDERED, severity=_severity(package, one, sure=sure))


_ORDERED = "a text has something decoded or put together and the result run"


def _hidden(act: Act) -> str:
    """What is wrong with code that runs, if it was put together so that nobody can read it."""
    if act.source in (Source.DECODED, Source.TEXT) and _acts.out_of_sight(act.what, act.span.document):
        return "what is run stands nowhere in the file: it is put together first"
    if act.source is Source.DECODED and not act.what.strip("$_") and _KEPT.search(act.span.document.data):
        return "what is run is made out of numbers or letters that the file holds"
    if act.source is Source.DECODED and sum(bool(step.search(_before_run(act))) for step in _STEPS) > 1:
        return "what is run goes through several decoders first"
    return ""


def _before_run(act: Act) -> bytes:
    """What may have been done to the code that is run: the whole of a small program, of a large one what led there.

    To write something in hexadecimals decodes nothing.
    """
    data = act.span.document.data
    if len(data) > _LARGE:
        near = [one for one in (act.span, *act.flow) if one.document is act.span.document]
        data = b"\n".join(data[max(one.start - _NEAR, 0) : one.end + _NEAR] for one in near)
    return bytes(_ENCODES.sub(b" ", data))


_LARGE = 100_000
"""Bytes of a program from which decoders anywhere in it say nothing of what is run."""
_NEAR = 3_000
_ENCODES = pattern(r"\b(?:digest|toString)\s*\(\s*['\"](?:hex|base64)['\"]")
_KEPT = pattern(
    r"(?:\d{1,3}\s?,\s?){24,}\d|(?:0x[0-9a-f]{1,2}\s?,\s?){16,}|[\"'`][A-Za-z0-9+/=]{80,}[\"'`]|(?:\\x[0-9a-f]{2}){24,}"
)
"""Data of a size that holds a command, in a form that nobody reads."""


def _packed(document: Document) -> Iterator[Finding]:
    """A program whose names were made unreadable."""
    if document.kind in _SCRIPTS and not document.layers:
        found = list(islice(_said.places(document, _PACKED), _MANY))
        if len(found) == _MANY:
            yield RULE.at(found[0], severity=Severity.MEDIUM, message="the program was made unreadable by a machine")


def _severity(package: Package, one: Sentence, *, sure: bool) -> Severity:
    if _said.hidden(one):
        return Severity.HIGH
    return Severity.MEDIUM if package.purpose.covers(Topic.SECURITY) or not sure else Severity.HIGH


RULE = Rule(
    id="obfuscation",
    title="code is hidden until it runs",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="There is no honest reason to keep from a reader what a program or a text will have run on their machine.",
    remedy="Write the command or the code as it is.",
    look=look,
    anchors=(*_acts.SINKS, _PACKED.pattern.decode(), _puzzles.STEM, MODULE),
)
