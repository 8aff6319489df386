"""An answer of the judge: read in one strict form, and believed only where the line it quotes really stands.

Anything else than that form is a failure. A point about a line nobody wrote is thrown away and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec

from sealskill.model.opinion import Fact, Stand
from sealskill.model.report import Axis, Finding, Severity
from sealskill.model.value import Value
from sealskill.scan.document import MAX_EVIDENCE
from sealskill.scan.judge.pieces import Piece
from sealskill.scan.judge.plain import plain
from sealskill.scan.judge.rule import JUDGE
from sealskill.scan.masks import masked

_MAX_POINTS = 100
"""Points of each kind that are looked at: an honest answer has a dozen."""
_LEAST = 6
"""Characters a quotation needs, unless it is a whole line: a shorter one stands everywhere."""
_LONGEST = 2_000
"""Characters of a quotation that are compared."""
_SAID = 400
"""Characters of what the model says that are shown."""
_DIALS: Mapping[Stand, tuple[Axis, Severity]] = {
    "block": (Axis.MALICE, Severity.HIGH),
    "warn": (Axis.POWER, Severity.MEDIUM),
    "none": (Axis.POWER, Severity.INFO),
}
"""What a point becomes under the stand of the whole answer; no policy counts what an answer of `none` points at."""


class BadAnswer(Exception):
    """Why an answer is none."""


class _Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing the package does."""

    kind: Literal["does", "leaves", "executes", "asks"]
    says: str
    path: str
    quote: str


class _Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a thing belongs to the purpose."""

    belongs: bool
    says: str
    path: str
    quote: str


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lift": "raise"}):
    """The one form of an answer. The schema the model is given is made from it."""

    purpose: str
    facts: list[_Claim]
    coherence: list[_Point]
    lift: Stand
    reason: str


class Answered(Value):
    """An answer that was read, with what of it stands."""

    verdict: Stand
    why: str
    purpose: str
    facts: tuple[Fact, ...]
    findings: tuple[Finding, ...]
    discarded: int


class _Line(NamedTuple):
    path: str
    number: int
    text: str


@cache
def schema() -> Mapping[str, Any]:
    """The JSON Schema of an answer, in the subset that servers with strict schemas take: no references, no limits."""
    [root], parts = msgspec.json.schema_components([_Answer], ref_template="{name}")
    found: dict[str, Any] = _inlined(root, parts)
    return found


def _inlined(node: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_inlined(one, parts) for one in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inlined(parts[node["$ref"]], parts)
    kept = {name: one for name, one in node.items() if name not in ("title", "description") or isinstance(one, dict)}
    words = {"type": "string"} if isinstance(node.get("enum"), list) else {}  # some refuse an enum without its type
    return {**words, **{name: _inlined(one, parts) for name, one in kept.items()}}


def read(text: str, shown: Sequence[Piece]) -> Answered:
    """The answer in a text, every point held against what was shown. Raises BadAnswer for anything else."""
    try:
        found = msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=_Answer)
    except (msgspec.MsgspecError, UnicodeError) as exc:
        raise BadAnswer(f"it is not in the form that was asked for: {spoken(str(exc))}") from None
    book = _Book(shown)
    facts = [(one, book.find(one.path, one.quote)) for one in found.facts[:_MAX_POINTS]]
    points = [(one, book.find(one.path, one.quote)) for one in found.coherence[:_MAX_POINTS]]
    findings = tuple(
        _finding(one, line, found.lift) for one, line in points if line is not None and not one.belongs
    )  # what belongs is no finding
    if found.lift != "none" and not findings:
        raise BadAnswer(f"it says `{found.lift}` and quotes no line of the package for it: {spoken(found.reason)}")
    stood = sum(line is not None for _, line in (*facts, *points))
    return Answered(
        verdict=found.lift,
        why=spoken(found.reason),
        purpose=spoken(found.purpose),
        facts=tuple(_fact(one, line) for one, line in facts if line is not None),
        findings=tuple(dict.fromkeys(findings)),
        discarded=len(found.facts) + len(found.coherence) - stood,
    )


class _Book:
    """The lines that were shown, by the path of their file as it was shown."""

    def __init__(self, shown: Iterable[Piece]) -> None:
        self._pieces: dict[str, list[Piece]] = {}
        for one in shown:
            self._pieces.setdefault(one.shown, []).append(one)
        self._tight: dict[str, list[_Line]] = {}

    def find(self, path: str, quote: str) -> _Line | None:
        """The first line in which a quotation stands, whatever the space between its words; None where there is none.

        One that goes over several lines is held against its first.
        """
        wanted = _spoken(quote)
        lines = self._lines(path) or self._lines(plain(path))
        for one in dict.fromkeys((wanted, " ".join(plain(wanted).split()))):
            hits = (line for line in lines if one and one in line.text and (len(one) >= _LEAST or one == line.text))
            if (hit := next(hits, None)) is not None:
                return hit
        return None

    def _lines(self, path: str) -> list[_Line]:
        if path not in self._tight:
            self._tight[path] = [
                _Line(piece.path, number, " ".join(line.split()))
                for piece in self._pieces.get(path, ())
                for number, line in enumerate(piece.lines, 1)
            ]
        return self._tight[path]


def _spoken(quote: str) -> str:
    """The words of a quotation's first line that has any, without the number that stood before it."""
    line = next((one for one in quote[:_LONGEST].split("\n") if one.strip()), "")
    number, bar, rest = line.partition("|")
    return " ".join((rest if bar and number.strip().isdigit() else line).split())


def _finding(one: _Point, line: _Line, lift: Stand) -> Finding:
    axis, severity = _DIALS[lift]
    return Finding(
        rule=JUDGE.id, axis=axis, severity=severity, confidence=JUDGE.confidence,
        message=f"the judge: {spoken(one.says)}", path=line.path, line=line.number, evidence=_shown(line, one.quote),
    )  # fmt: skip


def _fact(one: _Claim, line: _Line) -> Fact:
    return Fact(
        kind=one.kind, says=spoken(one.says), path=line.path, line=line.number, evidence=_shown(line, one.quote)
    )


def _shown(line: _Line, quote: str) -> str:
    """The line, cut around what was quoted."""
    at = max(line.text.find(_spoken(quote)), 0)
    start = 0 if at < MAX_EVIDENCE // 2 else at - MAX_EVIDENCE // 4
    said = masked(line.text[start : start + 4 * MAX_EVIDENCE])
    return said if len(said) <= MAX_EVIDENCE else said[: MAX_EVIDENCE - 1] + "…"


def spoken(text: str) -> str:
    """Words of the model for a person: one line, cut, with secrets masked, as it may quote one."""
    said = masked(" ".join(text[: 4 * _SAID].split()))
    return said if len(said) <= _SAID else said[: _SAID - 1] + "…"
