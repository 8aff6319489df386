"""HTML: one file that a person wants to read. No script, no address is fetched, no text of a stranger is markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources

from sealskill import __version__
from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Finding, Place, Scanned
from sealskill.model.verdict import Verdict
from sealskill.report import judged
from sealskill.report.format import ReportFormat, Results
from sealskill.report.plain import harmless
from sealskill.report.scan_json import waived, why_of
from sealskill.report.wanted import Group, by_rule, counting, steps, wanted
from sealskill.report.words import counted, place, sentence, size

_WORDS = {
    Verdict.BLOCK: "blocked",
    Verdict.INCOMPLETE: "not fully read",
    Verdict.WARN: "with a warning",
    Verdict.CLEAN: "clean",
}
_OPEN = 8
"""Packages that are not clean, up to which each stands open: of more a person wants to see the list first."""
_AT_ONCE = 4
"""Findings of one rule in one package that are shown before the rest is folded away."""


def render(results: Results) -> str:
    """The whole page."""
    style = resources.files("sealskill.report").joinpath("scan.css").read_text(encoding="utf-8")
    body = "\n".join([*_head(results), *_notices(results), *_filter(results), *_packages(results), *_foot(results)])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Scan of agent skills</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _head(results: Results) -> Iterator[str]:
    total = results.summary
    yield "<header><h1>Scan of agent skills</h1>"
    yield (
        f'<p class="facts">{counted(total.skills, "package")} · {counted(total.files, "file")} · {size(total.bytes)} ·'
        f" policy {_text(results.policy)}</p></header>"
    )
    for line in judged.counted(results.scans):
        yield f'<p class="facts">{_text(line)}</p>'


def _notices(results: Results) -> Iterator[str]:
    for lost in results.lost:
        advice = f" — {_text(lost.advice)}" if lost.advice else ""
        yield f'<p class="lost"><b>Could not look:</b> <code>{_text(lost.path)}</code>: {_text(lost.why)}{advice}</p>'
    for notice in results.notices:
        yield f'<p class="notice">{_text(notice)}</p>'


def _filter(results: Results) -> Iterator[str]:
    # Radio buttons and sibling selectors choose what is shown: a page about hostile text runs no script.
    counts = Counter(one.verdict for one in results.scans)
    yield '<input type="radio" name="show" id="show-all" checked>'
    yield f'<label for="show-all"><b>{len(results.scans):,}</b> all</label>'
    for verdict, words in _WORDS.items():
        name, off = verdict.value, "" if counts[verdict] else " disabled"
        yield f'<input type="radio" name="show" id="show-{name}"{off}>'
        yield f'<label for="show-{name}" class="{name}"><b>{counts[verdict]:,}</b> {words}</label>'


def _packages(results: Results) -> Iterator[str]:
    speaking = sum(one.verdict is not Verdict.CLEAN for one in results.scans)
    yield "<main>"
    yield from _rules(results)
    for verdict in _WORDS:
        opened = speaking <= _OPEN and (verdict is not Verdict.CLEAN or len(results.scans) == 1)
        for one in results.scans:
            if one.verdict is verdict:
                yield from _package(one, results, opened=opened)
    yield from _accepted(results)
    yield "</main>"


def _rules(results: Results) -> Iterator[str]:
    """Which rules pointed at something, and in how many packages: what a whole tree has in common."""
    pointed = Counter(
        rule for one in results.scans for rule, _ in by_rule(wanted(one, verbose=results.verbose))
    ).most_common()
    if len(results.scans) == 1 or not pointed:
        return
    yield f'<details class="rules"><summary>{counted(len(pointed), "rule")} pointed at something</summary><table>'
    yield "<tr><th>packages</th><th>rule</th><th>what it points at</th></tr>"
    for rule, count in pointed:
        title = results.rules[rule].title if rule in results.rules else ""
        yield f"<tr><td>{count:,}</td><td><code>{_text(rule)}</code></td><td>{_text(title)}</td></tr>"
    yield "</table></details>"


def _package(one: Scanned, results: Results, *, opened: bool) -> Iterator[str]:
    shown = wanted(one, verbose=results.verbose)
    yield f'<details class="package {one.verdict.value}"{" open" if opened else ""}>'
    yield (
        f'<summary><span class="verdict">{one.verdict.value}</span> <b>{_text(one.name)}</b>'
        f' <code>{_text(one.path)}</code> <span class="why">{_text(one.why)}</span></summary>'
    )
    for group in by_rule(shown):
        yield from _group(group, results.rules.get(group[0]))
    yield from _unread(one)
    for line in judged.told(one):
        yield f'<p class="facts">{_text(line)}</p>'
    yield from _covered(one, len(counting(one)) - len(shown))
    yield "</details>"


def _group(group: Group, rule: RuleInfo | None) -> Iterator[str]:
    name, some = group
    worst = some[0]
    yield f'<section class="finding {worst.severity.value}">'
    yield (
        f'<p class="dials"><b class="severity">{worst.severity.value}</b> {worst.axis.value} ·'
        f" confidence {worst.confidence.value} · <code>{_text(name)}</code></p>"
    )
    for one in some[:_AT_ONCE]:
        yield from _finding(one)
    if some[_AT_ONCE:]:
        yield f"<details><summary>{len(some) - _AT_ONCE} more of the same rule</summary>"
        for one in some[_AT_ONCE:]:
            yield from _finding(one)
        yield "</details>"
    if rule is not None:
        yield f"<p><b>Why it matters.</b> {_text(sentence(rule.why))}</p>"
        yield f"<p><b>What would make it fine.</b> {_text(sentence(rule.remedy))}</p>"
    yield "</section>"


def _finding(one: Finding) -> Iterator[str]:
    yield f"<h3>{_text(one.message[:1].upper() + one.message[1:])}</h3>"
    yield '<ol class="chain">'
    yield from map(_step, steps(one))
    yield "</ol>"


def _step(one: Place) -> str:
    through = f' <span class="layers">decoded: {_text(", ".join(one.layers))}</span>' if one.layers else ""
    evidence = f"<pre>{_text(one.evidence)}</pre>" if one.evidence else ""
    return f"<li><code>{_text(place(one))}</code>{through}{evidence}</li>"


def _unread(one: Scanned) -> Iterator[str]:
    lost = one.report.coverage.unread
    if not lost:
        return
    yield f'<section class="unread"><h3>Not read ({len(lost)})</h3><ul>'
    for row in lost:
        yield f"<li><code>{_text(row.path or 'the package')}</code> {_text(why_of(row))}</li>"
    yield "</ul></section>"


def _covered(one: Scanned, more: int) -> Iterator[str]:
    coverage = one.report.coverage
    seal = f" · <code>{_text(one.report.seal)}</code>" if one.report.seal else ""
    rest = f" · {more} more of power and hygiene, shown by <code>scan -v</code>" if more else ""
    yield f'<p class="facts">{counted(coverage.files, "file")}, {size(coverage.bytes)} read{rest}{seal}</p>'


def _accepted(results: Results) -> Iterator[str]:
    rows = [(one.skill, one.rule, f"{one.findings:,}", one.reason) for one in waived(results.scans)]
    if rows:
        yield '<section class="accepted"><h2>Accepted by a person</h2><table>'
        yield "<tr><th>package</th><th>rule</th><th>findings</th><th>reason</th></tr>"
        yield from map(_row, rows)
        yield "</table></section>"


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>"


def _foot(results: Results) -> Iterator[str]:
    yield (
        f"<footer>sealskill {_text(__version__)}, rules {_text(results.engine)}. A verdict speaks of what was read"
        " and of nothing else.</footer>"
    )


def _text(text: str) -> str:
    return escape(harmless(text))


FORMAT = ReportFormat(name="html", render=render, suffixes=(".html", ".htm"))
