"""A report becomes a verdict: under the policy, with the waivers and the baseline of a person, as of today.

It is done at every use; nothing of it is ever kept.
"""

from __future__ import annotations

import datetime
import json
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from sealskill.errors import BadSettings, UsageError
from sealskill.model.opinion import Opinion
from sealskill.model.report import Coverage, Finding, Report, Scanned
from sealskill.model.settings import ScanSettings
from sealskill.model.value import Value
from sealskill.model.verdict import Verdict
from sealskill.scan import rules as folder
from sealskill.scan import verdict as policies
from sealskill.scan import waive
from sealskill.scan.judge.rule import JUDGE
from sealskill.scan.verdict import Policy
from sealskill.scan.waive import Accepted, Baseline

_SCHEMA = "sealskill.baseline/1"
_TOLD = 3
"""Files that were not read, named in one line."""


class Judge(Value):
    """Everything a verdict depends on besides the report."""

    settings: ScanSettings
    baseline: Baseline
    today: datetime.date

    @classmethod
    def of(cls, settings: ScanSettings, today: datetime.date | None = None) -> Judge:
        """The judge of some settings. Raises BadSettings where the baseline cannot be read."""
        day = today or datetime.datetime.now(datetime.UTC).date()
        return cls(settings=settings, baseline=_baseline(settings.baseline), today=day)

    def judged(
        self, report: Report, path: str, name: str, *, cached: bool = False, opinion: Opinion | None = None
    ) -> Scanned:
        """The verdict on one report, with what was waived listed beside the rest. An opinion only comes along."""
        if not report.findings and not report.coverage.unread:
            return Scanned(
                path=path, name=name, verdict=Verdict.CLEAN, findings=(), report=report, cached=cached, opinion=opinion
            )
        accepted = waive.applied(report, name, self.settings.waivers, self.baseline, self.today)
        policy = Policy(self.settings.policy)
        said = policies.verdict(accepted.findings, accepted.coverage, policy)
        return Scanned(
            path=path, name=name, verdict=said, findings=accepted.findings, report=report, cached=cached,
            opinion=opinion,
            why=_why(policies.deciding(accepted.findings, policy, said), said, accepted.coverage),
        )  # fmt: skip

    def complaints(self) -> Iterator[str]:
        """Waivers that waive nothing, and why."""
        if self.settings.waivers:
            yield from waive.complaints(self.settings.waivers, rule_ids(), self.today)


def _why(deciding: tuple[Finding, ...], said: Verdict, coverage: Coverage) -> str:
    if said is Verdict.INCOMPLETE:
        names = [f"{lost.path or 'part of it'} ({lost.why.value})" for lost in coverage.unread[:_TOLD]]
        more = len(coverage.unread) - len(names)
        return f"not read: {', '.join(names)}{f' and {more} more' if more else ''}"
    messages = list(dict.fromkeys(one.message for one in deciding))
    if not messages:
        return ""
    return messages[0] + (f" (and {len(messages) - 1} more)" if len(messages) > 1 else "")


@cache
def rule_ids() -> frozenset[str]:
    """The ids of all rules, from the names of their files: no rule is imported to know them."""
    names = (module.name for module in pkgutil.iter_modules(folder.__path__))
    return frozenset(name.replace("_", "-") for name in names if not name.startswith("_")) | {waive.UNREAD.id, JUDGE.id}


def _baseline(path: str) -> Baseline:
    """The baseline of a file; none where no file is named. Raises BadSettings."""
    return read_baseline(Path(path)) if path else Baseline()


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file. Raises BadSettings for one that cannot be read: it would accept nothing in silence."""
    try:
        found = json.loads(path.read_bytes())
        if not isinstance(found, dict) or found.get("schema") != _SCHEMA:
            raise ValueError(f"it is no {_SCHEMA}")
        accepted = msgspec.convert(found.get("accepted"), frozenset[Accepted])
    except (OSError, ValueError) as exc:
        advice = "write it anew: sealskill scan PATH --write-baseline FILE"
        raise BadSettings((f"the baseline {path} cannot be used: {exc}",), advice=advice) from exc
    return Baseline(source=str(path), accepted=accepted)


def write_baseline(path: Path, scans: Iterable[Scanned]) -> int:
    """Write what was found as a baseline and say how many findings it accepts. Raises UsageError."""
    accepted = sorted(set(waive.adopted((one.name, one.report) for one in scans)), key=repr)
    document = {"schema": _SCHEMA, "accepted": msgspec.to_builtins(accepted)}
    try:
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    except OSError as exc:
        raise UsageError(f"the baseline {path} cannot be written: {exc.strerror or exc}") from exc
    return len(accepted)
