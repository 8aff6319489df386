"""What a program may try from inside bubblewrap. Every one of these was written here, and runs only in there."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import threading
import time
from pathlib import Path

import pytest
from tests.execute.contract import plan, python, ready, sh

from sealskill.errors import CannotRun
from sealskill.execute.backend import Backend, Done
from sealskill.execute.launcher import launcher
from sealskill.model.plan import STRICT, Bounds, Layer, Mount
from sealskill.model.tool import Why

ERRNO = "import ctypes,os;libc=ctypes.CDLL(None,use_errno=True);says=lambda n:print(n,ctypes.get_errno())\n"


@pytest.fixture
def inside() -> Backend:
    return ready("bubblewrap")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kept.txt").write_text("kept")
    (tmp_path / "run.sh").write_text("#!/bin/sh\necho ran\n")
    (tmp_path / "run.sh").chmod(0o500)
    return tmp_path


def at(folder: Path, *, write: bool = False, execute: bool = False, target: str = "/skills/it") -> Mount:
    return Mount(source=str(folder), target=target, write=write, exec=execute)


def test_every_layer_is_named_in_what_became_of_it(inside: Backend) -> None:
    assert {"bubblewrap", *STRICT} <= set(sh(inside, "true").layers)


def test_a_layer_that_is_not_there_refuses(inside: Backend) -> None:
    with pytest.raises(CannotRun, match="gives no landlock"):
        sh(inside, "true", needs=(*STRICT, Layer.LANDLOCK))


def test_our_environment_and_arguments_are_nowhere(inside: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEALSKILL_TEST_SECRET", "hunter2")
    done = sh(inside, "cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'", env={"PATH": "/usr/bin", "MINE": "1"})
    assert b"hunter2" not in done.stdout
    assert b"setenv" not in done.stdout
    assert b"MINE=1" in done.stdout  # of itself it may know


@pytest.mark.parametrize(
    "path", ["/etc/shadow", "/root", "/home", "/var", "/run", "/sys", "/boot", "/opt", "/srv", "/mnt"]
)
def test_what_is_not_mounted_is_not_there(inside: Backend, path: str) -> None:
    assert sh(inside, f"ls -d {path}").exit == 2


def test_it_is_nobody_outside_as_well(inside: Backend, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2")
    secret.chmod(0o600)
    if os.geteuid() != 0:
        pytest.skip("only root has what others may not read")
    os.chown(secret, 1, 1)
    done = sh(inside, "cat /skills/it/secret", mounts=(at(tmp_path),))
    assert (done.stdout, b"Permission denied" in done.stderr) == (b"", True)


def test_no_descriptor_of_ours_is_left(inside: Backend) -> None:
    assert sh(inside, "ls /proc/self/fd | tr '\\n' ' '").stdout == b"0 1 2 3 "  # 3 is the listing itself


@pytest.mark.parametrize("path", ["/", "/usr", "/etc", "/dev", "/proc/sys/kernel", "/skills/it"])
def test_nothing_outside_its_own_folders_is_written(inside: Backend, folder: Path, path: str) -> None:
    done = sh(inside, f"echo x > {path}/new", mounts=(at(folder),))
    assert done.exit != 0
    assert sorted(os.listdir(folder)) == ["kept.txt", "run.sh"]


@pytest.mark.parametrize("place", ["/tmp", "/work", "/dev/shm"])
def test_what_it_writes_is_not_executed(inside: Backend, place: str) -> None:
    done = sh(
        inside,
        f"cp /bin/true {place}/it && echo written && {place}/it; echo $?; /lib64/ld-linux-x86-64.so.2 {place}/it; echo $?",
    )
    assert done.stdout == b"written\n126\n127\n"


def test_assets_are_read_and_never_executed(inside: Backend, folder: Path) -> None:
    assert sh(inside, "cat /skills/it/kept.txt; /skills/it/run.sh", mounts=(at(folder),)).exit == 126
    assert sh(inside, "/skills/it/run.sh", mounts=(at(folder, execute=True),)).stdout == b"ran\n"


def test_a_granted_folder_is_written_and_stays_its_owners(inside: Backend, folder: Path) -> None:
    done = sh(
        inside, "echo new > /data/new; rm /data/kept.txt; ls /data", mounts=(at(folder, write=True, target="/data"),)
    )
    assert done.stdout == b"new\nrun.sh\n"
    assert (folder / "new").stat().st_uid == os.geteuid()


@pytest.mark.parametrize(
    "act", ["chmod u+s /data/it", "chmod 4755 /data/it", "chmod g+s /data/it", "mkdir -m 2777 /data/d"]
)
def test_nothing_is_left_behind_that_lets_others_be_somebody(inside: Backend, folder: Path, act: str) -> None:
    sh(inside, f"cp /bin/sh /data/it; {act}", mounts=(at(folder, write=True, target="/data"),))
    assert [one.name for one in folder.iterdir() if one.stat().st_mode & 0o6000] == []


def test_links_and_steps_up_lead_nowhere(
    inside: Backend, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("outside") / "secret"
    secret.write_text("hunter2")
    (folder / "link").symlink_to(secret)
    done = sh(
        inside, f"cat /data/link /data/../../..{secret} {secret}", mounts=(at(folder, write=True, target="/data"),)
    )
    assert b"hunter2" not in done.stdout


def test_a_file_kept_in_a_granted_folder_is_neither_written_nor_moved_away(inside: Backend, folder: Path) -> None:
    kept = Mount(source=str(folder / "kept.txt"), target="/data/kept.txt")
    script = "echo x > /data/kept.txt; rm -f /data/kept.txt; mv /data/kept.txt /data/b; echo y > /data/c; mv -f /data/c /data/kept.txt"
    sh(inside, script, mounts=(at(folder, write=True, target="/data"), kept))
    assert (folder / "kept.txt").read_text() == "kept"


def test_a_hidden_folder_is_empty_and_stays_so(inside: Backend, folder: Path) -> None:
    (folder / "closed").mkdir()
    (folder / "closed/secret").write_text("hunter2")
    mounts = (at(folder, write=True, target=str(folder)),)
    done = sh(
        inside, f"ls -A {folder}/closed; echo x > {folder}/closed/new", mounts=mounts, hidden=(f"{folder}/closed",)
    )
    assert (done.stdout, done.exit, os.listdir(folder / "closed")) == (b"", 2, ["secret"])


def test_a_mount_whose_path_became_a_link_is_refused(inside: Backend, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "way").symlink_to(tmp_path / "real")
    done = sh(inside, "true", mounts=(at(tmp_path / "way"),))
    assert (done.why, "cannot be mounted" in done.fault) == (Why.REFUSED, True)


CALLS = {
    "unshare": ("272,0x10000000", 1), "setns": ("308,3,0", 1), "mount": ("165,b'x',b'/tmp',b'tmpfs',0,0", 1),
    "chroot": ("161,b'/tmp'", 1), "ptrace": ("101,16,1,0,0", 1), "process_vm_readv": ("310,1,0,0,0,0,0", 1),
    "bpf": ("321,0,0,0", 1), "keyctl": ("250,0,0,0", 1), "perf": ("298,0,0,0,0,0", 1), "memfd": ("319,b'x',0", 1),
    "userfaultfd": ("323,0", 1), "io_uring": ("425,1,0", 38), "clone3": ("435,0,0", 38), "openat2": ("437,0,0,0,0", 38),
    "clone_newuser": ("56,0x10000011,0,0,0,0", 1), "open_tree": ("428,-100,b'/',1", 1), "execveat": ("322,0,b'',0,0,0", 1),
    "name_to_handle": ("303,-100,b'/',0,0,0", 1), "tiocsti": ("16,0,0x5412,b'x'", 1), "personality": ("135,0", 1),
}  # fmt: skip


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="these are the numbers of another machine")
@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_nobody_needs_is_refused(inside: Backend, name: str) -> None:
    words, code = CALLS[name]
    assert python(inside, f"{ERRNO}libc.syscall({words}); says('{name}')").stdout == f"{name} {code}\n".encode()


@pytest.mark.parametrize(
    ("family", "kind", "code"),
    [(40, 1, 97), (16, 3, 97), (17, 3, 97), (38, 5, 97), (2, 3, 1), (10, 3, 1), (2, 1, None)],
)
def test_only_plain_sockets_are_made(inside: Backend, family: int, kind: int, code: int | None) -> None:
    script = f"import socket\ntry: socket.socket({family},{kind}); print(None)\nexcept OSError as e: print(e.errno)"
    assert python(inside, script).stdout == f"{code}\n".encode()


@pytest.mark.parametrize("address", [("8.8.8.8", 53), ("169.254.169.254", 80), ("10.0.0.1", 80)])
def test_nobody_outside_is_reached(inside: Backend, address: tuple[str, int]) -> None:
    script = f"import socket\ntry: socket.create_connection({address!r}, 2)\nexcept OSError as e: print(e.errno)"
    assert python(inside, script).stdout == b"101\n"


def test_neither_this_machine_nor_its_abstract_sockets_are_reached(inside: Backend) -> None:
    with socket.create_server(("127.0.0.1", 0)) as here, socket.socket(socket.AF_UNIX) as hidden:
        hidden.bind(f"\0sealskill-test-{os.getpid()}")
        hidden.listen()
        script = (
            f"import socket\nfor f,a in ((2,('127.0.0.1',{here.getsockname()[1]})),(1,'\\0sealskill-test-{os.getpid()}')):\n"
            " try: socket.socket(f).connect(a)\n except OSError as e: print(e.errno)"
        )
        assert python(inside, script).stdout == b"111\n111\n"


def test_other_processes_are_not_seen(inside: Backend) -> None:
    assert (
        sh(inside, f"ls -d /proc/{os.getpid()} 2>/dev/null; kill -9 {os.getpid()} 2>/dev/null; echo alive").stdout
        == b"alive\n"
    )


def test_a_fork_bomb_is_bounded(inside: Backend) -> None:
    script = "import os,time\nn=0\nfor _ in range(300):\n try:\n  if os.fork() == 0: time.sleep(20); os._exit(0)\n  n+=1\n except OSError: break\nprint(n, flush=True)"
    done = python(inside, script, bounds=Bounds(pids=16, wall=20))
    assert 8 <= int(done.stdout) <= 20


def test_memory_of_all_processes_is_bounded(inside: Backend) -> None:
    done = python(inside, "x = b'x' * (1 << 29); print(len(x))", bounds=Bounds(memory=64 << 20))
    assert (done.stdout, done.why) == (b"", Why.FAILED)
    if Layer.MEMORY_CGROUP in done.layers:
        assert done.limit == "memory"


@pytest.mark.parametrize("place", ["/tmp", "/work", "/dev/shm"])
def test_scratch_is_bounded_in_bytes_and_in_files(inside: Backend, place: str) -> None:
    done = sh(
        inside, f"head -c 9000000 /dev/zero > {place}/f; du -k {place}/f | cut -f1", bounds=Bounds(scratch=1 << 20)
    )
    assert int(done.stdout) <= 1_024


def test_the_thread_that_asked_may_go(inside: Backend) -> None:
    said: list[Done] = []

    async def story() -> None:
        child = inside.start(plan(inside, "/bin/sh", "-c", "sleep 0.5; echo there"))
        thread = threading.Thread(target=gc.collect)
        thread.start()
        thread.join()
        said.append(await child.done())

    runner = threading.Thread(target=lambda: asyncio.run(story()))
    runner.start()
    runner.join()
    assert said[0].stdout == b"there\n"


def test_many_runs_leave_nothing(inside: Backend) -> None:
    sh(inside, "true")
    pid = launcher().pid

    def held() -> tuple[int, int, str]:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        mounts = Path(f"/proc/{pid}/mountinfo").read_text(encoding="utf-8").count("\n")
        return len(os.listdir(f"/proc/{pid}/fd")), mounts, children

    def settled() -> tuple[int, int, str]:
        for _ in range(500):
            if not held()[2]:  # the dead are taken away when they come
                break
            time.sleep(0.01)
        return held()

    before, ours = settled(), len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        sh(inside, "(setsid sleep 30 &) ; true")
    assert (settled(), len(os.listdir("/proc/self/fd"))) == (before, ours)
    groups = [one for top in ("memory", "pids") for one in Path("/sys/fs/cgroup", top).rglob(f"sealskill-{pid}-*")]
    assert groups == []


def test_a_launcher_that_dies_takes_its_runs_along_and_the_next_one_is_another(inside: Backend) -> None:
    dead = launcher().pid

    async def story() -> Done:
        up = asyncio.Event()
        child = inside.start(plan(inside, "/bin/sh", "-c", "echo up; sleep 60"), lambda stream, line: up.set())
        await up.wait()
        os.kill(dead, 9)
        return await child.done()

    done = asyncio.run(story())
    assert (done.why, done.fault) == (Why.REFUSED, "the launcher is gone")
    left = {one for top in ("memory", "pids") for one in Path("/sys/fs/cgroup", top).rglob(f"sealskill-{dead}-*")}
    assert sh(inside, "echo again").stdout == b"again\n"
    assert [one for one in left if one.exists()] == []
