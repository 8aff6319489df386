"""Markdown, for a pull request or a ticket. Nothing a stranger wrote can become markup in it."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Place, Scanned
from sealskill.model.verdict import Verdict
from sealskill.report import judged
from sealskill.report.format import ReportFormat, Results
from sealskill.report.plain import harmless
from sealskill.report.scan_json import waived, why_of
from sealskill.report.wanted import Group, by_rule, steps, wanted
from sealskill.report.words import counted, place, sentence

_SIGNS = {Verdict.BLOCK: "⛔", Verdict.WARN: "⚠️", Verdict.INCOMPLETE: "❔", Verdict.CLEAN: "✅"}
# Characters that start markup, an address or a mention somewhere in the Markdown of a code host.
_MARKUP = str.maketrans({char: f"\\{char}" for char in "\\`*_{}[]<>()#+-.!|~"} | {"@": "&#64;", "&": "&amp;"})


def render(results: Results) -> str:
    """The counts, then every package that is not clean."""
    return "\n".join(_lines(results)) + "\n"


def _lines(results: Results) -> Iterator[str]:
    total = results.summary
    yield "# Scan of agent skills"
    yield ""
    yield (
        f"{counted(total.skills, 'package')}, {counted(total.files, 'file')}: {total.clean} clean,"
        f" {total.warn} with a warning, {total.block} blocked, {total.incomplete} incomplete. Policy: {results.policy}."
    )
    for line in judged.counted(results.scans):
        yield f"\n{_plain(line)}"
    for lost in results.lost:
        advice = f" — {_plain(lost.advice)}" if lost.advice else ""
        yield f"\n**Could not look:** {_code(lost.path)}: {_plain(lost.why)}{advice}"
    for notice in results.notices:
        yield f"\n**Note:** {_plain(notice)}"
    yield from _table(results)
    for one in results.scans:
        if judged.failed(one) or one.verdict is not Verdict.CLEAN or (results.verbose and one.findings):
            yield from _package(one, results)
    yield from _accepted(results)


def _table(results: Results) -> Iterator[str]:
    """Every package that is not clean; of the clean ones a reader wants to know how many."""
    shown = [one for one in results.scans if results.verbose or one.verdict is not Verdict.CLEAN]
    if shown:
        yield from ("", "| verdict | skill | path | decided by |", "|---|---|---|---|")
    for one in shown:
        said = f"{_SIGNS.get(one.verdict, '')} {one.verdict.value}"
        yield f"| {said} | {_plain(one.name)} | {_code(one.path)} | {_plain(one.why)} |"


def _package(one: Scanned, results: Results) -> Iterator[str]:
    yield ""
    yield f"## {_SIGNS.get(one.verdict, '')} {_plain(one.name)}: {one.verdict.value}"
    for group in by_rule(wanted(one, verbose=results.verbose)):
        yield from _group(group, results.rules.get(group[0]))
    for line in judged.told(one):
        yield f"\n{_plain(line)}"
    unread = one.report.coverage.unread
    if unread:
        yield from ("", f"Not read ({len(unread)}):", "")
        for lost in unread:
            yield f"- {_code(lost.path or 'the package')}: {_plain(why_of(lost))}"


def _group(group: Group, rule: RuleInfo | None) -> Iterator[str]:
    for one in group[1]:
        yield from ("", f"### {_plain(one.message)}", "")
        yield f"`{one.rule}` ({one.axis.value}, {one.severity.value}, confidence {one.confidence.value})"
        yield ""
        yield from (f"- {_place(step)}" for step in steps(one))
    if rule is not None:
        yield ""
        yield f"{_plain(sentence(rule.why))} **What would make it fine:** {_plain(sentence(rule.remedy))}"


def _place(one: Place) -> str:
    through = f" (decoded: {', '.join(map(_plain, one.layers))})" if one.layers else ""
    said = f": {_code(one.evidence)}" if one.evidence else ""
    return f"{_code(place(one))}{through}{said}"


def _accepted(results: Results) -> Iterator[str]:
    used = waived(results.scans)
    if used:
        yield from ("", "## Accepted by a person", "", "| package | rule | findings | reason |", "|---|---|---:|---|")
    for one in used:
        yield f"| {_code(one.skill)} | `{one.rule}` | {one.findings} | {_plain(one.reason)} |"


def _plain(text: str) -> str:
    return harmless(text).translate(_MARKUP)


def _code(text: str) -> str:
    """Inline code that the text cannot end: its fence is longer than any run of backticks in the text."""
    said = harmless(text).replace("|", "\\|")
    runs = "".join(char if char == "`" else " " for char in said).split()
    fence = "`" * (max(map(len, runs), default=0) + 1)
    return f"{fence} {said} {fence}" if runs else f"`{said}`"


FORMAT = ReportFormat(name="markdown", render=render, suffixes=(".md",))
