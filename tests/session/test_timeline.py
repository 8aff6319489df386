"""One order for everybody who listens, and no secret in it."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from opentelemetry import trace as api
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tests.check.house import House
from tests.session.room import Room

from sealskill.model.event import Event, Happening
from sealskill.session import timeline as room
from sealskill.session.redaction import Redactor
from sealskill.session.spans import trace
from sealskill.session.timeline import Timeline


def made() -> Timeline:
    return Timeline("s1", Redactor())


def test_every_listener_hears_every_event_in_one_order_whoever_tells() -> None:
    line = made()
    first: list[Event] = []
    second: list[Event] = []
    line.subscribe(first.append)
    line.subscribe(second.append)
    threads = [threading.Thread(target=lambda: [line.tell(Happening.LINE) for _ in range(200)]) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [one.number for one in first] == list(range(1, 801))
    assert first == second == list(line.events)


def test_what_a_listener_tells_comes_after_what_it_heard() -> None:
    line, heard = made(), list[Any]()

    def echo(event: Event) -> None:
        if event.what is Happening.ASKED:
            line.tell(Happening.ANSWERED)

    line.subscribe(echo)
    line.subscribe(lambda event: heard.append(event.what))
    line.tell(Happening.ASKED)
    assert heard == [Happening.ASKED, Happening.ANSWERED]


def test_a_listener_that_fails_ends_nothing() -> None:
    line, heard = made(), list[Any]()

    def broken(event: Event) -> None:
        raise ZeroDivisionError

    line.subscribe(broken)
    line.subscribe(heard.append)
    line.tell(Happening.LINE)
    assert len(heard) == 1


def test_who_no_longer_listens_hears_nothing() -> None:
    line, heard = made(), list[Any]()
    end = line.subscribe(heard.append)
    end()
    end()
    line.tell(Happening.LINE)
    assert heard == []


def test_whoever_follows_hears_what_was_and_what_comes_to_the_end() -> None:
    line = made()

    async def story() -> list[Happening]:
        line.tell(Happening.STARTED)
        asyncio.get_running_loop().call_later(0.01, line.tell, Happening.FINISHED)
        asyncio.get_running_loop().call_later(0.02, line.tell, Happening.CLOSED)
        return [event.what async for event in line.follow()]

    assert asyncio.run(story()) == [Happening.STARTED, Happening.FINISHED, Happening.CLOSED]
    assert asyncio.run(story())[-1] is Happening.CLOSED


def test_no_secret_is_told() -> None:
    line = Timeline("s1", Redactor({"TOKEN": "hunter2hunter2"}))
    event = line.tell(Happening.LINE, "it is hunter2hunter2", data={"deep": ["hunter2hunter2"]})
    assert "hunter2" not in repr(event)


def test_a_chatty_child_does_not_fill_the_memory() -> None:
    line = made()
    for _ in range(room.KEPT + 10):
        line.tell(Happening.LINE)
    assert (len(line.events), line.events[-1].number) == (room.KEPT, room.KEPT + 10)


def exporter() -> InMemorySpanExporter:
    """Whatever is traced from now on. There is one provider for a whole process."""
    if not isinstance(api.get_tracer_provider(), TracerProvider):
        api.set_tracer_provider(TracerProvider(shutdown_on_exit=False))
    provider = api.get_tracer_provider()
    assert isinstance(provider, TracerProvider)
    kept = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    return kept


def test_a_session_traces_its_calls_by_itself(tmp_path: Path) -> None:
    kept, here = exporter(), Room(House(tmp_path))

    async def story() -> None:
        async with here.open() as session:
            await session.call("list_dir")
            await session.call("reed")

    asyncio.run(story())
    assert [one.name for one in kept.get_finished_spans()] == ["execute_tool list_dir", "execute_tool reed"]


def test_a_call_is_a_span_with_its_outcome() -> None:
    kept = exporter()
    line = made()
    listener = trace("s1")
    assert listener is not None
    line.subscribe(listener)
    line.tell(Happening.STARTED, call="c1", tool="read")
    line.tell(Happening.STARTED, call="c2", tool="write")
    line.tell(Happening.ASKED, call="c2", tool="write")
    line.tell(Happening.DENIED, "no", call="c2", tool="write", skill="pdf")
    line.tell(Happening.FINISHED, call="c1", tool="read", data={"why": "ok"})
    refused, fine = kept.get_finished_spans()
    assert (fine.name, fine.status.is_ok or fine.status.is_unset) == ("execute_tool read", True)
    assert fine.attributes is not None
    assert fine.attributes["gen_ai.tool.call.id"] == "c1"
    assert (refused.name, refused.status.is_ok) == ("execute_tool write", False)
    assert refused.attributes is not None
    assert refused.attributes["error.type"] == "refused"
    assert [one.name for one in refused.events] == ["asked"]


def test_without_the_library_nothing_is_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    assert trace("s1") is None
