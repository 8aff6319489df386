"""Everything known of one package."""

from __future__ import annotations

from sealskill.model.inventory import Listed
from sealskill.model.problem import Problem
from sealskill.model.report import Audience, Axis
from sealskill.model.skill import Blocked, Check, Invalid, Ready, Shadowed
from sealskill.model.verdict import Verdict
from sealskill.report import faces, said, scan_json
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.row import (
    Commands,
    checks_of,
    failed,
    fault,
    installer,
    manifest_of,
    package_of,
    problems_of,
    required,
    row_of,
    scan_of,
    verdict_of,
)  # fmt: skip
from sealskill.report.shapes import Answer, ConfigCheck, InfoDocument, Resources
from sealskill.report.status import Status, status_of, title

_KINDS = {"bins": "bin", "any_bins": "any bin", "env": "env", "config": "config", "os": "os", "tools": "tool"}
_NOTHING_ASKED = "(none — read-only skill)"


def document(one: Listed, commands: Commands | None = None) -> InfoDocument:
    """`info --json`: the row of `list --json` and more."""
    package, manifest, row, scan = package_of(one), manifest_of(one), row_of(one, commands), scan_of(one)
    return InfoDocument(
        **{field: getattr(row, field) for field in row.__struct_fields__},
        file_path=row.path,
        base_dir=package.folder,
        skill_key=row.key,
        always=manifest.always,
        platform_incompatible=bool(row.missing.os),
        version=manifest.version,
        author=manifest.author,
        license=manifest.license,
        trust_why="" if isinstance(one, Invalid) else one.trust.why,
        shadowed_by=one.by if isinstance(one, Shadowed) else "",
        capability_details=said.capabilities(manifest),
        requirements=required(manifest.requires, manifest),
        config_checks=tuple(ConfigCheck(path=c.name, satisfied=c.ok) for c in checks_of(one) if c.gate == "config"),
        checks=tuple(Answer(gate=check.gate, name=check.name, ok=check.ok) for check in checks_of(one)),
        install=tuple(installer(option) for option in manifest.install),
        resources=_resources(one),
        when_to_use=manifest.when_to_use,
        tags=manifest.tags,
        env_vars=said.variables(manifest),
        dependencies=said.dependencies(manifest),
        links=manifest.links,
        cli_help=manifest.cli_help,
        ignored=said.ignored(manifest),
        problems=tuple(fault(problem) for problem in problems_of(one)),
        findings=scan_json.pointed(scan) if scan else (),
        unread=scan_json.opaque(scan.report.coverage.unread) if scan else (),
        tools=said.tools(manifest),
        grants=said.grants(manifest),
        activation=said.activation(manifest),
        user_command=said.user_command(manifest),
        compatibility=manifest.compatibility,
        allowed_tools=manifest.allowed_tools,
        config=manifest.config,
        signature=manifest.signature,
        extra=manifest.extra,
    )


def _resources(one: Listed) -> Resources:
    tree = package_of(one).tree
    return Resources(**{folder: tree.under(folder) for folder in Resources.__struct_fields__})


def info(one: Listed, home: str = "", commands: Commands | None = None) -> Page:
    """One package as a page; paths below `home` are shortened."""
    manifest = manifest_of(one)
    return page(
        Block(title=package_of(one).name, status=_status(one), lines=_lines(manifest.description)),
        Block(table=_details(one, home, commands)),
        Block(title="Capabilities", table=_capabilities(one), lines=() if manifest.capabilities else (_NOTHING_ASKED,)),
        Block(title="Security", table=Table(rows=_security(one))),
        _findings(one),
        _requirements(one),
        _reasons(one),
        _install(one),
        _files(one),
        *said.sections(manifest),
        problems(problems_of(one)),
    )


