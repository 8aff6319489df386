"""A network namespace with nobody in it but an attacker who does as he is told. Its doors are handed to the test.

The file is two: imported, it is `Cell`; started as a program, it is the attacker, with nothing but the standard library.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any, Self

if __name__ != "__main__":  # the attacker has the standard library and nothing else
    import pytest
    from tests.execute.contract import MUST as NEEDED

    MUST = "egress" in NEEDED or "bubblewrap" in NEEDED
_NEWNS, _NEWUSER, _NEWNET = 0x20000, 0x10000000, 0x40000000
_BIND, _REC_PRIVATE = 0x1000, 0x44000


class Cell:
    """The namespace, from `with` to its end."""

    def __init__(self, ports: Sequence[int], hosts: str = "127.0.0.1 localhost\n") -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            argv = [sys.executable, "-I", "-S", __file__, str(theirs.fileno()), hosts, *map(str, ports)]
            self._popen = subprocess.Popen(
                argv, pass_fds=(theirs.fileno(),), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        with ours:
            said, handles, _, _ = socket.recv_fds(ours, 4_096, 64)
        if said != b"ready":
            self.__exit__()
            (pytest.fail if MUST else pytest.skip)(f"no network namespace can be made here: {said.decode()}")
        self.doors = [socket.socket(fileno=one) for one in handles]

    def ask(self, what: str, **more: Any) -> Any:
        """Let him do one thing, and hear what came of it."""
        assert self._popen.stdin
        assert self._popen.stdout
        self._popen.stdin.write(json.dumps({"what": what, **more}) + "\n")
        self._popen.stdin.flush()
        return json.loads(self._popen.stdout.readline())

    def talk(self, port: int, *says: bytes, then: str = "", host: str = "127.0.0.1") -> bytes:
        """What a door answers to some bytes, until it is closed; what went wrong, as `!Name`."""
        told = self.ask("talk", host=host, port=port, says=[one.hex() for one in says], then=then)
        return bytes.fromhex(told["heard"]) if "heard" in told else f"!{told['failed']}".encode()

    def run(self, *argv: str, **env: str) -> tuple[int, str]:
        """Exit and output of a program in there."""
        told = self.ask("run", argv=argv, env=env)
        return told["exit"], told["said"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *why: object) -> None:
        for one in self.doors:
            one.close()
        self._popen.kill()
        self._popen.communicate()


def _apart() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(_NEWUSER | _NEWNET | _NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "no namespace can be made")
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    with socket.socket() as one:
        fcntl.ioctl(one, 0x8914, struct.pack("16sH14s", b"lo", 0x1 | 0x40, b""))  # up and running
    libc.mount(b"none", b"/", None, ctypes.c_ulong(_REC_PRIVATE), None)
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(sys.argv[2])
        file.flush()
        os.chmod(file.name, 0o644)
        libc.mount(file.name.encode(), b"/etc/hosts", None, ctypes.c_ulong(_BIND), None)


def _door(port: int) -> socket.socket:
    made = socket.socket()
    made.bind(("127.0.0.1", port))
    made.listen(16)
    return made


def _talk(asked: dict[str, Any]) -> dict[str, Any]:
    heard = b""
    try:
        with socket.create_connection((asked["host"], asked["port"]), 20) as one:
            for text in asked["says"]:
                one.sendall(bytes.fromhex(text))
            if asked["then"] == "end":
                one.shutdown(socket.SHUT_WR)
            while data := one.recv(65_536):
                heard += data
    except ConnectionResetError:
        heard += b"!reset"
    except OSError as exc:
        return {"failed": type(exc).__name__ if exc.errno is None else os.strerror(exc.errno)}
    return {"heard": heard.hex()}


def _run(asked: dict[str, Any]) -> dict[str, Any]:
    env = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **asked["env"]}
    done = subprocess.run(asked["argv"], env=env, cwd="/", capture_output=True, text=True, timeout=60, check=False)
    return {"exit": done.returncode, "said": done.stdout + done.stderr}


def _serve() -> None:
    with socket.socket(fileno=int(sys.argv[1])) as line:
        try:
            _apart()
            doors = [_door(int(one)) for one in sys.argv[3:]]
        except OSError as exc:
            line.sendall(str(exc).encode())
            return
        socket.send_fds(line, [b"ready"], [one.fileno() for one in doors])
    for one in doors:
        one.close()
    for text in sys.stdin:
        asked = json.loads(text)
        print(json.dumps({"talk": _talk, "run": _run}[asked["what"]](asked)), flush=True)


if __name__ == "__main__":
    _serve()
