"""A scan for people: the line, the chain, why it matters, what would make it fine, what was not read or is waived."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Audience, Axis, Confidence, Finding, Scanned, Severity
from sealskill.model.verdict import Verdict
from sealskill.report.format import Results
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.plain import draw
from sealskill.report.scan_json import waived, why_of

_SIGNS = {
    Verdict.CLEAN: "+ clean",
    Verdict.WARN: "[warning]",
    Verdict.BLOCK: "[blocked]",
    Verdict.INCOMPLETE: "[incomplete]",
    Verdict.NOT_SCANNED: "- not scanned",
}
_WIDTH = 110
_KILO = 1000


def render(results: Results) -> str:
    """The page as plain text."""
    return draw(page_of(results))


def page_of(results: Results) -> Page:
    """A section for each package there is something to say of, then what was waived, not seen, and the counts."""
    shown = [one for one in results.scans if results.verbose or len(results.scans) == 1 or _speaks(one)]
    return page(
        *(_package(one, results) for one in shown),
        _waivers(results),
        _section("Could not look", (_lost(one.path, one.why, one.advice) for one in results.lost)),
        _section("Notices", results.notices),
        Block(lines=tuple(_summary(results))),
    )


def explained(info: RuleInfo) -> Page:
    """Everything people are told of one rule."""
    dials = (("Axis", info.axis.value), ("Severity", info.severity.value), ("Confidence", info.confidence.value))
    return page(
        Block(title=info.id, lines=(_sentence(info.title),)),
        Block(table=Table(rows=(*dials, ("Audience", info.audience.value)))),
        Block(title="Why it matters", lines=tuple(textwrap.wrap(info.why, _WIDTH))),
        Block(title="What would make it fine", lines=tuple(textwrap.wrap(info.remedy, _WIDTH))),
    )


def _speaks(one: Scanned) -> bool:
    return one.verdict is not Verdict.CLEAN or any(found.waived_by for found in one.findings)


def _package(one: Scanned, results: Results) -> Block:
    lines = [*_findings(one, results), *_unread(one)]
    return Block(title=one.path, status=_SIGNS[one.verdict], lines=tuple(lines))


def _findings(one: Scanned, results: Results) -> Iterator[str]:
    told: set[str] = set()
    counting = [found for found in one.findings if not found.waived_by]
    shown = [found for found in counting if results.verbose or _wanted(found)]
    for found in shown:
        yield from _finding(found)
        if found.rule not in told and found.rule in results.rules:
            told.add(found.rule)
            yield from _told("why", results.rules[found.rule].why)
            yield from _told("fix", results.rules[found.rule].remedy)
    if len(shown) < len(counting):
        more = len(counting) - len(shown)
        yield f"  {more} more of power and hygiene; -v shows {'it' if more == 1 else 'them'}"


def _wanted(one: Finding) -> bool:
    """Whether somebody who decides about a skill wants to hear of it."""
    mild = one.severity in (Severity.LOW, Severity.INFO)
    return one.audience is Audience.EVERYBODY and (one.axis is Axis.MALICE or (one.axis is Axis.POWER and not mild))


def _finding(one: Finding) -> Iterator[str]:
    sure = "" if one.confidence is Confidence.HIGH else f", {one.confidence.value} confidence"
    yield f"  {one.severity.value} {one.axis.value}{sure}: {one.message} [{one.rule}]"
    yield f"    {_place(one.path, one.line, one.layers)}"
    if one.evidence:
        yield f"      > {one.evidence}"
    for step in one.chain:
        if (step.path, step.line, step.evidence) != (one.path, one.line, one.evidence):
            yield f"    with {_place(step.path, step.line, step.layers)}"
            yield f"      > {step.evidence}"


def _place(path: str, line: int, layers: Iterable[str]) -> str:
    through = ", ".join(layers)
    return f"{path}:{line}" + (f" (decoded: {through})" if through else "")


def _told(label: str, words: str) -> Iterator[str]:
    yield from textwrap.wrap(words, _WIDTH, initial_indent=f"    {label}  ", subsequent_indent="         ")


def _unread(one: Scanned) -> Iterator[str]:
    unread = one.report.coverage.unread
    if unread:
        yield "  not read:"
    for lost in unread:
        yield f"    {lost.path or 'the package'}: {why_of(lost)}"


def _waivers(results: Results) -> Block | None:
    lines = (
        f"{one.skill}: {one.rule} ({one.findings}): {one.reason}" for one in waived(results.scans)
    )  # every one, every time: what is accepted must not be forgotten
    return _section("Accepted by a person", lines)


def _section(title: str, lines: Iterable[str]) -> Block | None:
    found = tuple(lines)
    return Block(title=title, lines=found) if found else None


def _lost(path: str, why: str, advice: str) -> str:
    return f"{path}: {why}{f' — {advice}' if advice else ''}"


def _summary(results: Results) -> Iterator[str]:
    found = results.summary
    many = "package" if found.skills == 1 else "packages"
    yield f"Scanned {found.skills} {many}, {found.files} files, {_size(found.bytes)} under the policy {results.policy}."
    yield (
        f"{found.clean} clean, {found.warn} with a warning, {found.block} blocked, {found.incomplete} incomplete;"
        f" {found.findings} findings, {found.waived} accepted, {found.unread} not read."
    )


def _size(count: int) -> str:
    size, units = float(count), ["B", "kB", "MB", "GB"]
    while size >= _KILO and len(units) > 1:
        size, units = size / _KILO, units[1:]
    return f"{size:.0f} {units[0]}" if units[0] == "B" else f"{size:.1f} {units[0]}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
