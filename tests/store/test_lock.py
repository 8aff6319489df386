"""The lock: nobody else's, never torn, and never taken for empty."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from sealskill.errors import BadLock
from sealskill.store.lock import Adoption, Contents, Lock


def lock(folder: Path) -> Lock:
    return Lock(folder / "state" / "lock.json")


def adoption(name: str, seal: str = "sha256:1") -> Adoption:
    return Adoption(path=f"/skills/{name}", seal=seal, files=1, bytes=1, source="clawhub", record="origin.json")


def written(folder: Path, text: str | bytes) -> Lock:
    made = lock(folder)
    made.file.parent.mkdir(mode=0o700)
    made.file.write_bytes(text.encode() if isinstance(text, str) else text)
    return made


TORN = ["", "{", "null", "[]", "{}x", '{"version": 1, "workspaces": {"/w":', '{"version": 2}', '{"version": "1"}',
        '{"workspaces": []}', '{"workspaces": {"/w": {}}}', '{"adoptions": [{}]}', '{"unknown": 1}', b"\xff\xfe{}",
        "[" * 100_000, "\0" * 100]  # fmt: skip


@pytest.mark.parametrize("text", TORN, ids=range(len(TORN)))
def test_a_torn_or_foreign_lock_is_an_error_and_never_an_empty_one(text: str | bytes, tmp_path: Path) -> None:
    torn = written(tmp_path, text)
    with pytest.raises(BadLock):
        torn.read()


def test_nothing_is_written_over_a_torn_lock(tmp_path: Path) -> None:
    torn = written(tmp_path, "{")
    with pytest.raises(BadLock):
        torn.trust("/work", "digest")
    assert torn.file.read_text() == "{"


def test_a_lock_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert lock(tmp_path).read() == Contents()
    assert not lock(tmp_path).file.parent.exists()


@pytest.mark.parametrize("where", ["file", "folder"])
def test_a_lock_that_everybody_may_write_to_is_refused(where: str, tmp_path: Path) -> None:
    loose = lock(tmp_path)
    loose.trust("/work", "digest")
    (loose.file if where == "file" else loose.file.parent).chmod(0o777)
    with pytest.raises(BadLock, match="changed by everybody"):
        loose.read()
    with pytest.raises(BadLock, match="changed by everybody"):
        loose.trust("/other", "digest")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_lock_that_belongs_to_somebody_else_is_refused(tmp_path: Path) -> None:
    planted = lock(tmp_path)
    planted.trust("/work", "digest")
    tmp_path.chmod(0o755)
    for path in (tmp_path, *tmp_path.parents):
        if path.stat().st_mode & 0o005 != 0o005:
            pytest.skip(f"{path} is closed to others")
    os.chown(planted.file.parent, 65534, 65534)
    os.chown(planted.file, 65533, 65533)
    planted.file.chmod(0o644)
    # Everything is imported before the rights go: the interpreter may lie where nobody else can read.
    code = "import sys, os; from sealskill.store.lock import Lock; from pathlib import Path; one = Lock(Path(sys.argv[1])); os.setuid(65534); one.read()"
    done = subprocess.run([sys.executable, "-c", code, planted.file], capture_output=True, text=True, check=False)
    assert "belongs to somebody else" in done.stderr


def test_something_that_is_no_file_is_refused_and_does_not_hang(tmp_path: Path) -> None:
    odd = lock(tmp_path)
    odd.file.parent.mkdir(mode=0o700)
    os.mkfifo(odd.file)
    with pytest.raises(BadLock, match="not a regular file"):
        odd.read()
    odd.file.unlink()
    odd.file.mkdir()
    with pytest.raises(BadLock):
        odd.read()


def test_a_lock_and_its_folder_are_closed_to_others(tmp_path: Path) -> None:
    fresh = lock(tmp_path)
    fresh.trust("/work", "digest")
    assert fresh.file.stat().st_mode & 0o777 == 0o600
    assert fresh.file.parent.stat().st_mode & 0o777 == 0o700


def test_what_was_written_is_read(tmp_path: Path) -> None:
    one = lock(tmp_path)
    one.trust("/work", "digest")
    one.adopt((adoption("a"), adoption("b")))
    one.adopt((adoption("a"),))
    assert [row.path for row in one.read().adoptions] == ["/skills/a", "/skills/b"]
    assert one.revoke("/work")
    assert not one.revoke("/work")
    assert one.read().workspaces == {}
    assert json.loads(one.file.read_text())["version"] == 1


WRITER = textwrap.dedent("""
    import sys
    from pathlib import Path
    from sealskill.store.lock import Lock
    lock, me = Lock(Path(sys.argv[1])), sys.argv[2]
    for number in range(25):
        lock.trust(f"/{me}/{number}", "digest")
""")


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    shared = lock(tmp_path)
    running = [subprocess.Popen([sys.executable, "-c", WRITER, shared.file, str(me)]) for me in range(4)]
    assert [one.wait(60) for one in running] == [0, 0, 0, 0]
    assert set(shared.read().workspaces) == {f"/{me}/{number}" for me in range(4) for number in range(25)}


# It stops itself for good at the moment named by its second argument, as a power cut would.
DYING = textwrap.dedent("""
    import os, signal, sys
    from pathlib import Path
    from sealskill.store.lock import Lock

    def die(event, args):
        if event == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGKILL)

    lock = Lock(Path(sys.argv[1]))
    lock.read()
    sys.addaudithook(die)
    lock.trust("/new", "digest")
""")


@pytest.mark.parametrize("moment", ["os.rename", "fcntl.flock"])
def test_a_writer_that_is_killed_leaves_the_old_lock_whole_and_free(moment: str, tmp_path: Path) -> None:
    held = lock(tmp_path)
    held.trust("/old", "digest")
    before = held.file.read_bytes()
    done = subprocess.run([sys.executable, "-c", DYING, held.file, moment], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert held.file.read_bytes() == before
    held.trust("/next", "digest")
    assert set(held.read().workspaces) == {"/old", "/next"}


def test_a_writer_waits_for_the_one_before_it(tmp_path: Path) -> None:
    code = WRITER.replace("range(25)", "range(1)")
    slow = lock(tmp_path)

    def change(old: Contents) -> Contents:
        running.append(subprocess.Popen([sys.executable, "-c", code, slow.file, "other"]))
        time.sleep(0.5)
        assert not (slow.file.exists() and "/other/0" in slow.read().workspaces)
        return Contents(workspaces=old.workspaces, adoptions=(adoption("mine"),))

    running: list[subprocess.Popen[bytes]] = []
    slow.update(change)
    assert running[0].wait(60) == 0
    assert set(slow.read().workspaces) == {"/other/0"}
    assert slow.read().adoptions == (adoption("mine"),)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    closed = lock(tmp_path)
    closed.file.parent.mkdir(mode=0o500)
    assert closed.read() == Contents()
    with pytest.raises(BadLock, match="cannot be written"):
        closed.trust("/work", "digest")
