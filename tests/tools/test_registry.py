"""The folder is the registry, and what it holds is what the matrix and the schemas promise."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import jsonschema_rs
import pytest

from sealskill.model.tools import MATRIX, Tier
from sealskill.tools.registry import NoTool, builtin, of_folder

WANTED = set(
    "read list_dir write edit apply_patch exec process find_skill activate_skill web_fetch http_get "
    "web_search memory_search memory_get".split()
)


def test_every_tool_we_promise_is_there() -> None:
    assert set(builtin()) == WANTED


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_tool_is_the_row_of_the_matrix_and_its_schema_lets_nothing_else_in(name: str) -> None:
    tool = builtin()[name]
    assert tool.known is MATRIX[name]
    assert tool.known.tier is not Tier.DENIED
    assert tool.schema["additionalProperties"] is False
    assert set(tool.schema.get("required", ())) <= set(tool.schema["properties"])
    checker = jsonschema_rs.validator_for(dict(tool.schema))
    assert not checker.is_valid({"never_heard_of": 1})
    for field in tool.schema["properties"].values():
        assert field["description"]
        assert field["type"] != "string" or "maxLength" in field or "enum" in field


def folder(tmp_path: Path, source: str) -> ModuleType:
    (tmp_path / "sample_tools").mkdir()
    (tmp_path / "sample_tools/__init__.py").write_text("")
    (tmp_path / "sample_tools/forgetful.py").write_text(source)
    made = ModuleType("sample_tools")
    made.__path__ = [str(tmp_path / "sample_tools")]
    sys.modules["sample_tools"] = made
    return made


@pytest.mark.parametrize(
    "source",
    ["", "TOOL = None", "from sealskill.tools.read import TOOL"],
)
def test_a_file_that_forgets_its_tool_or_holds_anothers_fails_loudly(tmp_path: Path, source: str) -> None:
    try:
        with pytest.raises(NoTool):
            of_folder(folder(tmp_path, source))
    finally:
        for name in ("sample_tools", "sample_tools.forgetful"):
            sys.modules.pop(name, None)
