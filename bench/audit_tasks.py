"""What the contestants of the rows about the audit do: `python audit_tasks.py TASK FOLDER ROUNDS WARMUP`."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

COUNT = 400
"""Appends of one round."""
CREW = 8
ENTRIES = 1_000_000
KEY = b"k" * 32

Act = Callable[[], int]


def lines(count: int) -> list[bytes]:
    """The entries of a round, as the bytes that have to reach the disk at the least."""
    from sealskill.audit.export import jsonl
    from sealskill.audit.rows import entry
    from sealskill.audit.words import Spelling

    spelling = Spelling(key=KEY)
    rows = [spelling.columns(record(number), number, number, "0" * 64) for number in range(count)]
    return [jsonl(entry((*row, "0" * 64))).encode() + b"\n" for row in rows]


def record(number: int) -> Any:
    from sealskill.model.record import Category, Record

    return Record(
        action="call.decided", category=Category.CALL, actor="ada", session="ses_0123456789abcdef",
        call=f"call_{number}", skill="pdf-forms", seal="sha256:" + "0" * 64, tool="write",
        arguments={"path": f"notes/{number}.md", "text": "x" * 200}, decision="confirm",
        reasons=("write changes files: mutating asks a person",), answer="approved by ada",
        detail={"persona": "default"},
    )  # fmt: skip


def ready_to_sync(folder: Path) -> Act:
    """The floor of one writer: the same bytes, each on the disk before the next."""
    given = lines(COUNT)
    return lambda: synced(folder / "bare", given)


def synced(file: Path, given: list[bytes]) -> int:
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for line in given:
        os.write(handle, line)
        os.fsync(handle)
    os.close(handle)
    return len(given)


def ready_to_append(folder: Path) -> Act:
    from sealskill.audit.log import Log
    from sealskill.audit.words import Spelling
    from sealskill.store import database

    log = Log(database.open(folder / "state" / "sealskill.db"), Spelling(key=KEY))
    records = [record(number) for number in range(COUNT)]
    return lambda: len([log.append(one) for one in records])


def crew(task: str) -> Callable[[Path], Act]:
    """Eight processes that share the work of a round; all are ready when the clock starts."""

    def ready(folder: Path) -> Act:
        if task == "append":
            ready_to_append(folder)  # one of them makes the database, before the clock starts
        line = [sys.executable, __file__, f"member-{task}", str(folder)]
        members = [subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(CREW)]
        for one in members:
            assert one.stdout is not None
            one.stdout.readline()

        def go() -> int:
            for one in members:
                assert one.stdin is not None
                one.stdin.write(b"\n")
                one.stdin.flush()
            return sum(int(one.communicate()[0]) for one in members)

        return go

    return ready


def member(task: str, folder: Path) -> None:
    """One of eight: an eighth of the work, when it is told to begin."""
    global COUNT  # noqa: PLW0603
    COUNT //= CREW
    act = {"append": ready_to_append, "sync": ready_to_sync}[task](folder)
    print("ready", flush=True)
    sys.stdin.readline()
    print(act(), flush=True)


def fill(folder: Path, count: int = ENTRIES) -> Path:
    """A database with a long chain in it, written without a sync: only reading it is measured."""
    from sealskill.audit import chain
    from sealskill.audit.words import Spelling
    from sealskill.store import database

    file = folder / "long" / "sealskill.db"
    database.open(file).close()
    spelling, previous, rows = Spelling(key=KEY), chain.GENESIS, []
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for number in range(1, count + 1):
            covered = spelling.columns(record(number), number, 1_700_000_000_000_000 + number, previous)
            previous = chain.hashed(covered)
            rows.append((*covered, previous))
            if len(rows) == 10_000 or number == count:
                connection.executemany(f"INSERT INTO audit VALUES ({','.join('?' * len(chain.COLUMNS))})", rows)
                rows.clear()
        connection.execute("UPDATE audit_head SET sequence = ?, hash = ?", (count, previous))
    connection.close()
    return file


def verify(folder: Path) -> int:
    """All of a long chain, followed to its end."""
    from sealskill.audit.verify import Kept, verify
    from sealskill.store import database

    one = database.look(folder / "long" / "sealskill.db")
    found = verify(one, Kept())
    one.close()
    assert found.breach is None
    return found.walked.count


def fetch(folder: Path) -> int:
    """The floor of verifying: every row handed over by SQLite, and looked at by nobody."""
    with sqlite3.connect(folder / "long" / "sealskill.db") as connection:
        count = sum(1 for _ in connection.execute("SELECT * FROM audit ORDER BY sequence"))
    connection.close()
    return count


def at_once(task: Callable[[Path], int]) -> Callable[[Path], Act]:
    return lambda folder: lambda: task(folder)


TASKS: dict[str, Callable[[Path], Act]] = {
    "append": ready_to_append,
    "sync": ready_to_sync,
    "crew-append": crew("append"),
    "crew-sync": crew("sync"),
    "verify": at_once(verify),
    "fetch": at_once(fetch),
}
KEPT = ("verify", "fetch")
"""Tasks that read what was made before, and write nothing."""


def main(name: str, folder: str, rounds: str = "1", warmup: str = "0") -> None:
    if name == "fill":
        print(fill(Path(folder)))
        return
    if name.startswith("member-"):
        member(name.removeprefix("member-"), Path(folder))
        return
    ms: list[float] = []
    found = 0
    for number in range(-int(warmup), int(rounds)):
        place = Path(folder) if name in KEPT else Path(folder) / f"{os.getpid()}-{number}"
        place.mkdir(parents=True, exist_ok=True)
        act = TASKS[name](place)
        start = time.perf_counter()
        found = act()
        if number >= 0:
            ms.append((time.perf_counter() - start) * 1000)
        if name not in KEPT:
            shutil.rmtree(place)
    print(json.dumps({"skills": found, "ms": ms}))


if __name__ == "__main__":
    main(*sys.argv[1:])
