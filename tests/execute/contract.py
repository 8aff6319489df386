"""What every boundary keeps, whatever runs in it. A backend is one row of `BOUNDARIES`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from sealskill.execute.backend import Backend, Done
from sealskill.execute.backends import bubblewrap, unconfined
from sealskill.model.plan import Boundary, Bounds, Plan

BACKENDS: dict[str, Backend] = {"unconfined": unconfined.BACKEND, "bubblewrap": bubblewrap.BACKEND}
MUST = os.environ.get("SEALSKILL_MUST_RUN", "").split()
"""Boundaries whose contract may not be skipped here."""
PYTHON = "/usr/bin/python3"


def ready(name: str) -> Backend:
    """The backend, or a skip with its reason; where it must run, that is a failure."""
    backend = BACKENDS[name]
    missing = backend.missing()
    if missing is not None:
        (pytest.fail if name in MUST else pytest.skip)(f"{name}: {missing} {missing.advice}")
    return backend


def plan(backend: Backend, *argv: str, bounds: Bounds | None = None, **asked: Any) -> Plan:
    """A plan for a backend, with what is different about it."""
    free = backend.boundary is Boundary.UNCONFINED
    given = {
        "cwd": "/" if free else "/work",
        "env": {"PATH": "/usr/bin:/bin"},
        **({"needs": ()} if free else {}),
        **asked,
    }
    least = bounds or Bounds()
    return Plan(argv=argv, boundary=backend.boundary, bounds=least, **given)


def sh(
    backend: Backend, script: str, told: Callable[[str, str], None] = lambda stream, line: None, **asked: Any
) -> Done:
    """What became of a script."""
    return asyncio.run(backend.run(plan(backend, "/bin/sh", "-c", script, **asked), told))


def python(backend: Backend, script: str, **asked: Any) -> Done:
    """What became of a program."""
    return asyncio.run(backend.run(plan(backend, PYTHON, "-I", "-S", "-c", script, **asked)))
