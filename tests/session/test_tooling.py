"""What settings give the built-in tools: no more than they say, and to no other tool."""

from __future__ import annotations

import pytest

from sealskill.errors import HostError
from sealskill.model.settings import (
    MemorySettings,
    Secret,
    SecretRef,
    Settings,
    ToolsSettings,
    WebSearchSettings,
)
from sealskill.session import tooling
from sealskill.tools.registry import builtin


def settings(**search: object) -> Settings:
    tools = ToolsSettings(web_search=WebSearchSettings(**search), memory=MemorySettings())  # type: ignore[arg-type]
    return Settings(home="/h", state="/h/.sealskill", workspace="/w", tools=tools)


def test_the_key_of_the_search_engine_goes_to_no_other_tool() -> None:
    made = settings(provider="brave", key=Secret(value="s3cret-key"))
    for name in builtin():
        found = tooling.reach(name, made, {})
        assert ("s3cret-key" in found.variables.values()) == (name == "web_search")
        assert "s3cret" not in repr(found)
    assert "s3cret" not in repr(tooling.tool_settings(made))


def test_a_key_that_is_not_there_is_an_error_and_no_empty_key() -> None:
    made = settings(provider="brave", key=Secret(ref=SecretRef(source="env", id="NOT_SET")))
    with pytest.raises(HostError):
        tooling.reach("web_search", made, {})


def test_a_private_network_is_opened_for_the_engine_itself() -> None:
    made = settings(provider="searxng", url="http://127.0.0.1:8888/search", unsafe_private=("127.0.0.0/8",))
    assert tooling.reach("web_search", made, {}).private == {"127.0.0.1:8888": ("127.0.0.0/8",)}
    for name in ("web_fetch", "http_get"):
        assert tooling.reach(name, made, {}).private == {}
    assert tooling.reach("web_search", settings(unsafe_private=("0.0.0.0/0",)), {}).private == {}


def test_the_memory_is_readable_for_its_own_tools_only() -> None:
    opened = {name: tooling.paths(name, settings()) for name in builtin()}
    assert {name for name, paths in opened.items() if paths} == {"memory_search", "memory_get"}
    assert opened["memory_get"] == {"/h/.sealskill/memory": "read"}
