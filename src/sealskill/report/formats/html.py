"""HTML: one file that a person wants to read. No script, no address is fetched, no text of a stranger is markup."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import resources

from sealskill import __version__
from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Finding, Place, Scanned
from sealskill.model.verdict import Verdict
from sealskill.report.format import ReportFormat, Results
from sealskill.report.plain import harmless
from sealskill.report.wanted import wanted

_ORDER = (Verdict.BLOCK, Verdict.INCOMPLETE, Verdict.WARN, Verdict.CLEAN)
_WORDS = {
    Verdict.BLOCK: "blocked",
    Verdict.INCOMPLETE: "not fully read",
    Verdict.WARN: "with warnings",
    Verdict.CLEAN: "clean",
}


def render(results: Results) -> str:
    """The whole page."""
    style = resources.files("sealskill.report").joinpath("scan.css").read_text(encoding="utf-8")
    body = "\n".join([*_head(results), *_packages(results), *_foot(results)])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Scan of agent skills</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _head(results: Results) -> Iterator[str]:
    total = results.summary
    yield "<h1>Scan of agent skills</h1>"
    yield (
        f'<p class="facts">{total.skills:,} packages · {total.files:,} files · {total.bytes / 1e6:.1f} MB ·'
        f" policy {_text(results.policy)}</p>"
    )
    for lost in results.lost:
        yield f'<p class="lost"><b>Could not look:</b> <code>{_text(lost.path)}</code>: {_text(lost.why)}</p>'
    for notice in results.notices:
        yield f'<p class="notice">{_text(notice)}</p>'
    counts = {verdict: sum(one.verdict is verdict for one in results.scans) for verdict in _ORDER}
    # Radio buttons and sibling selectors choose what is shown: a page about hostile text runs no script.
    yield '<input type="radio" name="show" id="show-all" checked><label for="show-all">all</label>'
    for verdict in _ORDER:
        name = verdict.value
        yield (
            f'<input type="radio" name="show" id="show-{name}">'
            f'<label for="show-{name}" class="{name}"><b>{counts[verdict]}</b> {_WORDS[verdict]}</label>'
        )


def _packages(results: Results) -> Iterator[str]:
    yield "<main>"
    for verdict in _ORDER:
        for one in results.scans:
            if one.verdict is verdict:
                yield from _package(one, results)
    yield "</main>"


def _package(one: Scanned, results: Results) -> Iterator[str]:
    found = wanted(one, results)
    opened = " open" if one.verdict is Verdict.BLOCK else ""
    yield f'<details class="package {one.verdict.value}"{opened}>'
    yield (
        f'<summary><span class="verdict">{one.verdict.value}</span> <b>{_text(one.name)}</b>'
        f' <code>{_text(one.path)}</code> <span class="why">{_text(one.why)}</span></summary>'
    )
    for finding in found:
        yield from _finding(finding, results.rules.get(finding.rule))
    yield from _unread(one)
    yield from _covered(one)
    yield "</details>"


def _finding(one: Finding, rule: RuleInfo | None) -> Iterator[str]:
    waived = " waived" if one.waived_by else ""
    yield f'<section class="finding {one.severity.value}{waived}">'
    yield f"<h3>{_text(one.message)}</h3>"
    yield (
        f'<p class="dials"><code>{_text(one.rule)}</code> {one.axis.value} · {one.severity.value}'
        f" · confidence {one.confidence.value}</p>"
    )
    steps = one.chain or (Place(path=one.path, line=one.line, evidence=one.evidence, layers=one.layers),)
    yield '<ol class="chain">'
    yield from map(_step, steps)
    yield "</ol>"
    if one.waived_by:
        yield f'<p class="waiver">accepted: {_text(one.waived_by)}</p>'
    if rule is not None:
        yield f"<p>{_text(rule.why)}</p><p><b>What would make it fine:</b> {_text(rule.remedy)}.</p>"
    yield "</section>"


def _step(one: Place) -> str:
    through = f' <span class="layers">through {_text(" > ".join(one.layers))}</span>' if one.layers else ""
    return f"<li><code>{_text(one.path)}:{one.line}</code>{through}<pre>{_text(one.evidence)}</pre></li>"


def _unread(one: Scanned) -> Iterator[str]:
    lost = one.report.coverage.unread
    if not lost:
        return
    yield f'<section class="unread"><h3>Not read ({len(lost)})</h3><ul>'
    for row in lost:
        yield f"<li><code>{_text(row.path or 'the package')}</code> {row.why.value}: {_text(row.said)}</li>"
    yield "</ul></section>"


def _covered(one: Scanned) -> Iterator[str]:
    coverage = one.report.coverage
    seal = f" · <code>{_text(one.report.seal)}</code>" if one.report.seal else ""
    yield f'<p class="facts">{coverage.files} files, {coverage.bytes:,} bytes read{seal}</p>'


def _foot(results: Results) -> Iterator[str]:
    yield (
        f"<footer>sealskill {_text(__version__)}, rules {_text(results.engine)}. A verdict speaks of what was read"
        " and of nothing else.</footer>"
    )


def _text(text: str) -> str:
    return escape(harmless(text))


FORMAT = ReportFormat(name="html", render=render, suffixes=(".html", ".htm"))
