"""What an author has to mend, package by package."""

from __future__ import annotations

from collections.abc import Sequence

from sealskill.model.draft import Draft, Unreadable
from sealskill.model.hook import HookFolder
from sealskill.model.persona import PersonaFile
from sealskill.model.problem import Level, Problem
from sealskill.model.value import Value
from sealskill.report.info import problem_line
from sealskill.report.page import Block, Page, page
from sealskill.report.row import fault
from sealskill.report.shapes import Unread, Validated, ValidateDocument


class Examined(Value):
    """A skill, persona or hook, and what is wrong with it at the level the profile gives it."""

    draft: Draft | PersonaFile | HookFolder
    problems: tuple[Problem, ...]

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong that the profile calls an error."""
        return not any(problem.level is Level.ERROR for problem in self.problems)


def document(profile: str, examined: Sequence[Examined], lost: Sequence[Unreadable] = ()) -> ValidateDocument:
    """`validate --json`."""
    return ValidateDocument(
        profile=profile,
        packages=len(examined),
        valid=sum(one.valid for one in examined),
        results=tuple(_result(one) for one in examined),
        unreadable=tuple(Unread(path=one.path, why=one.why, advice=one.advice) for one in lost),
    )


def _result(one: Examined) -> Validated:
    return Validated(
        name=one.draft.name,
        path=str(one.draft.manifest_path),
        dialect=one.draft.dialect.value,
        valid=one.valid,
        problems=tuple(fault(problem) for problem in one.problems),
    )


def validation(examined: Sequence[Examined]) -> Page:
    """Each package with its problems, and how many are valid."""
    spotless = tuple(f"{one.draft.manifest_path} + valid" for one in examined if not one.problems)
    valid = sum(one.valid for one in examined)
    total = Block(lines=(f"{valid} of {len(examined)} valid",)) if len(examined) > 1 else None
    return page(Block(lines=spotless), *(_block(one) for one in examined if one.problems), total)


def _block(one: Examined) -> Block:
    status = "+ valid" if one.valid else "x not valid"
    lines = tuple(f"  {problem_line(problem)}" for problem in one.problems)
    return Block(title=str(one.draft.manifest_path), status=status, lines=lines)
