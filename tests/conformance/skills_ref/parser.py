"""`skills_ref.parser`."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from sealskill.model.draft import Draft
from sealskill.model.problem import Level
from sealskill.model.settings import Limits
from sealskill.read.formats import frontmatter, skill_md
from sealskill.read.formats.format import Notes
from sealskill.runtime import Runtime

_HOME = mkdtemp()  # a home without anything: what is examined is named by the tests
RUNTIME = Runtime.load(home=_HOME, workspace=_HOME, roots=[_HOME], environ={})
WORDS = {
    "no-frontmatter": "SKILL.md must start with YAML frontmatter (---)",
    "unclosed-frontmatter": "SKILL.md frontmatter not properly closed with ---",
    "yaml": "Invalid YAML in frontmatter",
    "two-readings": "Invalid YAML in frontmatter",
    "not-a-mapping": "SKILL.md frontmatter must be a YAML mapping",
}


class ParseError(Exception):
    pass


class ValidationError(Exception):
    pass


class SkillProperties(NamedTuple):
    name: str
    description: str
    license: str
    compatibility: str
    allowed_tools: str
    metadata: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {key.replace("_", "-"): value for key, value in self._asdict().items() if value}


def find_skill_md(folder: Path) -> Path | None:
    """A draft knows its manifest; a `skill.md` is reported as the file that has to be renamed."""
    for one, _ in RUNTIME.validate(folder):
        return one.manifest_path if isinstance(one, Draft) else Path(getattr(one, "path", ""))
    return None


def parse_frontmatter(content: str) -> tuple[dict[str, Any], str]:
    notes = Notes("SKILL.md")
    front = frontmatter.read(content, Limits(), notes)
    refuse(notes)
    assert front is not None
    return front.strings(), content[front.body_start :].strip()


def read_properties(folder: Path) -> SkillProperties:
    file = find_skill_md(folder)
    if file is None:
        raise ParseError(f"SKILL.md not found in {folder}")
    parsed = skill_md.parse(file.read_bytes(), Limits())
    refuse(parsed)
    assert parsed.value is not None
    for field in ("name", "description"):
        if not getattr(parsed.value, field):
            raise ValidationError(f"Missing required field in frontmatter: {field}")
    return SkillProperties(*(getattr(parsed.value, field) for field in SkillProperties._fields))


def refuse(read: Any) -> None:
    for problem in read.problems:
        if problem.level is Level.ERROR:
            raise ParseError(f"{WORDS.get(problem.code, problem.code)}: {problem.message}")
