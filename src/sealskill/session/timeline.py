"""The timeline of a session: what happens in it, in one order, told to whoever listens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from threading import RLock
from typing import Any

from sealskill.model.event import Event, Happening
from sealskill.session.redaction import Redactor

KEPT = 10_000
"""Events that are remembered for who comes later; a chatty child must not fill the memory."""

_log = logging.getLogger(__name__)
Listener = Callable[[Event], None]


class Timeline:
    """One ordered stream. `tell` may be called from any thread; every listener hears every event in its order."""

    def __init__(
        self, session: str, redactor: Redactor, marks: Mapping[str, Any] = {}, clock: Callable[[], float] = time.time
    ) -> None:
        """`marks` stand in the data of every event."""
        self.events: deque[Event] = deque(maxlen=KEPT)
        """What happened so far, the latest at the end."""
        self._session = session
        self._redactor = redactor
        self._marks = marks
        self._clock = clock
        self._number = 0
        self._listeners: list[Listener] = []
        self._waiting: deque[Event] = deque()
        self._telling = False
        self._lock = RLock()

    def tell(
        self, what: Happening, text: str = "", *, call: str = "", tool: str = "", skill: str = "",
        data: Mapping[str, Any] = {},
    ) -> Event:  # fmt: skip
        """Add an event, redacted, and tell everybody."""
        hide = self._redactor.text  # names too: a model may call a tool there is not by what it has seen
        with self._lock:
            self._number += 1
            event = Event(
                number=self._number, at=self._clock(), session=self._session, what=what, call=call, tool=hide(tool),
                skill=hide(skill), text=hide(text), data=self._redactor.value({**data, **self._marks}),
            )  # fmt: skip
            self.events.append(event)
            self._waiting.append(event)
            self._spread()
        return event

    def _spread(self) -> None:
        """Hand out what waits. A listener that tells something itself is heard after this event, not in the midst."""
        if self._telling:
            return
        self._telling = True
        try:
            while self._waiting:
                event = self._waiting.popleft()
                for listener in tuple(self._listeners):
                    _hear(listener, event)
        finally:
            self._telling = False

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener every event from now on; what comes back ends that."""
        with self._lock:
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return end

    async def follow(self) -> AsyncIterator[Event]:
        """Every event remembered, then every further one, until the session is closed."""
        loop, queue = asyncio.get_running_loop(), asyncio.Queue[Event]()
        with self._lock:
            past = tuple(self.events)
            end = self.subscribe(lambda event: _post(loop, queue, event))
        try:
            for event in past:
                yield event
            while not (past and past[-1].what is Happening.CLOSED):
                event = await queue.get()
                yield event
                past = (event,)
        finally:
            end()


def _post(loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[Event], event: Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(queue.put_nowait, event)


def _hear(listener: Listener, event: Event) -> None:
    try:
        listener(event)
    except Exception:  # noqa: BLE001  a console that fails must not end what it watches; it is told in our log
        _log.exception("a listener of the timeline failed")
