"""Our end of the launcher: it is started once for a process, and asked for each run.

1. Start it as a process of its own, without our environment, and hear what is in force there.
2. For each run make its three pipes and a line on which its end is told, and hand the other ends over.
3. When nobody wants a run any more its line is closed, and it dies; when we are gone every line is.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from sealskill.errors import CannotRun
from sealskill.execute.backend import Ended, Process
from sealskill.execute.pipes import readable
from sealskill.model.value import Value

_SOURCE = Path(__file__).parents[2]
_BEGIN = (
    "import sys; sys.path.insert(0, sys.argv[1]); from sealskill.execute.zygote.main import serve; "
    "serve(int(sys.argv[2]), sys.argv[3])"
)
_PATIENCE = 20.0
"""Seconds a launcher has to say that it is there."""
_LAST = 65_536
_HANDLES = 253
"""Descriptors that fit into one message."""


class Mounted(Value):
    """What is bound for a run, before it starts."""

    source: str
    write: bool = False
    exec: bool = False
    mine: bool = True
    """Whether its files belong to the run, whoever owns them on the disk."""


class Order(Value):
    """What a launcher is asked to start: a wrapper with its arguments, and the program in it."""

    wrapper: str
    words: tuple[str | tuple[str, str], ...]
    """Arguments of the wrapper; a pair is something only the launcher knows."""
    argv: tuple[str, ...]
    mounts: tuple[Mounted, ...]
    scratch: int
    memory: int
    pids: int
    limits: dict[str, int]
    filter: bytes
    doors: tuple[int, ...] = ()
    """Ports at which its own network namespace is listened; none is no network at all."""
    hosts: str = ""
    """Its `/etc/hosts`, where it has doors."""

    def written(self) -> bytes:
        """As the launcher reads it."""
        mounts = [{name: getattr(one, name) for name in one.__struct_fields__} for one in self.mounts]
        plain = {name: getattr(self, name) for name in self.__struct_fields__}
        return json.dumps({**plain, "mounts": mounts, "filter": self.filter.hex()}).encode()


class Launched(Process):
    """A run of the launcher."""

    def __init__(self, order: Order, launcher: Launcher, layers: tuple[str, ...]) -> None:
        self.layers = layers
        self._line, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.setblocking(False)
        self._doors, self._told = list[socket.socket](), asyncio.Event()
        theirs, ours = _pipes()
        self.stdin, self.stdout, self.stderr = ours
        told = os.memfd_create("sealskill")
        try:
            os.write(told, order.written())
            os.lseek(told, 0, os.SEEK_SET)
            launcher.send([told, far.fileno(), *theirs])
        except BaseException:
            self._line.close()
            for one in ours:
                one.close()
            raise
        finally:
            far.close()
            for handle in (told, *theirs):
                os.close(handle)

    async def ended(self) -> Ended:
        """Wait for its last word."""
        try:
            said, given = await self._message()
            if given:
                self._doors = [socket.socket(fileno=one) for one in given]
                self._told.set()
                said, _ = await self._message()
        except ConnectionResetError:
            said = b""
        finally:
            self._told.set()
        return Ended(**json.loads(said)) if said else Ended(fault="the launcher is gone")

    async def doors(self) -> list[socket.socket]:
        """Wait until it listens, or is gone."""
        await self._told.wait()
        return self._doors

    async def _message(self) -> tuple[bytes, list[int]]:
        while True:
            try:
                said, given, _, _ = socket.recv_fds(
                    self._line, _LAST, _HANDLES, socket.MSG_DONTWAIT | socket.MSG_CMSG_CLOEXEC
                )
            except BlockingIOError:
                await readable(self._line.fileno())
            else:
                return said, given

    def ask(self) -> bool:
        """Nobody inside hears us."""
        return False

    def kill(self) -> None:
        """Say that nobody wants it any more."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)

    async def release(self) -> None:
        """Let go of the line; the launcher has taken everything else away."""
        self._line.close()


class Launcher:
    """One process that spawns. Raises CannotRun where it cannot be what it should be."""

    def __init__(self) -> None:
        self._orders, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        stage = tempfile.mkdtemp(prefix="sealskill-run-", dir="/tmp")
        os.chmod(stage, 0o711)  # noqa: S103  the account of a run passes through it to what is its own
        with far:
            argv = [sys.executable, "-I", "-S", "-c", _BEGIN, str(_SOURCE), str(far.fileno()), stage]
            self._popen = subprocess.Popen(
                argv, env={}, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                pass_fds=(far.fileno(),), start_new_session=True,
            )  # fmt: skip
        self._stage = stage
        self.said = self._hello(stage)

    def _hello(self, stage: str) -> dict[str, Any]:
        self._orders.settimeout(_PATIENCE)
        try:
            said = json.loads(self._orders.recv(_LAST) or b"{}")
        except (OSError, ValueError):
            said = {}
        self._orders.settimeout(None)
        if "rooted" not in said:
            self.close()
            with suppress(OSError):
                os.rmdir(stage)
            raise CannotRun(f"the launcher does not start: {said.get('fault') or 'it said nothing'}")
        return dict(said)

    def send(self, handles: list[int]) -> None:
        """Hand an order over. Raises CannotRun where nobody takes it."""
        try:
            socket.send_fds(self._orders, [b"run"], handles)
        except OSError as exc:
            raise CannotRun(f"the launcher is gone: {exc.strerror or exc}") from exc

    @property
    def pid(self) -> int:
        """Its number."""
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._popen.poll() is None

    def leave(self) -> None:
        """Let go of it: it is another process's."""
        self._orders.close()

    def bury(self) -> None:
        """Take away the folder of one that died: what was mounted there went with it."""
        self.leave()
        with suppress(OSError):
            os.rmdir(self._stage)

    def close(self) -> None:
        """End it, and with it every run."""
        self.leave()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(_PATIENCE)


_lock = threading.Lock()
_one: tuple[int, Launcher] | None = None


def launcher() -> Launcher:
    """The launcher of this process; a new one where it died, or where we are a fork of its owner. Raises CannotRun."""
    global _one  # noqa: PLW0603  it is a process, and there is one for each of ours
    with _lock:
        if _one is not None and _one[0] != os.getpid():
            _one[1].leave()
            _one = None
        if _one is not None and not _one[1].alive:
            _one[1].bury()
            _one = None
        if _one is None:
            _one = (os.getpid(), Launcher())
            atexit.register(_goodbye, *_one)
        return _one[1]


def _goodbye(owner: int, one: Launcher) -> None:
    """Wait for its end, where it is ours to wait for: it would end without us, and nobody would have looked."""
    if owner == os.getpid():
        one.close()


def _pipes() -> tuple[list[int], list[IO[bytes]]]:
    """Three pipes: the ends of the run, and ours."""
    pairs = [os.pipe() for _ in range(3)]
    theirs = [pairs[0][0], pairs[1][1], pairs[2][1]]
    ours: list[IO[bytes]] = [os.fdopen(pairs[0][1], "wb", buffering=0)]
    return theirs, [*ours, *(os.fdopen(one[0], "rb", buffering=0) for one in pairs[1:])]
