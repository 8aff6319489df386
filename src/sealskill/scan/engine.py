"""Which scanner this is: findings are kept under its digest, and another scanner looks again."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sealskill import __version__

_LIBRARIES = (
    "google-re2",
    "hyperscan",
    "pyromark",
    "tree-sitter",
    "tree-sitter-javascript",
    "tree-sitter-typescript",
)

_HERE = Path(__file__).parent
# Findings tell what the parsers of manifests noted, too.
_FOLDERS = (_HERE, _HERE.parent / "read" / "formats")


@cache
def engine() -> str:
    """The digest of everything findings depend on besides the package: our own files, the libraries.

    It looks at names, sizes and times of our files, as asking for it must not import a single rule.
    """
    libraries = [f"{name} {importlib.metadata.version(name)}" for name in _LIBRARIES]
    return hashlib.sha256(
        "\n".join([__version__, *libraries, *sorted(one for folder in _FOLDERS for one in _files(folder))]).encode()
    ).hexdigest()[:16]


def _files(folder: Path) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _files(Path(entry.path))
        elif not entry.name.endswith(".pyc"):
            state = entry.stat()
            yield f"{entry.name} {state.st_size} {state.st_mtime_ns}"
