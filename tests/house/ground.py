"""Where the files of the project stand, and which of them git would commit."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
PACKAGE = SRC / "sealskill"
DOCS = ROOT / "docs"


@cache
def kept() -> tuple[Path, ...]:
    """Every file of the project: those that git keeps or would keep; without git, the ones a package is built from."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        found = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        return tuple(sorted(path for name in ("src", "tests") for path in (ROOT / name).rglob("*") if path.is_file()))
    return tuple(path for name in sorted(filter(None, found)) if (path := ROOT / name).is_file())


def pages() -> tuple[Path, ...]:
    """Every page written for people."""
    return tuple(sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")]))


def short(path: Path) -> str:
    """The path as people write it."""
    return path.relative_to(ROOT).as_posix()
