"""One package as a row: what every listing, table and document says of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from sealskill.model.draft import Draft
from sealskill.model.inventory import Listed
from sealskill.model.manifest import InstallOption, Manifest, Requires
from sealskill.model.problem import Level, Problem
from sealskill.model.report import Scanned
from sealskill.model.skill import Blocked, Check, Invalid, Ready, Shadowed, Skill
from sealskill.model.verdict import Verdict
from sealskill.report.scan_shapes import ScanRow
from sealskill.report.shapes import Fault, Installer, Missing, Reason, Row
from sealskill.report.status import Status, status_of

_INSTALLERS = {
    "brew": "brew install {}",
    "node": "npm install -g --ignore-scripts {}",
    "go": "go install {}",
    "uv": "uv tool install {}",
    "download": "download {}",
}
Commands = Mapping[str, str]
"""Folder → the name of the user command."""


def row_of(one: Listed, commands: Commands | None = None) -> Row:
    """The row of a package; `commands` holds the user commands of ready skills, by folder."""
    package, manifest, status = package_of(one), manifest_of(one), status_of(one)
    ready, reasons = isinstance(one, Ready), reasons_of(one)
    gates = {reason.gate for reason in reasons}
    command = (commands or {}).get(package.folder, "") if ready else ""
    return Row(
        name=package.name,
        key=package.key if isinstance(package, Skill) else "",
        slug=package.slug if isinstance(package, Skill) else "",
        description=manifest.description,
        emoji=manifest.emoji,
        category=manifest.category,
        dialect=manifest.dialect.value,
        status=status.value,
        eligible=ready,
        disabled=status is Status.DISABLED,
        blocked_by_allowlist="bundled" in gates,
        blocked_by_agent_filter="agent" in gates,
        model_visible=ready and not manifest.unlisted,
        user_invocable=manifest.user_invocable,
        command_visible=bool(command),
        command=command,
        source=package.root.label.value,
        bundled=package.root.label.value == "bundled",
        path=os.path.join(package.folder, manifest.dialect),
        primary_env=manifest.primary_env,
        homepage=manifest.homepage,
        capabilities=tuple(dict.fromkeys(capability.name.value for capability in manifest.capabilities)),
        seal=one.seal if isinstance(one, (Ready, Blocked)) else None,
        trust="" if isinstance(one, Invalid) else str(one.trust),
        verdict=verdict_of(one).value,
        scan=scan_row(scan_of(one)),
        missing=missing_of(failed(one)),
        reasons=reasons,
    )


def package_of(one: Listed) -> Skill | Draft:
    """The skill, or the draft that never became one."""
    return one.draft if isinstance(one, Invalid) else one.skill


def manifest_of(one: Listed) -> Manifest:
    """What the package says of itself; nothing if it could not be read."""
    package = package_of(one)
    if isinstance(package, Skill):
        return package.manifest
    return package.manifest or Manifest(dialect=package.dialect)


def verdict_of(one: Listed) -> Verdict:
    """What the scanner makes of it, as far as anybody asked."""
    return one.verdict if isinstance(one, (Ready, Blocked)) else Verdict.NOT_SCANNED


def scan_of(one: Listed) -> Scanned | None:
    """What the scanner found; nothing of a package that is shadowed or broken, as nobody asked."""
    return one.scan if isinstance(one, (Ready, Blocked)) else None


def scan_row(scan: Scanned | None) -> ScanRow | None:
    """A scan in short."""
    if scan is None:
        return None
    waived = sum(bool(found.waived_by) for found in scan.findings)
    return ScanRow(
        verdict=scan.verdict.value, why=scan.why, findings=len(scan.findings) - waived, waived=waived,
        unread=len(scan.report.coverage.unread), engine=scan.report.engine,
    )  # fmt: skip


def problems_of(one: Listed) -> tuple[Problem, ...]:
    """Everything wrong with its manifest, fatal or not."""
    return one.problems if isinstance(one, Invalid) else one.skill.problems


def checks_of(one: Listed) -> tuple[Check, ...]:
    """What the gate asked; it asks nothing of a package that is shadowed or broken."""
    return one.checks if isinstance(one, (Ready, Blocked)) else ()


def failed(one: Listed) -> tuple[Check, ...]:
    """The checks that said no."""
    return tuple(check for check in checks_of(one) if not check.ok)


def reasons_of(one: Listed) -> tuple[Reason, ...]:
    """Why it is not ready, first cause first."""
    match one:
        case Ready():
            return ()
        case Blocked():
            return tuple(_reason(check) for check in one.reasons)
        case Shadowed():
            return (Reason(gate="shadowed", name=one.by, message=one.why),)
        case Invalid():
            return tuple(_spec(problem) for problem in one.problems if problem.level is Level.ERROR)


def _reason(check: Check) -> Reason:
    return Reason(gate=check.gate, name=check.name, message=check.message, advice=check.advice)


def _spec(problem: Problem) -> Reason:
    return Reason(
        gate="spec", name=problem.code, message=problem.message, advice=problem.advice
    )  # fmt: skip


def missing_of(checks: Iterable[Check]) -> Missing:
    """The requirements among some checks, each under its kind."""
    named: dict[str, list[str]] = {}
    for check in checks:
        if check.gate in Missing.__struct_fields__:
            # One check asks for any of several names.
            named.setdefault(check.gate, []).extend(check.name.split(", "))
    return Missing(**{field: tuple(names) for field, names in named.items()})


def required(requires: Requires, manifest: Manifest) -> Missing:
    """Everything a manifest asks of the machine, met or not."""
    return Missing(
        bins=requires.bins, any_bins=requires.any_bins, env=requires.env, config=requires.config, os=manifest.os,
        tools=tuple(tool.impl or tool.name for tool in manifest.tools if not tool.entry),
    )  # fmt: skip


def fault(problem: Problem) -> Fault:
    """A problem as documents show it."""
    return Fault(
        code=problem.code,
        level=problem.level.value,
        message=problem.message,
        path=problem.path,
        line=problem.line,
        advice=problem.advice,
    )


def installer(option: InstallOption) -> Installer:
    """An install option with the command a person would type."""
    return Installer(
        id=option.id,
        kind=option.kind,
        label=option.label,
        bins=option.bins,
        os=option.os,
        command=_INSTALLERS.get(option.kind, "").format(option.target) if option.target else "",
    )


def words(missing: Missing) -> str:
    """What is missing, in one line: `bins: a, b; env: X`."""
    named = ((field, getattr(missing, field)) for field in Missing.__struct_fields__)
    return "; ".join(f"{field.replace('_', ' ')}: {', '.join(names)}" for field, names in named if names)
