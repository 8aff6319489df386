"""The same session for code without a loop, from any of its threads."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from tests.check.house import House, skill_md
from tests.session.room import DUAL, Room, external, script

from sealskill.model.decision import Ruling
from sealskill.model.event import Event, Happening
from sealskill.model.tool import Why


def test_everything_a_session_does_is_done_without_a_loop(tmp_path: Path) -> None:
    house = House(tmp_path, {"work/notes.txt": "one\n", "work/skills/pdf/SKILL.md": skill_md("pdf")})
    room = Room(house)
    with room.open().sync() as session:
        assert session.call("read", {"path": "notes.txt"}).value["text"] == "one"
        assert session.why("write", {"path": "x", "content": ""}).ruling is Ruling.CONFIRM
        assert session.activate("pdf").fresh
        assert session.release("pdf")
        assert session.turn("hello") == ()
        assert "pdf" in session.prompt().text
        assert session.command("pdf").name == "pdf"  # type: ignore[union-attr]
        session.refresh()
        waiting = session.begin("read", {"path": "notes.txt"})
        assert waiting.result().ok
        assert not waiting.poll()["running"]
        session.stop("enough")
        assert "enough" in session.call("read", {"path": "notes.txt"}).outcome.error
    assert session.session.timeline.events[-1].what is Happening.CLOSED


def test_threads_share_one_session(tmp_path: Path) -> None:
    room = Room(House(tmp_path, {"work/notes.txt": "one\n"}))
    results = []
    with room.open().sync() as session:
        threads = [
            threading.Thread(target=lambda: results.append(session.call("read", {"path": "notes.txt"})))
            for _ in range(8)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    assert [one.ok for one in results] == [True] * 8


def test_a_call_is_cancelled_from_outside(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "sleeper", "echo up >&2; sleep 30")
    room = Room(house, environ=external(house))
    with room.open("approved", persona=DUAL, unsafe_unconfined=True).sync() as session:
        up = threading.Event()

        def hear(event: Event) -> None:
            if event.what is Happening.LINE:
                up.set()

        session.session.timeline.subscribe(hear)
        waiting = session.begin("sleeper")
        assert up.wait(20)
        waiting.cancel()
        assert waiting.result().outcome.why is Why.CANCELLED


def test_a_program_that_ends_without_closing_leaves_nothing_running(tmp_path: Path) -> None:
    program = f"""
import asyncio
from pathlib import Path
from sealskill.session.sync import Loop

async def child():
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.05)
        Path({str(tmp_path / "ended")!r}).touch()

async def begun():
    task = asyncio.create_task(child())
    await asyncio.sleep(0)
    return task

loop = Loop()
kept = loop.run(begun())
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "ended").exists()
