"""The built-in tools by name: every file of this folder ends in one, but those named with an underscore first."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from sealskill import tools as folder
from sealskill.model.tool import Tool
from sealskill.model.tools import MATRIX


class NoTool(ImportError):
    """A file of the tools' folder ends without its tool, or with one the matrix does not know."""


@cache
def builtin() -> dict[str, Tool]:
    """Every built-in tool, by name. Raises NoTool."""
    return of_folder(folder)


def of_folder(place: ModuleType) -> dict[str, Tool]:
    """The tools of a folder, each named as its file is."""
    files = sorted(one.name for one in pkgutil.iter_modules(place.__path__) if not one.ispkg)
    names = [name for name in files if not name.startswith("_") and name != "registry"]
    return {name: _tool(f"{place.__name__}.{name}", name) for name in names}


def _tool(module: str, name: str) -> Tool:
    found = getattr(import_module(module), "TOOL", None)
    if not isinstance(found, Tool):
        raise NoTool(f"{module} ends without TOOL = Tool(...)")
    if found.name != name or MATRIX.get(name) != found.known:
        raise NoTool(f"{module} holds {found.name!r}: name both alike, and take the row of the matrix")
    return found
