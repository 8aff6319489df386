"""Waiting until something under some folders may have changed.

The system watches folders, so that no file takes a descriptor. Where it cannot, every second is a look, and that is
said.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from threading import Event

POLL_SECONDS = 1.0  # a look at an unchanged tree costs its walk
_AT_LEAST_EVERY_MS = 5_000  # a root that appears later is in no watch yet, and a network folder may tell nothing
_LONGEST_STEP_MS = 50

Notice = Callable[[str], None]


def ticks(
    folders: Sequence[str], debounce_ms: int, *, poll: bool = False, stop: Event, notice: Notice
) -> Iterator[None]:
    """Yield whenever it is worth looking again, until `stop` is set. A fall back to polling is told to `notice`."""
    standing = [folder for folder in folders if os.path.isdir(folder)]
    if poll or not standing:
        yield from _polling(stop)
        return
    if find_spec("watchfiles") is None:
        notice("watchfiles is not installed, so every second is a look: pip install 'sealskill[watch]'")
        yield from _polling(stop)
        return
    try:
        yield from _told(standing, debounce_ms, stop)
    except OSError as exc:  # the system's limit of watched folders, most often
        notice(f"the system cannot watch these folders ({exc}), so every second is a look")
        yield from _polling(stop)


def _polling(stop: Event) -> Iterator[None]:
    while not stop.wait(POLL_SECONDS):
        yield


def _told(folders: Sequence[str], debounce_ms: int, stop: Event) -> Iterator[None]:
    from watchfiles import watch  # an extra

    # No filter: a hidden file is part of a package and of its seal.
    for _ in watch(
        *folders,
        watch_filter=None,
        debounce=max(debounce_ms, 1),
        step=max(min(debounce_ms, _LONGEST_STEP_MS), 1),
        rust_timeout=_AT_LEAST_EVERY_MS,
        yield_on_timeout=True,
        raise_interrupt=True,
        stop_event=stop,
    ):
        if not stop.is_set():
            yield
