"""Markdown, for a pull request or a ticket. Nothing a stranger wrote can become markup in it."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Finding, Place, Scanned
from sealskill.model.verdict import Verdict
from sealskill.report.format import ReportFormat, Results
from sealskill.report.plain import harmless
from sealskill.report.wanted import wanted

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
        f"{total.skills} packages, {total.files} files: {total.clean} clean, {total.warn} with warnings,"
        f" {total.block} blocked, {total.incomplete} incomplete. Policy: {results.policy}."
    )
    for lost in results.lost:
        yield f"\n**Could not look:** {_code(lost.path)}: {_plain(lost.why)}"
    for notice in results.notices:
        yield f"\n**Note:** {_plain(notice)}"
    yield from _table(results)
    for one in results.scans:
        if one.verdict is not Verdict.CLEAN or (results.verbose and one.findings):
            yield from _package(one, results)


def _table(results: Results) -> Iterator[str]:
    yield ""
    yield "| verdict | skill | path | decided by |"
    yield "|---|---|---|---|"
    for one in results.scans:
        said = f"{_SIGNS.get(one.verdict, '')} {one.verdict.value}"
        yield f"| {said} | {_plain(one.name)} | {_code(one.path)} | {_plain(one.why)} |"


def _package(one: Scanned, results: Results) -> Iterator[str]:
    yield ""
    yield f"## {_SIGNS.get(one.verdict, '')} {_plain(one.name)}: {one.verdict.value}"
    for found in wanted(one, results):
        yield from _finding(found, results.rules.get(found.rule))
    unread = one.report.coverage.unread
    if unread:
        yield ""
        yield f"Not read ({len(unread)}):"
        yield ""
        for lost in unread:
            yield f"- {_code(lost.path or 'the package')}: {_plain(f'{lost.why.value} {lost.said}'.strip())}"


def _finding(one: Finding, rule: RuleInfo | None) -> Iterator[str]:
    yield ""
    waived = f", waived: {_plain(one.waived_by)}" if one.waived_by else ""
    yield f"### {_plain(one.message)}"
    yield ""
    yield f"`{one.rule}` ({one.axis.value}, {one.severity.value}, confidence {one.confidence.value}{waived})"
    yield ""
    yield f"{_place(Place(path=one.path, line=one.line, evidence=one.evidence, layers=one.layers))}"
    for step in one.chain:
        yield f"- {_place(step)}"
    if rule is not None:
        yield ""
        yield f"{_plain(rule.why)} **What would make it fine:** {_plain(rule.remedy)}."


def _place(one: Place) -> str:
    through = f" ({' > '.join(map(_plain, one.layers))})" if one.layers else ""
    said = f": {_code(one.evidence)}" if one.evidence else ""
    return f"{_code(f'{one.path}:{one.line}')}{through}{said}"


def _plain(text: str) -> str:
    return harmless(text).translate(_MARKUP)


def _code(text: str) -> str:
    """Inline code that the text cannot end: its fence is longer than any run of backticks in the text."""
    said = harmless(text).replace("|", "\\|")
    runs = "".join(char if char == "`" else " " for char in said).split()
    fence = "`" * (max(map(len, runs), default=0) + 1)
    return f"{fence} {said} {fence}" if runs else f"`{said}`"


FORMAT = ReportFormat(name="markdown", render=render, suffixes=(".md",))
