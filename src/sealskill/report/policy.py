"""Decisions, tools and personas, as pages for people and documents for programs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sealskill.model.decision import Ruling
from sealskill.model.draft import Unreadable
from sealskill.model.persona import DEFAULT, Persona, PersonaFile
from sealskill.model.problem import Level
from sealskill.model.tools import KnownTool
from sealskill.model.why import Why
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.policy_shapes import (
    PersonaCheckDocument,
    PersonaRow,
    PersonasDocument,
    ToolRow,
    ToolsDocument,
    WhyDocument,
    WhyStep,
)
from sealskill.report.row import fault
from sealskill.report.shapes import Unread

_SIGNS = {Ruling.ALLOW: "+", Ruling.CONFIRM: "?", Ruling.DUAL_SIGN: "??", Ruling.DENY: "x"}
_SAID = {
    Ruling.ALLOW: "is allowed", Ruling.CONFIRM: "asks a person", Ruling.DUAL_SIGN: "asks two people",
    Ruling.DENY: "is denied",
}  # fmt: skip
_ALL = "(all)"


def why_document(one: Why) -> WhyDocument:
    """`why --json`."""
    return WhyDocument(
        tool=one.tool, decision=one.decision.value, reasons=one.reasons, advice=one.advice, tool_class=one.tool_class,
        persona=one.persona, permission_mode=one.permission_mode, skills=one.skills, notes=one.notes,
        steps=tuple(
            WhyStep(
                name=step.name.value, ruling=step.ruling.value, reason=step.reason, advice=step.advice,
                skills=step.skills,
            )
            for step in one.steps
        ),
    )  # fmt: skip


def why(one: Why) -> Page:
    """The decision in a line, every step below it, and what can be done."""
    rows = tuple((_SIGNS[step.ruling], step.name.value, step.ruling.value, step.reason) for step in one.steps)
    who = f"persona {one.persona or '(unnamed)'} ({one.permission_mode})"
    counting = f"; counting: {', '.join(one.skills)}" if one.skills else ""
    return page(
        Block(title=f"{one.tool} {_SAID[one.decision]}: {one.decision.value}", lines=(f"{who}{counting}",)),
        Block(table=Table(columns=("", "Step", "Says", "Because"), rows=rows)),
        _section("What can be done", one.advice),
        _section("Notes", one.notes),
    )


def tools_document(tools: Iterable[KnownTool], builtin: Collection[str], notices: Sequence[str]) -> ToolsDocument:
    """`tools --json`."""
    return ToolsDocument(tools=tuple(_tool(one, builtin) for one in tools), notices=tuple(notices))


def _tool(one: KnownTool, builtin: Collection[str]) -> ToolRow:
    return ToolRow(
        name=one.name, tier=one.tier.value, tool_class=one.tool_class.value,
        capability=one.capability.value if one.capability else "", why=one.why, builtin=one.name in builtin,
        skill=one.owner, trust=one.trust.value if one.owner else "",
    )  # fmt: skip


def tools(every: Sequence[KnownTool], builtin: Collection[str], notices: Sequence[str]) -> Page:
    """The matrix, then the tools of skills."""
    ours = tuple(
        (one.name, one.tier.value, one.tool_class.value, one.capability.value if one.capability else "–",
         "here" if one.name in builtin else "a host's", one.why)
        for one in every if not one.owner
    )  # fmt: skip
    theirs = tuple(
        (one.name, one.tool_class.value, f"{one.owner} ({one.trust.value})", one.why) for one in every if one.owner
    )
    columns = ("Tool", "Tier", "Class", "Capability", "Who runs it", "It")
    return page(
        Block(title="Tools", table=Table(columns=columns, rows=ours, gives=(5,))),
        Block(title="Tools of skills", table=Table(columns=("Tool", "Class", "Skill", "It"), rows=theirs, gives=(3,)))
        if theirs
        else None,
        _section("Notices", notices),
    )


def personas_document(found: Iterable[PersonaFile | Unreadable]) -> PersonasDocument:
    """`personas --json`: the built-in one, then those of the folder."""
    every = tuple(found)
    return PersonasDocument(
        personas=(_builtin(), *(_file(one) for one in every if isinstance(one, PersonaFile))),
        unreadable=tuple(
            Unread(path=one.path, why=one.why, advice=one.advice) for one in every if isinstance(one, Unreadable)
        ),
    )


def check_document(one: PersonaFile) -> PersonaCheckDocument:
    """`persona check --json`."""
    return PersonaCheckDocument(persona=_file(one))


def _builtin() -> PersonaRow:
    return _row(DEFAULT, PersonaFile(path="", persona=DEFAULT))


def _file(one: PersonaFile) -> PersonaRow:
    return _row(one.persona or Persona(name=one.name), one)


def _row(persona: Persona, one: PersonaFile) -> PersonaRow:
    wrong = one.persona is None or any(problem.level is Level.ERROR for problem in one.problems)
    return PersonaRow(
        name=persona.name or one.name, description=persona.description, permission_mode=persona.permission_mode,
        tools=persona.tools, disallowed_tools=persona.disallowed_tools, skills=persona.skills,
        max_turns=persona.max_turns, path=one.path, usable=not wrong, problems=tuple(map(fault, one.problems)),
    )  # fmt: skip


def personas(document: PersonasDocument) -> Page:
    """A table, and what is wrong with whom."""
    rows = tuple(
        ("+" if one.usable else "x", one.name, one.permission_mode, _listed(one.tools), one.path or "built in")
        for one in document.personas
    )
    wrong = tuple(f"{one.name}: {line}" for one in document.personas for line in _problems(one))
    lost = tuple(f"{one.path}: {one.why}" for one in document.unreadable)
    columns = ("", "Persona", "Mode", "Tools", "File")
    return page(
        Block(title="Personas", table=Table(columns=columns, rows=rows, gives=(4, 3))),
        _section("Problems", wrong),
        _section("Unreadable", lost),
    )


def persona(document: PersonaCheckDocument) -> Page:
    """One persona and everything that is wrong with it."""
    one = document.persona
    rows = (
        ("Mode", one.permission_mode), ("Tools", _listed(one.tools)),
        ("Disallowed", ", ".join(one.disallowed_tools) or "(none)"), ("Skills", _listed(one.skills)),
        ("Turns", str(one.max_turns) if one.max_turns else "(no limit)"),
    )  # fmt: skip
    state = "usable" if one.usable else "not used"
    return page(
        Block(title=f"{one.name}: {state}", table=Table(rows=rows)),
        _section("Problems", tuple(_problems(one))),
    )


def _problems(one: PersonaRow) -> Iterable[str]:
    for problem in one.problems:
        place = f"{problem.path}:{problem.line}: " if problem.line else ""
        yield f"{problem.level}: {place}{problem.message}{f' — {problem.advice}' if problem.advice else ''}"


def _listed(names: tuple[str, ...] | None) -> str:
    return _ALL if names is None else ", ".join(names) or "(none)"


def _section(title: str, lines: Sequence[str]) -> Block | None:
    return Block(title=title, lines=tuple(lines)) if lines else None
