"""The timeline as OpenTelemetry spans, by the conventions for generative AI. Without the library nothing happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sealskill.model.event import Event, Happening

_ENDS = (Happening.FINISHED, Happening.DENIED)


def trace(session: str) -> Callable[[Event], None] | None:
    """A listener that makes a span of each call; None where the `otel` extra is not installed."""
    try:
        from opentelemetry import trace as api  # late: an extra
    except ModuleNotFoundError:
        return None
    return Spans(api, session).hear


class Spans:
    """One span for each call, from the event that it started to the one that it ended."""

    def __init__(self, api: Any, session: str) -> None:
        self._api = api
        self._tracer = api.get_tracer("sealskill")
        self._session = session
        self._open: dict[str, Any] = {}

    def hear(self, event: Event) -> None:
        """Begin, note or end a span."""
        at = int(event.at * 1e9)
        if event.what is Happening.STARTED:
            self._open[event.call] = self._tracer.start_span(
                f"execute_tool {event.tool}", kind=self._api.SpanKind.INTERNAL, start_time=at,
                attributes=self._about(event),
            )  # fmt: skip
        elif event.what in _ENDS and event.call in self._open:
            self._end(self._open.pop(event.call), event, at)
        elif event.call in self._open and event.what is not Happening.LINE:
            self._open[event.call].add_event(event.what.value, timestamp=at)

    def _about(self, event: Event) -> dict[str, Any]:
        return {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": event.tool,
            "gen_ai.tool.call.id": event.call,
            "gen_ai.tool.type": "function",
            "gen_ai.conversation.id": self._session,
        }

    def _end(self, span: Any, event: Event, at: int) -> None:
        why = "refused" if event.what is Happening.DENIED else str(event.data.get("why", ""))
        span.set_attribute("sealskill.outcome", why)
        if event.skill:
            span.set_attribute("sealskill.skill", event.skill)
        if why != "ok":
            span.set_attribute("error.type", why)
            span.set_status(self._api.StatusCode.ERROR, event.text)
        span.end(end_time=at)
