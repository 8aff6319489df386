"""Waiting until something under some folders may have changed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from sealskill.cli.frame import screen

_EVERY = 1.0
"""Seconds between two looks while polling. A look at an unchanged tree costs its walk."""
_AT_LEAST_EVERY_MS = 5_000
"""A root that appears later is in no watch yet, and a network folder may tell nothing."""


def ticks(folders: Sequence[str], debounce_ms: int, *, poll: bool = False) -> Iterator[None]:
    """Yield whenever it is worth looking again. The system watches folders, so no file takes a descriptor."""
    standing = [folder for folder in folders if Path(folder).is_dir()]
    if poll or not standing:
        return _polling()
    if find_spec("watchfiles") is None:
        screen.hear("watchfiles is not installed, so every second is a look: pip install 'sealskill[watch]'")
        return _polling()
    return _told(standing, debounce_ms)


def _polling() -> Iterator[None]:
    while True:
        time.sleep(_EVERY)
        yield


def _told(folders: Sequence[str], debounce_ms: int) -> Iterator[None]:
    from watchfiles import watch  # an extra

    # No filter: a hidden file is part of a package and of its seal.
    for _ in watch(
        *folders,
        watch_filter=None,
        debounce=max(debounce_ms, 1),
        step=max(min(debounce_ms, 50), 1),
        rust_timeout=_AT_LEAST_EVERY_MS,
        yield_on_timeout=True,
        raise_interrupt=True,
    ):
        yield
