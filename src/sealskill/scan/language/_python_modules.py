"""Programs of several files: which file of the package an import means, and which programs begin elsewhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property
from typing import cast

from sealskill.scan.document import Beside, Document, Kind
from sealskill.scan.pattern import pattern

MAX_MODULES = 12
"""Files of one program: what is split to be hidden is split into few, and a library is read file by file."""
MAX_PROGRAMS = 60
"""Python files of a package up to which they are held together."""
MAX_TOGETHER = 400_000
"""Bytes of all files of one program."""
_IMPORTS = pattern(r"(?m)^[ \t]*(?:from[ \t]+(\.{0,3}[\w.]*)[ \t]+import[ \t]+([\w ,\t(*]+)|import[ \t]+([\w., \t]+))")


def local(document: Document, module: str, level: int = 0) -> Document | None:
    """The file of the package that an import in a document means; None for a library."""
    found = document.beside
    if found is None or (not module and not level):
        return None
    folder = posixpath.dirname(document.path)
    for _ in range(level - 1):
        folder = posixpath.dirname(folder)
    for base in (folder,) if level else (folder, posixpath.dirname(folder), ""):
        path = posixpath.join(base, *module.split(".")) if module else base
        for one in (f"{path}.py", f"{path}/__init__.py"):
            if (other := found.by_path.get(one)) is not None and other is not document:
                return other
    return None


def together(document: Document) -> tuple[Document, ...]:
    """The files that a program imports, its own not among them; none where they are too many to be one program."""
    seen: dict[str, Document] = {}
    waiting = [document]
    while waiting:
        for other in _imports(waiting.pop()):
            if other.path not in seen and other is not document:
                seen[other.path] = other
                waiting.append(other)
        if len(seen) > MAX_MODULES or sum(len(one.data) for one in seen.values()) > MAX_TOGETHER:
            return ()
    return tuple(seen.values())


def _imports(document: Document) -> tuple[Document, ...]:
    """The same, read once: in a package of sixty files each is asked sixty times."""
    memo = document.beside.memo if document.beside is not None else {}
    key = f"imports of {document.path}"
    if key not in memo:
        memo[key] = tuple(_imported(document))
    return cast("tuple[Document, ...]", memo[key])


def _imported(document: Document) -> Iterator[Document]:
    for found in _IMPORTS.finditer(document.data):
        said, names, plain = (part.decode("utf-8", "replace") if part else "" for part in found.groups())
        level = len(said) - len(said.lstrip("."))
        modules = [said.lstrip(".")] if said else [one.split(" as ")[0].strip() for one in plain.split(",")]
        if said:
            modules += [f"{modules[0]}.{one.strip(' (')}".lstrip(".") for one in names.split(",")]
        for module in modules:
            other = local(document, module, level)
            if other is not None:
                yield other


class Programs:
    """Which Python files of a package import which, worked out once."""

    def __init__(self, beside: Beside) -> None:
        self.beside = beside

    @cached_property
    def _whole(self) -> dict[str, tuple[Document, ...]]:
        """Every program that begins a program of several files, by its path, with what it imports."""
        files = [one for one in self.beside.by_path.values() if one.kind is Kind.PYTHON]
        if len(files) < 2 or len(files) > MAX_PROGRAMS:
            return {}
        found = {one.path: together(one) for one in files}
        inner = {other.path for several in found.values() for other in several}
        return {path: several for path, several in found.items() if several and path not in inner}

    def calling(self, document: Document) -> list[Document]:
        """The programs that import a file, however many files are between them."""
        return [self.beside.by_path[path] for path, several in self._whole.items() if document in several]


def programs_of(beside: Beside) -> Programs:
    """The programs of a package."""
    made = beside.memo.get("python")
    if not isinstance(made, Programs):
        made = beside.memo["python"] = Programs(beside)
    return made
