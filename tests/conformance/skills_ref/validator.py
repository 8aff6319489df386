"""`skills_ref.validator`."""

from __future__ import annotations

from pathlib import Path

from sealskill.model.problem import Level

from .parser import RUNTIME


def validate(folder: Path) -> list[str]:
    if not folder.is_dir():
        return [f"Not a directory: {folder}" if folder.exists() else f"Path does not exist: {folder}"]
    found = list(RUNTIME.validate(folder, "strict"))
    said = [problem.message for _, problems in found for problem in problems if problem.level is Level.ERROR]
    return said if found else ["Missing required file: SKILL.md"]
