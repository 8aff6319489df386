"""SARIF 2.1.0, for code hosts and editors that show findings beside the lines they stand in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from sealskill import __version__
from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Confidence, Finding, Place, Scanned, Severity, Unread
from sealskill.report import judged
from sealskill.report.format import ReportFormat, Results
from sealskill.report.plain import harmless

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
UNREAD = "unread"
_LEVELS = {
    Severity.CRITICAL: "error",
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.LOW: "note",
    Severity.INFO: "note",
}
# The number code hosts sort by: their documentation calls over 9 critical, over 7 high, over 4 medium.
_SCORES = {
    Severity.CRITICAL: "9.5",
    Severity.HIGH: "8.0",
    Severity.MEDIUM: "5.5",
    Severity.LOW: "2.0",
    Severity.INFO: "0.0",
}
_PRECISION = {Confidence.HIGH: "very-high", Confidence.MEDIUM: "high", Confidence.LOW: "medium"}


def render(results: Results) -> str:
    """One run with every rule that points at something, and every finding."""
    named = sorted({one.rule for scanned in results.scans for one in scanned.findings} | {UNREAD})
    rules = [results.rules[name] for name in named if name in results.rules]
    order = {rule.id: at for at, rule in enumerate(rules)}
    run = {
        "tool": {"driver": {"name": "sealskill", "version": __version__, "rules": [_rule(one) for one in rules]}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(results)],
        "results": [row for scanned in results.scans for row in _rows(scanned, order)],
        "properties": {"policy": results.policy, "engine": results.engine},
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _rule(one: RuleInfo) -> dict[str, Any]:
    return {
        "id": one.id,
        "shortDescription": {"text": one.title},
        "fullDescription": {"text": one.why},
        "help": {"text": f"{one.why}\n\nWhat would make it fine: {one.remedy}"},
        "defaultConfiguration": {"level": _LEVELS[one.severity]},
        "properties": {
            "security-severity": _SCORES[one.severity],
            "precision": _PRECISION[one.confidence],
            "tags": ["security", one.axis.value],
        },
    }


def _invocation(results: Results) -> dict[str, Any]:
    """Whether everything could be looked at; what could not be is told here, as no file stands for it."""
    told = [harmless(f"{one.path}: {one.why}") for one in results.lost]
    notes = [{"level": "error", "message": {"text": one}} for one in told]
    notes += [{"level": "warning", "message": {"text": harmless(one)}} for one in results.notices]
    notes += [{"level": level, "message": {"text": harmless(line)}} for level, line in _heard(results)]
    return {"executionSuccessful": not results.lost, "toolExecutionNotifications": notes}


def _heard(results: Results) -> Iterator[tuple[str, str]]:
    """What became of asking a second reader: each package it did not judge, and the counts."""
    for one in results.scans:
        if judged.failed(one):
            yield from (("warning", f"{one.path}: {line}") for line in judged.told(one))
    yield from (("note", line) for line in judged.counted(results.scans))


def _rows(scanned: Scanned, order: dict[str, int]) -> Iterator[dict[str, Any]]:
    for one in scanned.findings:
        yield _finding(scanned, one, order)
    for lost in scanned.report.coverage.unread:
        if not any(one.rule == UNREAD and one.path == lost.path for one in scanned.findings):
            yield _unread(scanned, lost, order)


def _finding(scanned: Scanned, one: Finding, order: dict[str, int]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "ruleId": one.rule,
        **_index(one.rule, order),
        "level": _LEVELS[one.severity],
        "message": {"text": harmless(one.message)},
        "locations": [_location(scanned.path, one.path, one.line, one.evidence)],
        "partialFingerprints": {"sealskill/v1": _print(one.rule, one.path, one.evidence)},
        "properties": {"axis": one.axis.value, "confidence": one.confidence.value, "verdict": scanned.verdict.value},
    }
    if one.chain:
        row["codeFlows"] = [{"threadFlows": [{"locations": [_step(scanned.path, place) for place in one.chain]}]}]
    if one.waived_by:
        row["suppressions"] = [{"kind": "external", "status": "accepted", "justification": harmless(one.waived_by)}]
    return row


def _unread(scanned: Scanned, lost: Unread, order: dict[str, int]) -> dict[str, Any]:
    return {
        "ruleId": UNREAD,
        **_index(UNREAD, order),
        "level": "warning",
        "message": {"text": harmless(f"was not read: {lost.why.value} {lost.said}".rstrip())},
        "locations": [_location(scanned.path, lost.path, 1, "")],
        "partialFingerprints": {"sealskill/v1": _print(UNREAD, lost.path, lost.why.value)},
        "properties": {"verdict": scanned.verdict.value},
    }


def _index(rule: str, order: dict[str, int]) -> dict[str, int]:
    return {"ruleIndex": order[rule]} if rule in order else {}


def _location(folder: str, path: str, line: int, evidence: str) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(line, 1)}
    if evidence:
        region["snippet"] = {"text": harmless(evidence)}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(folder, path)}, "region": region}}


def _step(folder: str, place: Place) -> dict[str, Any]:
    said = f"{place.evidence} ({' > '.join(place.layers)})" if place.layers else place.evidence
    return {
        "location": {**_location(folder, place.path, place.line, place.evidence), "message": {"text": harmless(said)}}
    }


def _uri(folder: str, path: str) -> str:
    """The file as the PATH was given: relative, or a `file:` address where that was absolute."""
    # What stands in an archive is shown at the archive: no file of the inner name exists.
    outer = path.partition("!/")[0]
    joined = PurePath(folder, outer)
    spelt = quote(joined.as_posix().encode("utf-8", "surrogateescape"), safe="/")
    return f"file://{'' if spelt.startswith('/') else '/'}{spelt}" if joined.is_absolute() else spelt


def _print(*parts: str) -> str:
    """What stays the same when lines move."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]


FORMAT = ReportFormat(name="sarif", render=render, suffixes=(".sarif", ".sarif.json"))
