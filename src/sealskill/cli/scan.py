"""`sealskill scan`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.bar import bar
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides
from sealskill.cli.frame.gathered import gathered
from sealskill.cli.frame.place import said
from sealskill.errors import HostError, UsageError
from sealskill.model.opinion import Estimate
from sealskill.model.verdict import Verdict
from sealskill.report import catalogue as shown
from sealskill.report import judged, scan_text
from sealskill.report.format import ReportFormat, Results, formats, names

if TYPE_CHECKING:
    from sealskill.runtime import Runtime


class Threshold(StrEnum):
    """The mildest verdict that makes `scan` exit 1."""

    BLOCK = "block"
    WARN = "warn"


class Policy(StrEnum):
    """What blocks and what warns."""

    STRICT = "strict"
    BALANCED = "balanced"
    LENIENT = "lenient"


_MANY = 10
"""Calls from which a person is told first what they are going to take."""
_AT = {Threshold.BLOCK: {Verdict.BLOCK}, Threshold.WARN: {Verdict.BLOCK, Verdict.WARN}}

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH...", help="A skill, a tree of skills, an archive, a git checkout, any folder or file."
    ),
]


def _formats(incomplete: str) -> list[str]:
    return [name for name in names() if name.startswith(incomplete)]


def _rules(incomplete: str) -> list[str]:
    from sealskill.session import judging  # late: only a shell that completes a word asks

    return sorted(rule for rule in judging.rule_ids() if rule.startswith(incomplete))


Which = Annotated[
    str,
    typer.Option("--format", metavar="NAME", help=f"{', '.join(names())}.  [default: text]", autocompletion=_formats),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the report into a file.")]
FailOn = Annotated[Threshold, typer.Option("--fail-on", help="Exit 1 from this verdict on.")]
Under = Annotated[Policy | None, typer.Option("--policy", help="What blocks and what warns.  [default: balanced]")]
Jobs = Annotated[int, typer.Option("--jobs", min=0, metavar="N", help="So many processes; 0 is one per processor.")]
Explain = Annotated[
    str, typer.Option("--explain", metavar="RULE", help="Tell everything of one rule.", autocompletion=_rules)
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Read every byte anew, whatever is remembered.")]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="RULE", help="Look with this rule alone. Repeatable.", autocompletion=_rules),
]
Known = Annotated[Path | None, typer.Option("--baseline", metavar="FILE", help="Accept the findings of this baseline.")]
Adopt = Annotated[
    Path | None, typer.Option("--write-baseline", metavar="FILE", help="Write what is found as a baseline.")
]
Ask = Annotated[
    bool, typer.Option("--judge", help="Send each package to the model of scan.judge. It may raise a verdict.")
]
More = Annotated[bool, typer.Option("--verbose", "-v", help="Show clean packages, mild power and hygiene too.")]


def scan(
    paths: Paths = None,
    *,
    style: Which = "",
    output: Output = None,
    fail_on: FailOn = Threshold.BLOCK,
    policy: Under = None,
    jobs: Jobs = 0,
    explain: Explain = "",
    no_cache: NoCache = False,
    only: Only = None,
    baseline: Known = None,
    write_baseline: Adopt = None,
    judge: Ask = False,
    json: Json = False,
    overrides: Overrides = None,
    verbose: More = False,
) -> int:
    """Say what is in some packages, who it serves, and what was not read. Nothing of them is ever run.

    Exits 1 at the threshold, 3 where not everything could be read and nothing is at the threshold.
    """
    if explain:
        return _explain(explain, json=json or style == "json")
    if not paths or "" in paths:
        raise UsageError("a PATH is needed", advice="name a skill, a folder of skills or an archive")
    if json and style not in ("", "json"):
        raise UsageError(f"--json and --format {style} ask for two reports", advice="leave one of them out")
    form = _form("json" if json else style, output)
    runtime = _open(policy, baseline, overrides)
    with bar("scanning") as progress, bar("asking the judge", least=2) as judging:
        found = [
            one
            for path in paths
            for one in runtime.scan(
                path, jobs=jobs, only=only or (), kept=not no_cache, progress=progress, judge=judge or None,
                judging=judging, before=_foretell,
            )
        ]  # fmt: skip
    results = gathered(found, runtime, verbose=verbose)
    if write_baseline is not None:
        _adopt(write_baseline, results)
    _print(results, form, output)
    return _code(results, fail_on)


def _foretell(one: Estimate) -> None:
    """Say what asking is going to take, where it is much."""
    if one.calls >= _MANY:
        screen.hear(judged.expected(one))


def _explain(rule: str, *, json: bool) -> int:
    from sealskill.session import catalogue  # late: `--help` imports no rule

    told = catalogue.named(rule)
    if json:
        screen.emit("rules/1", shown.document([told], catalogue.engine()))
    else:
        screen.show(scan_text.explained(told))
    return exits.DONE


def _form(name: str, output: Path | None) -> ReportFormat:
    """The format that was asked for, by name or by what the file is called."""
    if name and name not in names():
        raise UsageError(f"there is no format {name!r}", advice=f"use one of {', '.join(names())}")
    known = formats()
    if name or output is None:
        return known[name or "text"]
    # The longest ending knows best: a `report.sarif.json` is SARIF.
    fits = [(len(end), one.name) for one in known.values() for end in one.suffixes if output.name.endswith(end)]
    return known[max(fits)[1]] if fits else known["text"]


def _open(policy: Policy | None, baseline: Path | None, overrides: Sequence[str] | None) -> Runtime:
    from sealskill.runtime import Runtime  # late: every parser comes with it; `--help` does without

    asked: dict[str, Any] = said("", overrides)
    asked |= {"scan.policy": policy.value} if policy else {}
    asked |= {"scan.baseline": str(baseline.absolute())} if baseline else {}
    return Runtime.open(overrides=asked)


def _adopt(file: Path, results: Results) -> None:
    from sealskill.session import judging  # late, as above

    count = judging.write_baseline(file, results.scans)
    screen.hear(f"wrote {count} accepted findings to {file}: read them before you use it")


def _print(results: Results, form: ReportFormat, output: Path | None) -> None:
    if output is not None:
        try:
            output.write_text(form.render(results), encoding="utf-8", errors="backslashreplace")
        except OSError as exc:
            raise HostError(f"{output} cannot be written: {exc.strerror or exc}") from exc
        screen.hear(f"wrote {output}")
    elif form.page is not None:
        screen.show(form.page(results))
    else:
        screen.raw(form.render(results))


def _code(results: Results, threshold: Threshold) -> int:
    verdicts = {one.verdict for one in results.scans}
    if verdicts & _AT[threshold]:
        return exits.FOUND
    return exits.NOT_SEEN if results.lost or Verdict.INCOMPLETE in verdicts else exits.DONE


COMMAND = Command(name="scan", run=scan)
