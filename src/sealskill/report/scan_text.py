"""A scan for people: the line, the chain, why it matters, what would make it fine, what was not read or is waived."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Confidence, Finding, Scanned
from sealskill.model.verdict import Verdict
from sealskill.report import judged
from sealskill.report.format import Results
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.plain import draw
from sealskill.report.scan_json import waived, why_of
from sealskill.report.scan_shapes import Waived
from sealskill.report.wanted import by_rule, counting, steps, wanted
from sealskill.report.words import counted, place, sentence, size

_SIGNS = {
    Verdict.CLEAN: "+ clean",
    Verdict.WARN: "[warning]",
    Verdict.BLOCK: "[blocked]",
    Verdict.INCOMPLETE: "[incomplete]",
    Verdict.NOT_SCANNED: "- not scanned",
}
_WIDTH = 110
_NAMED = 3
"""Packages that are named for one waiver before they are only counted."""


def render(results: Results) -> str:
    """The page as plain text."""
    return draw(page_of(results))


def page_of(results: Results) -> Page:
    """A section for each package there is something to say of, then what was waived, not seen, and the counts."""
    everything = results.verbose or len(results.scans) == 1
    shown = [one for one in results.scans if everything or one.verdict is not Verdict.CLEAN or judged.failed(one)]
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
        Block(title=info.id, lines=(sentence(info.title),)),
        Block(table=Table(rows=(*dials, ("Audience", info.audience.value)))),
        Block(title="Why it matters", lines=tuple(textwrap.wrap(sentence(info.why), _WIDTH))),
        Block(title="What would make it fine", lines=tuple(textwrap.wrap(sentence(info.remedy), _WIDTH))),
    )


def _package(one: Scanned, results: Results) -> Block:
    lines = [*_findings(one, results), *_unread(one), *(f"  {line}" for line in judged.told(one))]
    return Block(title=one.path, status=_SIGNS[one.verdict], lines=tuple(lines))


def _findings(one: Scanned, results: Results) -> Iterator[str]:
    shown = wanted(one, verbose=results.verbose)
    for rule, some in by_rule(shown):
        for found in some:
            yield from _finding(found)
        if rule in results.rules:
            yield from _told("why", results.rules[rule].why)
            yield from _told("fix", results.rules[rule].remedy)
    more = len(counting(one)) - len(shown)
    if more:
        yield f"  {more} more of power and hygiene; -v shows {'it' if more == 1 else 'them'}"


def _finding(one: Finding) -> Iterator[str]:
    sure = "" if one.confidence is Confidence.HIGH else f", {one.confidence.value} confidence"
    yield f"  {one.severity.value} {one.axis.value}{sure}: {one.message} [{one.rule}]"
    for at, step in enumerate(steps(one)):
        through = f" (decoded: {', '.join(step.layers)})" if step.layers else ""
        yield f"    {'with ' if at else ''}{place(step)}{through}"
        if step.evidence:
            yield f"      > {step.evidence}"


def _told(label: str, words: str) -> Iterator[str]:
    yield from textwrap.wrap(sentence(words), _WIDTH, initial_indent=f"    {label}  ", subsequent_indent="         ")


def _unread(one: Scanned) -> Iterator[str]:
    unread = one.report.coverage.unread
    if unread:
        yield "  not read:"
    for lost in unread:
        yield f"    {lost.path or 'the package'}: {why_of(lost)}"


def _waivers(results: Results) -> Block | None:
    """Everything that is accepted, every time: it must not be forgotten."""
    groups: dict[tuple[str, str], list[Waived]] = defaultdict(list)
    for one in waived(results.scans):
        groups[one.rule, one.reason].append(one)
    return _section("Accepted by a person", (line for some in groups.values() for line in _accepted(some, results)))


def _accepted(some: list[Waived], results: Results) -> Iterator[str]:
    if results.verbose or len(some) <= _NAMED:
        yield from (f"{one.skill}: {one.rule} ({one.findings}): {one.reason}" for one in some)
    else:
        total = counted(sum(one.findings for one in some), "finding")
        yield f"{some[0].rule} in {len(some)} packages ({total}; -v names them): {some[0].reason}"


def _section(title: str, lines: Iterable[str]) -> Block | None:
    found = tuple(lines)
    return Block(title=title, lines=found) if found else None


def _lost(path: str, why: str, advice: str) -> str:
    return f"{path}: {why}{f' — {advice}' if advice else ''}"


def _summary(results: Results) -> Iterator[str]:
    found = results.summary
    yield (
        f"Scanned {counted(found.skills, 'package')}, {counted(found.files, 'file')}, {size(found.bytes)}"
        f" under the policy {results.policy}."
    )
    warned = f"{found.clean:,} clean, {found.warn:,} with a warning"
    verdicts = f"{warned}, {found.block:,} blocked, {found.incomplete:,} incomplete"
    yield f"{verdicts}; {counted(found.findings, 'finding')}, {found.waived:,} accepted, {found.unread:,} not read."
    yield from judged.counted(results.scans)