def _lines(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _status(one: Listed) -> str:
    return title(status_of(one), one.cause if isinstance(one, Blocked) else "")


def _details(one: Listed, home: str, commands: Commands | None) -> Table:
    package, manifest = package_of(one), manifest_of(one)
    command = (commands or {}).get(package.folder, "")
    rows = (
        ("Source", package.root.label.value),
        ("Path", tilde(str(package.manifest_path), home)),
        ("Homepage", manifest.homepage),
        ("Primary env", manifest.primary_env),
        ("Key", one.skill.key if not isinstance(one, Invalid) and one.skill.key != package.name else ""),
        ("Category", manifest.category),
        ("Command", f"/{command}" if command else ""),
        *said.details(manifest),
    )
    return Table(rows=tuple(row for row in rows if row[1]))


def tilde(path: str, home: str) -> str:
    """A path below the home folder, as people write it."""
    return "~" + path.removeprefix(home.rstrip("/")) if home and path.startswith(home.rstrip("/") + "/") else path


def _capabilities(one: Listed) -> Table | None:
    rows = faces.rows(manifest_of(one).capabilities)
    return Table(rows=rows) if rows else None


def _security(one: Listed) -> tuple[tuple[str, ...], ...]:
    rows = [("Scan", _scan(one))]
    if not isinstance(one, Invalid):
        why = f" ({one.trust.why})" if one.trust.why else ""
        rows.append(("Trust", f"{one.trust}{why}"))
    if isinstance(one, (Ready, Blocked)) and one.seal:
        rows.append(("Seal", one.seal))
    return tuple(rows)


def _scan(one: Listed) -> str:
    verdict, scan = verdict_of(one), scan_of(one)
    said = scan.why if scan else "; ".join(check.message for check in failed(one) if check.gate == "verdict")
    shown = {
        Verdict.CLEAN: "+ clean",
        Verdict.WARN: "[warning]",
        Verdict.BLOCK: "[blocked]",
        Verdict.INCOMPLETE: "[incomplete]",
        Verdict.NOT_SCANNED: "- not scanned",
    }[verdict]
    return f"{shown} {said}".rstrip()


def _findings(one: Listed) -> Block | None:
    """What it can reach and what speaks against it, each with its line; then what a person accepted."""
    scan = scan_of(one)
    if scan is None:
        return None
    counting = [found for found in scan.findings if not found.waived_by and found.audience is Audience.EVERYBODY]
    shown = [found for found in counting if found.axis is not Axis.HYGIENE]
    rows = tuple((f"! {found.message}", f"{found.path}:{found.line}") for found in shown)
    waived = tuple((f"- {found.message}", f"accepted: {found.waived_by}") for found in scan.findings if found.waived_by)
    return Block(table=Table(rows=(*rows, *waived), gives=(0,))) if rows or waived else None


def _requirements(one: Listed) -> Block | None:
    rows = tuple(_requirement(check) for check in checks_of(one) if check.gate in _KINDS and check.name)
    return Block(title="Requirements", table=Table(rows=rows)) if rows else None


def _requirement(check: Check) -> tuple[str, str, str]:
    return (_KINDS[check.gate], check.name, "+ ok" if check.ok else "x missing")


def _reasons(one: Listed) -> Block | None:
    """What stands against it, and what is left to do before all of it works, where no other section says so."""
    if isinstance(one, Shadowed):
        return Block(title="Shadowed", lines=(f"{one.why}: {one.by}",))
    told = tuple(
        f"{check.message}{f' — {check.advice}' if check.advice else ''}"
        for check in checks_of(one)
        if check.advice or (not check.ok and check.gate not in _KINDS)
        if check.gate != "verdict"
    )
    return Block(title="What to do", lines=told) if told else None


def _install(one: Listed) -> Block | None:
    options = [installer(option) for option in manifest_of(one).install]
    if not options or status_of(one) is Status.READY:
        return None
    rows = tuple(
        (option.kind, f"{option.label or option.id} ({option.command})" if option.command else option.label)
        for option in options
    )
    return Block(title="Install options", table=Table(rows=rows))


def _files(one: Listed) -> Block | None:
    found = _resources(one)
    rows = tuple((f"{name}/", ", ".join(getattr(found, name))) for name in found.__struct_fields__)
    rows = tuple((name, files) for name, files in rows if files)
    return Block(title="Files", table=Table(rows=rows)) if rows else None


def problems(found: tuple[Problem, ...]) -> Block | None:
    """Problems as a section, or None."""
    return Block(title="Problems", lines=tuple(problem_line(one) for one in found)) if found else None


def problem_line(one: Problem) -> str:
    """A problem in one line: where, how bad, what, and what to do."""
    place = f"{one.place}: " if one.place else ""
    return f"{place}{one.level.value}: {one.message} [{one.code}]{f' — {one.advice}' if one.advice else ''}"
