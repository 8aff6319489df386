"""A small world in a temporary folder, and the real program run in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sealskill.model.value import Value

SOURCE = Path(__file__).parents[2] / "src"


class Done(Value):
    """What one run printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class House:
    """A home, a workspace, and nothing of the machine around them."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        self.home, self.work = folder / "home", folder / "work"
        for place in (self.home, self.work):
            place.mkdir()
        self.write(files)

    def write(self, files: Mapping[str, str]) -> None:
        """Write files below the workspace."""
        for path, text in files.items():
            file = self.work / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def environ(self, **more: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "SEALSKILL_HOME": str(self.home / ".sealskill"),
            "SEALSKILL_EXTERNAL_DIRS": str(self.home / "external"), "PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8",
            "PYTHONWARNINGS": "error", **more,
        }  # fmt: skip

    def run(self, *args: str, **environ: str) -> Done:
        """Run the program in the workspace."""
        done = subprocess.run(
            [sys.executable, "-m", "sealskill", *args],
            cwd=self.work, env=self.environ(**environ), capture_output=True, text=True, encoding="utf-8", check=False,
            timeout=60,
        )  # fmt: skip
        return Done(code=done.returncode, out=done.stdout, err=done.stderr)


def skill(name: str, description: str = "Does one thing. Use when asked.", *more: str) -> str:
    return "\n".join(["---", f"name: {name}", f"description: {description}", *more, "---", "", f"# {name}", ""])
