"""The second place: where checkpoints go. None of them can be believed to be written before it says so."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sealskill.errors import CannotRecord
from sealskill.model.settings import AnchorSettings

_PATIENCE_SECONDS = 30
"""For a command or a server. While it is waited for nothing else is recorded, by anybody."""
_PRIORITY = 10 * 8 + 5  # authpriv, notice

Place = Callable[[str], None]
"""Takes one line of ASCII without its end, and raises CannotRecord where it did not arrive."""


def places(settings: AnchorSettings) -> tuple[Place, ...]:
    """Every place the settings name."""
    named: list[Place] = []
    if settings.file:
        named.append(in_file(Path(settings.file)))
    if settings.command:
        named.append(by_command(settings.command))
    if settings.syslog:
        named.append(in_syslog(settings.syslog))
    return tuple(named)


def in_file(file: Path) -> Place:
    """At the end of a file, on the disk before it returns. The folder has to be there: a mount may be missing."""

    def put(line: str) -> None:
        with _told(str(file)):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
            handle = os.open(file, flags | getattr(os, "O_NONBLOCK", 0), 0o600)
            try:
                data = line.encode() + b"\n"
                if os.write(handle, data) != len(data):
                    raise OSError(0, "only a part of the line was written")
                os.fsync(handle)
            finally:
                os.close(handle)

    return put


def by_command(command: tuple[str, ...]) -> Place:
    """On the standard input of a command that ends well. It gets no secret of ours in its environment."""
    environ = {
        name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT") if name in os.environ
    }

    def put(line: str) -> None:
        with _told(f"the command {command[0]}"):
            try:
                done = subprocess.run(
                    command, input=line.encode() + b"\n", env=environ, capture_output=True, timeout=_PATIENCE_SECONDS,
                    check=False,
                )  # fmt: skip
            except (subprocess.TimeoutExpired, ValueError) as exc:
                raise OSError(0, "it did not run to its end") from exc
            if done.returncode:
                raise OSError(0, f"it ended with {done.returncode}")

    return put


def in_syslog(where: str) -> Place:
    """To the syslog socket of this machine, or by TCP to `host:port`. By UDP nobody would know whether it arrived."""

    def put(line: str) -> None:
        with _told(f"syslog at {where}"):
            if where.startswith("/"):
                with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as local:
                    local.settimeout(_PATIENCE_SECONDS)
                    local.connect(where)
                    local.send(f"<{_PRIORITY}>sealskill[{os.getpid()}]: {line}".encode())
            else:
                host, _, port = where.rpartition(":")
                with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_SECONDS) as remote:
                    message = _framed(line)
                    remote.sendall(b"%d %b" % (len(message), message))

    return put


def _framed(line: str) -> bytes:
    """A message of RFC 5424, to be counted as RFC 6587 says: no line end in it can begin another one."""
    host = re.sub(r"[^!-~]", "", socket.gethostname())[:255] or "-"
    return f"<{_PRIORITY}>1 {datetime.now(UTC).isoformat()} {host} sealskill {os.getpid()} checkpoint - {line}".encode()


@contextmanager
def _told(place: str) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise CannotRecord(
            f"no checkpoint of the audit could be kept: {place}: {exc.strerror or exc}",
            advice="mend it, or name another place in audit.anchor; until then nothing is called",
        ) from exc
