"""Everything that is recorded has one number and one place, whoever writes it and however it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.audit.ground import KEY, Kept2nd, Open, all_rows, audit, looked, record

from sealskill.audit import chain
from sealskill.audit.rows import entry
from sealskill.audit.words import Spelling
from sealskill.errors import CannotRecord
from sealskill.model.record import Category, Entry
from sealskill.store import database

WRITER = """
import sys
from sealskill.audit.log import Log
from sealskill.audit.words import Spelling
from sealskill.model.record import Category, Record
from sealskill.store import database
place, name, count, hold = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
one = database.open(place)
log = Log(one, Spelling(key=b"k" * 32))
print("ready", flush=True)
sys.stdin.readline()
for number in range(count):
    with one.begin() as connection:
        log.append_in(connection, Record(action="x", category=Category.CALL, actor=name, call=str(number)))
        if hold == "inside" and number == count - 1:
            print("holding", flush=True)
            sys.stdin.readline()
    print(number, flush=True)
one.close()
"""


class Writer:
    """A process that appends, and waits for a line before it begins and, if asked to, inside its last transaction."""

    def __init__(self, place: str, name: str, count: int, hold: str = "no") -> None:
        line = [sys.executable, "-c", WRITER, place, name, str(count), hold]
        self.process = subprocess.Popen(line, stdin=-1, stdout=-1, text=True)
        assert self.heard() == "ready"

    def heard(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def end(self, number: int = 0) -> int:
        if number:
            self.process.send_signal(number)
        self.process.communicate()
        return self.process.returncode


def entries(one: database.Database) -> list[Entry]:
    return [entry(row) for row in all_rows(one)]


def test_eight_processes_make_one_chain_without_a_gap(place: str, opened: Open) -> None:
    opened()
    crew = [Writer(place, f"p{number}", 25) for number in range(8)]
    for one in crew:
        one.go()
    assert [one.end() for one in crew] == [0] * 8
    found = entries(opened())
    assert [one.sequence for one in found] == list(range(1, 201))
    for number in range(8):
        assert [one.call for one in found if one.actor == f"p{number}"] == [str(call) for call in range(25)]
    assert looked(opened()).breach is None


def test_a_process_that_is_killed_inside_its_transaction_leaves_a_whole_chain(place: str, opened: Open) -> None:
    one = opened()
    dying, waiting = Writer(place, "dying", 4, "inside"), Writer(place, "waiting", 3)
    dying.go()
    while dying.heard() != "holding":
        pass
    waiting.go()  # it waits for the one that is about to die
    assert dying.end(signal.SIGKILL) == -signal.SIGKILL
    assert waiting.end() == 0
    assert [(found.actor, found.call) for found in entries(one)] == [
        ("dying", "0"), ("dying", "1"), ("dying", "2"), ("waiting", "0"), ("waiting", "1"), ("waiting", "2"),
    ]  # fmt: skip
    assert looked(one).breach is None
    assert audit(one).append(record()) == 7


def test_what_was_told_to_be_kept_is_kept_when_the_writer_is_killed(place: str, opened: Open) -> None:
    one = opened()
    crew = [Writer(place, f"p{number}", 100_000) for number in range(3)]
    told: dict[str, int] = {}
    for writer in crew:
        writer.go()
    for number, writer in enumerate(crew):
        for _ in range(5):
            told[f"p{number}"] = int(writer.heard())
        writer.end(signal.SIGKILL)
    found = entries(one)
    for name, last in told.items():
        assert {str(number) for number in range(last + 1)} <= {kept.call for kept in found if kept.actor == name}
    assert looked(one).breach is None
    assert [kept.sequence for kept in found] == list(range(1, len(found) + 1))


def test_many_threads_of_one_process_make_one_chain(opened: Open) -> None:
    """As a session does it: more of them than a pool has connections."""
    one = opened()
    log = audit(one)
    with ThreadPoolExecutor(24) as crew:
        numbers = list(crew.map(lambda number: log.append(record(number)), range(120)))
    assert sorted(numbers) == list(range(1, 121))
    assert looked(one).breach is None


def test_an_entry_and_the_change_it_records_are_kept_or_undone_together(opened: Open) -> None:
    one = opened()
    log = audit(one)

    def fails() -> None:
        with one.begin() as connection:
            connection.execute(text("CREATE TABLE mine (a INTEGER)"))
            log.append_in(connection, record())
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert all_rows(one) == []
    with one.begin() as connection:
        connection.execute(text("CREATE TABLE mine (a INTEGER)"))
        assert log.append_in(connection, record()) == 1
        assert log.append_in(connection, record()) == 2
    assert len(all_rows(one)) == 2
    assert looked(one).breach is None


def test_a_change_whose_entry_cannot_be_written_is_undone(opened: Open) -> None:
    one = opened()
    log = audit(one)
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}

    def fails() -> None:
        with one.begin() as connection:
            connection.execute(text("CREATE TABLE mine (a INTEGER)"))
            log.append_in(connection, record(detail=deep))

    with pytest.raises(CannotRecord, match="cannot be written down"):
        fails()
    with one.begin() as connection:
        connection.execute(text("CREATE TABLE mine (a INTEGER)"))


def test_arguments_are_kept_only_where_somebody_asked_and_without_secrets(opened: Open) -> None:
    one = opened()

    def redact(value: Any) -> Any:
        return json.loads(json.dumps(value).replace("sk-live-8f3a", "[secret]"))

    given = {"url": "https://a.example?k=sk-live-8f3a", "n": 1}
    audit(one, redact=redact).append(record(arguments=given, reasons=("sk-live-8f3a",), outcome="x sk-live-8f3a"))
    audit(one, redact=redact, arguments=True).append(record(arguments=given, detail={"k": ["sk-live-8f3a"]}))
    audit(one, redact=redact, arguments=True).append(record(arguments=None, tool="sk-live-8f3a", skill="sk-live-8f3a"))
    first, second, third = entries(one)
    assert (first.arguments, third.arguments, third.digest) == (None, None, "")
    assert second.arguments == '{"n":1,"url":"https://a.example?k=[secret]"}'
    assert first.digest == second.digest == Spelling(key=KEY).digest(given)
    assert "sk-live" not in repr(all_rows(one))


@pytest.mark.parametrize(
    "word", ["", "\0", "a\0b", "\ud800", "é\u202e", "x" * 200_000, "'; DROP TABLE audit; --", "\n", "{}"]
)
def test_any_text_is_kept_and_verifies(word: str, opened: Open) -> None:
    one = opened()
    names: Any = ("actor", "session", "call", "skill", "seal", "tool", "decision", "answer", "outcome", "action")
    audit(one, arguments=True).append(
        record(0, **dict.fromkeys(names, word), reasons=(word,), arguments={word: word}, detail={"a": word})
    )
    [found] = entries(one)
    assert looked(one).breach is None
    assert len(found.actor) < 40_000
    assert json.loads(found.detail)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), b"\xff", {1, 2}, object, 10**300, -0.0, 1e-9, [None, True]]
)
def test_any_value_is_kept_and_verifies(value: Any, opened: Open) -> None:
    one = opened()
    audit(one, arguments=True).append(record(arguments={"a": value}, detail={"b": [value]}))
    assert looked(one).breach is None
    assert json.loads(entries(one)[0].detail) is not None


def test_only_what_changed_since_the_last_time_is_recorded(opened: Open) -> None:
    one = opened()
    log = audit(one)

    def found(**verdicts: str) -> int:
        return log.changed(
            "verdict",
            {
                name: (value, record(action="skill.verdict", skill=name, outcome=value))
                for name, value in verdicts.items()
            },
        )

    assert [found(pdf="clean", web="warn"), found(pdf="clean", web="warn"), found(pdf="block")] == [2, 0, 1]
    assert [found(web="warn"), found(pdf="clean"), log.changed("policy", {"pdf": ("clean", record())})] == [0, 1, 1]
    told = [(kept.skill, kept.outcome) for kept in entries(one)]
    assert told[:4] == [("pdf", "clean"), ("web", "warn"), ("pdf", "block"), ("pdf", "clean")]
    assert looked(one).breach is None


def test_a_number_is_returned_and_nothing_of_the_record_is_lost(opened: Open) -> None:
    one = opened()
    given = record(3)
    assert audit(one, 1).append(given) == 2
    found = entries(one)[1]
    for name in ("actor", "action", "session", "call", "skill", "seal", "tool", "decision", "answer", "outcome"):
        assert getattr(found, name) == getattr(given, name)
    assert (found.category, json.loads(found.reasons), json.loads(found.detail)) == (
        Category.CALL.value, list(given.reasons), given.detail,
    )  # fmt: skip
    assert found.previous == entries(one)[0].hash
    assert found.time > 1_600_000_000_000_000


def test_an_anchor_may_be_asked_for_and_is_kept_once(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    log = audit(one, 1, places=[second])
    log.anchor()
    log.anchor()
    assert [found.sequence for found in second.kept.good] == [1]
    audit(one).anchor()
    assert looked(one, second).walked.proven == 1


def test_a_database_that_is_full_refuses_and_keeps_what_was(tmp_path: Path) -> None:
    file = tmp_path / "state" / "sealskill.db"
    one = database.open(file)
    audit(one, 3)
    pages = f"PRAGMA max_page_count = {one_number(one, 'PRAGMA page_count')}"
    log = audit(one)

    def fill() -> None:
        for number in range(100):
            with one.begin() as connection:
                connection.execute(text(pages))
                log.append_in(connection, record(number, detail={"a": "x" * 8000}))

    with pytest.raises(CannotRecord) as caught:
        fill()
    assert "full" in f"{caught.value} {caught.value.advice}"
    assert looked(one).breach is None
    one.close()


def one_number(one: database.Database, sql: str) -> int:
    with one.read() as connection:
        return int(connection.execute(text(sql)).scalar_one())


def test_the_hash_can_be_made_by_anybody_who_read_how(opened: Open) -> None:
    """The page says so: SHA-256 over one MessagePack array. This is another program's way to the same number."""
    import hashlib

    one = opened()
    audit(one, 2)

    def packed(value: Any) -> bytes:
        if value is None:
            return b"\xc0"
        if isinstance(value, int):
            return bytes([value]) if value < 128 else b"\xcf" + value.to_bytes(8, "big")
        data: bytes = value.encode()
        size = len(data)
        if size < 32:
            return bytes([0xA0 | size]) + data
        return (b"\xd9" + size.to_bytes(1, "big") if size < 256 else b"\xda" + size.to_bytes(2, "big")) + data

    for row in all_rows(one):
        covered = (chain.MARK, *row[:-1])
        framed = b"\xdc" + len(covered).to_bytes(2, "big") + b"".join(map(packed, covered))
        assert hashlib.sha256(framed).hexdigest() == row[-1]


def test_the_process_that_forked_and_its_child_share_one_chain(opened: Open) -> None:
    one = opened()
    log = audit(one, 2)
    child = os.fork()
    if not child:
        try:
            log.append(record(actor="child"))
        finally:
            os._exit(0)
    log.append(record(actor="parent"))
    os.waitpid(child, 0)
    assert sorted(kept.actor for kept in entries(one)) == ["ada", "ada", "child", "parent"]
    assert looked(one).breach is None
