"""One text in, what its parser makes of it out."""

from __future__ import annotations

from sealskill.model.manifest import Manifest
from sealskill.model.problem import Problem
from sealskill.model.settings import Limits
from sealskill.read.formats import skill_json, skill_md, skill_yaml
from sealskill.read.formats.format import Parsed

LIMITS = Limits()
HEAD = "name: pdf\ndescription: Reads PDF files.\n"


def parse_md(text: str | bytes, limits: Limits = LIMITS) -> Parsed[Manifest]:
    return skill_md.parse(text if isinstance(text, bytes) else text.encode(), limits)


def parse_json(text: str | bytes, limits: Limits = LIMITS) -> Parsed[Manifest]:
    return skill_json.parse(text if isinstance(text, bytes) else text.encode(), limits)


def parse_yaml(text: str | bytes, limits: Limits = LIMITS) -> Parsed[Manifest]:
    return skill_yaml.parse(text if isinstance(text, bytes) else text.encode(), limits)


def front(lines: str) -> Parsed[Manifest]:
    """A SKILL.md with a name, a description and these further lines of frontmatter."""
    return parse_md(f"---\n{HEAD}{lines}\n---\nText.\n")


def read(lines: str) -> Manifest:
    """The manifest of `front`, which must be there."""
    found = front(lines).value
    assert found is not None
    return found


def codes(parsed: Parsed[Manifest]) -> list[str]:
    return [one.code for one in parsed.problems]


def problem(parsed: Parsed[Manifest], code: str) -> Problem:
    """The one problem of that code."""
    (found,) = [one for one in parsed.problems if one.code == code]
    return found


def stops(parsed: Parsed[Manifest]) -> bool:
    """Whether an error keeps the skill from loading."""
    return any(one.level == "error" for one in parsed.problems)
