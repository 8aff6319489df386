"""The tools of a session in the shapes that models and hosts are told of functions in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sealskill.errors import UsageError
from sealskill.model.manifest import ToolClass
from sealskill.model.tool import Tool


def shaped(tools: Iterable[Tool], shape: str) -> list[dict[str, Any]]:
    """One function for each tool. Raises UsageError for a shape nobody knows."""
    if shape not in SHAPES:
        raise UsageError(f"there is no shape {shape!r}", advice=f"use one of {', '.join(SHAPES)}")
    return [SHAPES[shape](one) for one in tools]


def _openai(tool: Tool) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.schema)},
    }


def _responses(tool: Tool) -> dict[str, Any]:
    return {"type": "function", "name": tool.name, "description": tool.description, "parameters": dict(tool.schema)}


def _anthropic(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}


def _mcp(tool: Tool) -> dict[str, Any]:
    hints = {
        "readOnlyHint": tool.known.tool_class is ToolClass.SAFE,
        "destructiveHint": tool.known.tool_class is ToolClass.DANGEROUS,
    }
    return {
        "name": tool.name, "description": tool.description, "inputSchema": dict(tool.schema), "annotations": hints,
    }  # fmt: skip


SHAPES: dict[str, Callable[[Tool], dict[str, Any]]] = {
    "openai": _openai,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "mcp": _mcp,
}
"""`openai` is the one of chat completions."""
