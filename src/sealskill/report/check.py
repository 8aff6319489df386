"""The health of everything that was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sealskill.model.capability import FACES, CapabilityName
from sealskill.model.inventory import Inventory, Listed
from sealskill.model.problem import Level, Problem
from sealskill.model.restriction import Restriction
from sealskill.model.settings import Settings
from sealskill.model.skill import Blocked, Invalid, Ready
from sealskill.model.verdict import Verdict
from sealskill.report.check_shapes import (
    Aside,
    Broken,
    CheckDocument,
    Covered,
    Needs,
    NotInjected,
    Restricted,
    Scans,
    Stopped,
)  # fmt: skip
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.row import (
    Commands,
    fault,
    installer,
    missing_of,
    package_of,
    problems_of,
    reasons_of,
    verdict_of,
)  # fmt: skip
from sealskill.report.shapes import Unread
from sealskill.report.status import REQUIREMENTS, Status, cause_word, sign, status_of
from sealskill.report.summary import filtered, hidden, summary_of, wanting


def document(
    inventory: Inventory,
    settings: Settings,
    agent: str = "",
    commands: Commands | None = None,
    restrictions: Sequence[Restriction] = (),
) -> CheckDocument:
    """`check --json`: the counts, and the names behind each."""
    return CheckDocument(
        agent_id=agent,
        agent_skill_filter=settings.agent_skills,
        workspace_dir=settings.workspace,
        managed_skills_dir=f"{settings.state}/skills",
        summary=summary_of(inventory, commands),
        eligible=_names(inventory.ready),
        model_visible=_names(tuple(one for one in inventory.ready if not one.skill.manifest.unlisted)),
        command_visible=_names(tuple(one for one in inventory.ready if one.skill.folder in (commands or {}))),
        disabled=_names(tuple(one for one in inventory.blocked if one.disabled)),
        blocked=tuple(_stopped(one) for one in inventory.blocked if not one.disabled),
        agent_filtered=_names(filtered(inventory)),
        not_injected=tuple(
            NotInjected(name=one.skill.name, reason=one.skill.manifest.unlisted) for one in hidden(inventory)
        ),
        missing_requirements=tuple(_needs(one) for one in wanting(inventory)),
        invalid=tuple(_broken(one) for one in inventory.invalid),
        unreadable=tuple(Unread(path=one.path, why=one.why, advice=one.advice) for one in inventory.unreadable),
        shadowed=tuple(_covered(inventory)),
        passed=tuple(Aside(path=one.path, state=one.state, why=one.why) for one in inventory.passed),
        warnings=tuple(_broken(one) for one in warned(inventory)),
        community_capabilities={name.value: skills for name, skills in community(inventory).items()},
        policy_restrictions=tuple(
            Restricted(tool=one.tool, decision=one.ruling.value, when=one.when, skills=one.skills, reason=one.reason)
            for one in restrictions
        ),
        scan=scans(inventory),
        notices=inventory.notices,
        log=inventory.log,
    )


def _names(some: tuple[Ready | Blocked, ...]) -> tuple[str, ...]:
    return tuple(one.skill.name for one in some)


def _stopped(one: Blocked) -> Stopped:
    skill = one.skill
    return Stopped(name=skill.name, path=str(skill.manifest_path), cause=one.cause, reasons=reasons_of(one))


def _needs(one: Blocked) -> Needs:
    options = tuple(installer(option) for option in one.skill.manifest.install)
    return Needs(name=one.skill.name, missing=missing_of(one.reasons), install=options)


def _broken(one: Listed) -> Broken:
    package = package_of(one)
    faults = tuple(fault(problem) for problem in problems_of(one))
    return Broken(name=package.name, path=str(package.manifest_path), problems=faults)


def _covered(inventory: Inventory) -> Iterator[Covered]:
    for one in inventory.shadowed:
        yield Covered(name=one.skill.name, path=str(one.skill.manifest_path), by=one.by, why=one.why)


def warned(inventory: Inventory) -> tuple[Ready | Blocked, ...]:
    """Skills that load although something is wrong with their manifest."""
    return tuple(one for one in inventory.skills if any(p.level is not Level.NOTE for p in one.skill.problems))


def community(inventory: Inventory) -> dict[CapabilityName, tuple[str, ...]]:
    """What skills of strangers ask to do: capability → who asks."""
    everyone: tuple[Ready | Blocked, ...] = (*inventory.ready, *inventory.blocked)
    strangers = [one for one in everyone if one.trust.level.tier > 0 and status_of(one) is not Status.DISABLED]
    asked = {
        name: tuple(one.skill.name for one in strangers if name in {c.name for c in one.skill.manifest.capabilities})
        for name in CapabilityName
    }
    return {name: skills for name, skills in asked.items() if skills}


def scans(inventory: Inventory) -> Scans:
    """How many skills the scanner gave which verdict."""
    counts = Counter(verdict_of(one) for one in inventory.skills)
    return Scans(
        clean=counts[Verdict.CLEAN],
        warning=counts[Verdict.WARN],
        blocked=counts[Verdict.BLOCK],
        incomplete=counts[Verdict.INCOMPLETE],
        not_scanned=counts[Verdict.NOT_SCANNED],
    )


def check(inventory: Inventory, restrictions: Sequence[Restriction] | None = None, *, verbose: bool = False) -> Page:
    """The three tables and what is wrong; `verbose` tells of warnings too, and of what was left alone."""
    return page(
        Block(title="Skills Status Check", table=Table(columns=("Status", "Count"), rows=tuple(_counts(inventory)))),
        _community(inventory),
        Block(title="Scan results", table=Table(columns=("Result", "#"), rows=tuple(_scans(inventory)))),
        _section("Not ready", tuple(_trouble(inventory))),
        _section("Warnings", tuple(_warnings(inventory)) if verbose else _warning_count(inventory)),
        _section("Notices", inventory.notices),
        _section("Left alone", tuple(f"{one.path}: {one.state}: {one.why}" for one in inventory.passed * verbose)),
        None if restrictions is None else _restrictions(restrictions),
    )


def _restrictions(some: Sequence[Restriction]) -> Block:
    """The tools that strangers cost, those that go for one reason in one row."""
    groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for one in some:
        groups.setdefault((one.ruling.value, one.when, one.skills), []).append(one.tool)
    lines = tuple(
        f"{ruling} {when}: {', '.join(tools)} — because of {_some(who)}"
        for (ruling, when, who), tools in groups.items()
    )
    return Block(title="Runtime policy restrictions", lines=lines or ("(none)",))


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


_NAMED = 8
"""Skills that are named in a line; `--json` names all."""


def _section(title: str, lines: tuple[str, ...]) -> Block | None:
    return Block(title=title, lines=lines) if lines else None


def _counts(inventory: Inventory) -> Iterator[tuple[str, str]]:
    """The five rows there always are, then those that count something."""
    census, missing = inventory.census, len(wanting(inventory))
    causes = Counter({cause: n for cause, n in census.blocked_by.items() if cause not in REQUIREMENTS})
    yield "Total", str(len(inventory.skills))
    yield "Eligible", str(census.ready)
    yield "Disabled", str(census.disabled)
    yield "Blocked (allowlist)", str(causes.pop("bundled", 0))
    yield "Missing requirements", str(missing)
    more = {f"Blocked ({cause_word(cause)})": count for cause, count in causes.items()}
    more |= {state.capitalize(): getattr(census, state) for state in _ASIDE}
    for name, count in more.items():
        if count:
            yield name, str(count)


_ASIDE = ("invalid", "unreadable", "shadowed", "nested", "skipped")


def _community(inventory: Inventory) -> Block:
    asked = community(inventory)
    rows = tuple((FACES[name].icon, name.value, str(len(who)), ", ".join(who)) for name, who in asked.items())
    table = Table(columns=("Icon", "Capability", "#", "Skills"), rows=rows, gives=(3,)) if rows else None
    return Block(title="Community skill capabilities", table=table, lines=() if rows else ("(none)",))


def _scans(inventory: Inventory) -> Iterator[tuple[str, str]]:
    found = scans(inventory)
    yield "Clean", str(found.clean)
    yield "Warning", str(found.warning)
    yield "Blocked", str(found.blocked)
    if found.incomplete:
        yield "Incomplete", str(found.incomplete)
    if found.not_scanned:
        yield "Not scanned", str(found.not_scanned)


def _trouble(inventory: Inventory) -> Iterator[str]:
    for one in inventory:
        if status_of(one) not in {Status.READY, Status.DISABLED}:
            for why in _why(one):
                yield f"{sign(status_of(one))}  {package_of(one).name}: {why}"
    for lost in inventory.unreadable:
        yield f"! unreadable  {lost.path}: {lost.why}{f' — {lost.advice}' if lost.advice else ''}"


def _why(one: Listed) -> Iterator[str]:
    if isinstance(one, Invalid):
        yield from (_fault(problem) for problem in one.problems if problem.level is Level.ERROR)
        return
    for reason in reasons_of(one):
        yield f"{reason.message}{f' — {reason.advice}' if reason.advice else ''}"


def _fault(problem: Problem) -> str:
    """A problem where a line begins with the package: file and line, what, and what to do."""
    place = f"{problem.place}: " if problem.place else ""
    return f"{place}{problem.message}{f' — {problem.advice}' if problem.advice else ''}"


def _warnings(inventory: Inventory) -> Iterator[str]:
    for one in warned(inventory):
        yield from (f"{one.skill.name}: {_fault(problem)}" for problem in one.skill.problems)


def _warning_count(inventory: Inventory) -> tuple[str, ...]:
    skills = warned(inventory)
    return (f"{len(skills)} skills load with warnings; `sealskill check -v` shows them",) if skills else ()
