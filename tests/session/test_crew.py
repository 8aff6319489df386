"""Several processes find what one finds, and a process that dies costs its package the word clean."""

from __future__ import annotations

import io
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.session.ground import bad, good

from sealskill.model.report import Why
from sealskill.model.settings import Limits
from sealskill.read import whole
from sealskill.read.whole import Subject
from sealskill.session import crew, worker
from sealskill.session.examiner import Examined


def subjects(base: Path, count: int) -> list[Subject]:
    made = []
    for number in range(count):
        folder = base / f"s{number}"
        folder.mkdir()
        text = bad(f"s{number}") if number % 5 == 0 else good(f"s{number}")
        (folder / "SKILL.md").write_text(text, encoding="utf-8")
        made.append(whole.of_folder(str(folder), Limits()))
    return made


def test_two_processes_find_what_one_finds_in_the_same_order(tmp_path: Path) -> None:
    some = subjects(tmp_path, 40)
    assert list(crew.examined(some, 2)) == list(crew.examined(some, 1))


def children() -> set[int]:
    """The processes this one started, by their id."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.add(int(entry.name))
    return found


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")


@linux
def test_a_process_that_is_killed_leaves_one_package_unscanned_and_says_so(tmp_path: Path) -> None:
    some = subjects(tmp_path, 64)
    before = children()
    answers: list[Examined] = []
    running = crew.examined(some, 2)
    answers.append(next(running))
    [victim, *_] = children() - before
    os.kill(victim, signal.SIGKILL)
    answers += running
    assert len(answers) == len(some)
    crashed = [one for one in answers if any(lost.why is Why.CRASHED for lost in one.report.coverage.unread)]
    assert len(crashed) <= 1
    assert all(one.report.seal is None and not one.report.findings for one in crashed)
    # Everybody else was scanned, by the process that took its place.
    assert sum(one.report.seal is not None for one in answers) >= len(some) - 1


@linux
def test_whoever_stops_listening_leaves_no_process_behind(tmp_path: Path) -> None:
    before = children()
    running = crew.examined(subjects(tmp_path, 64), 2)
    next(running)
    assert len(children() - before) == 2
    running.close()  # type: ignore[attr-defined]
    assert children() - before == set()


def test_a_package_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    some = subjects(tmp_path, 17)
    started = time.monotonic()
    answers = list(crew.examined(some, 2, patience=0.001))
    assert len(answers) == len(some)
    assert time.monotonic() - started < 60
    said = [lost.said for one in answers for lost in one.report.coverage.unread]
    assert any("took longer than" in words for words in said)


def test_no_thread_is_left(tmp_path: Path) -> None:
    list(crew.examined(subjects(tmp_path, 40), 2))
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and any(one.name == "sealskill-scan" for one in threading.enumerate()):
        time.sleep(0.01)
    assert not any(one.name == "sealskill-scan" for one in threading.enumerate())


def messages(data: bytes) -> Iterator[bytes]:
    stream = io.BytesIO(data)
    while (one := worker.receive(stream)) is not None:
        yield one


def test_a_worker_answers_every_package_also_one_that_is_gone(tmp_path: Path) -> None:
    [here] = subjects(tmp_path, 1)
    gone = msgspec.structs.replace(here, folder=str(tmp_path / "gone"))
    source, target = io.BytesIO(), io.BytesIO()
    worker.send(source, msgspec.msgpack.encode(worker.Chunk(subjects=(gone, here))))
    source.seek(0)
    worker.serve(source, target)
    first, second = (msgspec.msgpack.decode(one, type=Examined) for one in messages(target.getvalue()))
    assert first.report.coverage.unread[0].why is Why.UNREADABLE
    assert second.report.findings != ()


@pytest.mark.parametrize("torn", [b"", b"\0", b"\0\0\0\x05abc"])
def test_a_message_that_ends_half_way_is_no_message(torn: bytes) -> None:
    assert worker.receive(io.BytesIO(torn)) is None


def test_modules_of_the_current_folder_are_never_imported_by_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text(f"open({str(tmp_path / 'was-run')!r}, 'w')\n")
    place = tmp_path / "skills"
    place.mkdir()
    some = subjects(place, 40)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    list(crew.examined(some, 2))
    assert not (tmp_path / "was-run").exists()
