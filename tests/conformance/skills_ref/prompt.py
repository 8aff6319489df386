"""`skills_ref.prompt`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from sealskill.runtime import Runtime


def to_prompt(folders: Sequence[Path]) -> str:
    home = mkdtemp()
    runtime = Runtime.load(home=home, workspace=home, roots=[*folders] or [home], environ={})
    return runtime.snapshot().prompt(format="skills-ref").text
