"""A folder is a registry: every file of it ends in an object, and one that forgot it fails loudly."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


class Forgotten(ImportError):
    """A file of a registry's folder holds no object of its kind: what it guards would be missing in silence."""


def objects(folder: ModuleType, name: str, kind: type[T]) -> Iterator[tuple[str, T]]:
    """File and object of every file of a folder, by file; those named with an underscore first are shared code."""
    for module in sorted(pkgutil.iter_modules(folder.__path__), key=lambda one: one.name):
        if module.name.startswith("_"):
            continue
        found = getattr(import_module(f"{folder.__name__}.{module.name}"), name, None)
        if not isinstance(found, kind):
            raise Forgotten(f"{folder.__name__}.{module.name} ends without {name} = {kind.__name__}(...)")
        yield module.name, found
