"""Arrows point down: doors → runtime → session → rooms → model → errors. Rooms do not know each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from tests.house.ground import PACKAGE, SRC

# Every other name is a room and stands on floor 2: a new one needs no line here.
FLOORS = {"errors": 0, "model": 1, "session": 3, "runtime": 4, "cli": 5, "http": 5, "mcp": 5, "__main__": 6}
ROOM = 2


def room(module: str) -> str:
    """`read` for `sealskill.read.formats.flow`; the front door itself is nobody's room."""
    return module.removeprefix("sealskill").lstrip(".").split(".")[0]


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and module of every import of ours, wherever it hides: in a function, or for a type checker only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "sealskill":
            yield from ((node.lineno, f"sealskill.{alias.name}") for alias in node.names if _is_module(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def _is_module(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def upward(module: str, source: str) -> list[str]:
    """The imports of a module that do not point down, as `line: from → to`."""
    here, tree = room(module), ast.parse(source)
    arrows = [(line, room(name)) for line, name in imported(tree) if name.split(".")[0] == "sealskill"]
    return [f"{line}: {here} → {there}" for line, there in arrows if there and there != here and not _down(here, there)]


def _down(here: str, there: str) -> bool:
    return FLOORS.get(here, ROOM) > FLOORS.get(there, ROOM)


def test_every_arrow_points_down() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(SRC).with_suffix("").parts)
        if "bundled" not in path.parts and module != "sealskill.__init__":
            wrong += [f"{path.relative_to(SRC)}:{arrow}" for arrow in upward(module, path.read_text(encoding="utf-8"))]
    assert wrong == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sealskill.model.skill", "from sealskill.read import digest"),
        ("sealskill.check.gate", "from sealskill import host"),
        ("sealskill.read.walk", "import sealskill.check.spec"),
        ("sealskill.session.snapshot", "def late():\n    from sealskill.runtime import Runtime"),
        ("sealskill.errors", "if TYPE_CHECKING:\n    from sealskill.model.skill import Skill"),
        ("sealskill.cli.list", "from sealskill.http import app"),
    ],
)
def test_an_arrow_that_points_up_is_named(module: str, source: str) -> None:
    assert len(upward(module, source)) == 1


def test_arrows_that_point_down_are_left_alone() -> None:
    source = "from sealskill import __version__, settings\nfrom sealskill.read.walk import Package\nimport os"
    assert upward("sealskill.session.workspaces", source) == []
    assert room("sealskill.read.formats.flow") == "read"
