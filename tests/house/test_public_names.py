"""Every public name is explained where it stands, and named in the documentation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.house.ground import DOCS, PACKAGE, short

import sealskill

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
SHOWN = (
    PACKAGE / "runtime.py",
    PACKAGE / "session" / "agents.py",
    PACKAGE / "session" / "snapshot.py",
    *sorted((PACKAGE / "model").glob("*.py")),
)
# What a Python developer holds in hand: members of these are named in docs/library.md.
HANDLES = {
    "Runtime": PACKAGE / "runtime.py",
    "Agents": PACKAGE / "session" / "agents.py",
    "Session": PACKAGE / "session" / "session.py",
    "Snapshot": PACKAGE / "session" / "snapshot.py",
}


def public(path: Path) -> Iterator[tuple[str, Documented]]:
    """Every public class, function and method of a module, by its dotted name."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield node.name, node
            inner = node.body if isinstance(node, ast.ClassDef) else []
            for member in inner:
                if isinstance(member, Documented) and not member.name.startswith("_"):
                    yield f"{node.name}.{member.name}", member


@pytest.mark.parametrize("path", SHOWN, ids=short)
def test_every_public_name_has_a_docstring(path: Path) -> None:
    assert [name for name, node in public(path) if not ast.get_docstring(node)] == []


def test_the_front_door_opens_every_name_it_lists() -> None:
    assert [name for name in sealskill.__all__ if getattr(sealskill, name, None) is None] == []
    assert sealskill.__all__ == sorted(sealskill.__all__, key=lambda name: (name.startswith("_"), name))
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = sealskill.Nonsense


@pytest.mark.parametrize("name", [name for name in sealskill.__all__ if not name.startswith("__")])
def test_every_name_of_the_front_door_is_on_the_library_page(name: str) -> None:
    assert re.search(rf"`{name}\b", (DOCS / "library.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("owner", HANDLES)
def test_every_member_of_a_handle_is_on_the_library_page(owner: str) -> None:
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    members = [name.partition(".")[2] for name, _ in public(HANDLES[owner]) if name.startswith(f"{owner}.")]
    assert [name for name in members if not re.search(rf"`[^`\n]*\b{name}\b", page)] == []


def test_every_error_is_on_the_library_page() -> None:
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    assert [
        name for name, node in public(PACKAGE / "errors.py") if isinstance(node, ast.ClassDef) and name not in page
    ] == []
