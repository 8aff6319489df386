"""Every field that bears on what a skill may do, or on what a person decided, has a guard and an attack that fails."""

from __future__ import annotations

import ast
import tomllib
from functools import cache, reduce
from importlib import import_module
from typing import Any

import pytest
from tests.house.ground import DOCS, ROOT

from sealskill.check import gate
from sealskill.model import call, capability, constraint, context, grant, hook, manifest, persona, question
from sealskill.model import settings as kept
from sealskill.model.skill import TrustLevel
from sealskill.model.value import Value
from sealskill.tools.registry import builtin

TABLE: dict[str, dict[str, dict[str, Any]]] = tomllib.loads((DOCS / "enforcement.toml").read_text(encoding="utf-8"))
ROWS = [(section, name, row) for section, rows in TABLE.items() for name, row in rows.items()]
KINDS = ({"says", "by", "test"}, {"says", "by", "test", "later"}, {"says", "shown"}, {"says", "kept"})
ROW = pytest.mark.parametrize(("section", "name", "row"), ROWS, ids=[f"{section}.{name}" for section, name, _ in ROWS])


POLICY = (
    capability.Capability, constraint.Constraints, call.Touches, context.Allowance, context.Group, kept.SecretRef,
)  # fmt: skip
"""Further structs whose every field decides something."""


def wanted() -> dict[str, set[str]]:
    """Section → the rows it must have, from the code."""
    structs = [
        one
        for room in (manifest, persona, hook, kept, grant, question)
        for one in vars(room).values()
        if _is_ours(one, room.__name__)
    ]
    fields = {one.__name__: set(one.__struct_fields__) for one in [*structs, *POLICY]}
    return {**fields, "Tools": set(builtin()), "Gates": set(gate.GATES), "Trust": {level.value for level in TrustLevel}}


def _is_ours(one: Any, room: str) -> bool:
    return isinstance(one, type) and issubclass(one, Value) and one.__module__ == room


@pytest.mark.parametrize(("section", "names"), wanted().items(), ids=wanted())
def test_every_field_has_its_row_and_no_row_is_about_nothing(section: str, names: set[str]) -> None:
    rows = set(TABLE.get(section, {}))
    assert names - rows == set(), "no row"
    # Rules of trust and of ranking are more than the levels; everywhere else a row is a field.
    assert section == "Trust" or rows - names == set(), "no such field"


@ROW
def test_a_row_is_of_one_of_four_kinds(section: str, name: str, row: dict[str, Any]) -> None:
    assert set(row) in KINDS
    assert row["says"].strip()


@ROW
def test_every_function_a_row_names_exists(section: str, name: str, row: dict[str, Any]) -> None:
    for dotted in _listed(row.get("by") or row.get("shown") or row["kept"]):
        assert callable(_found(dotted)), dotted


@ROW
def test_every_attack_a_row_names_exists(section: str, name: str, row: dict[str, Any]) -> None:
    for test in _listed(row.get("test", [])):
        path, _, function = test.partition("::")
        assert function in _tests(path), test


def _listed(names: str | list[str]) -> list[str]:
    return [names] if isinstance(names, str) else names


def _found(dotted: str) -> Any:
    """The function of a dotted path below `sealskill`: the longest part that is a module, then its attributes."""
    parts = dotted.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            module = import_module(".".join(["sealskill", *parts[:cut]]))
        except ModuleNotFoundError:
            continue
        return reduce(getattr, parts[cut:], module)
    raise LookupError(dotted)


@cache
def _tests(path: str) -> frozenset[str]:
    """The names of all tests in a file below `tests/`."""
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_what_is_missing_would_be_noticed() -> None:
    with pytest.raises(AttributeError):
        _found("check.gate.never_written")
    with pytest.raises(LookupError):
        _found("nowhere.at.all")
    assert "test_never_written" not in _tests("house/test_enforcement.py")
