"""The second place: what did not arrive there counts as not recorded."""

from __future__ import annotations

import os
import socket
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealskill.audit.places import by_command, in_file, in_syslog, places
from sealskill.errors import CannotRecord
from sealskill.model.settings import AnchorSettings


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", ".", "no/such/folder"):
        with pytest.raises(CannotRecord) as caught:
            in_file(tmp_path / name)("line")
        assert "audit.anchor" in caught.value.advice
    assert not (tmp_path / "elsewhere").exists()


def test_a_file_keeps_every_line_for_us_alone(tmp_path: Path) -> None:
    for line in ("one", "two"):
        in_file(tmp_path / "anchors")(line)
    assert (tmp_path / "anchors").read_text() == "one\ntwo\n"
    assert stat.S_IMODE((tmp_path / "anchors").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "command", [("false",), ("no-such-program",), ("/",), (sys.executable, "-c", "raise SystemExit(9)"), ("a\0b",)]
)
def test_a_command_that_fails_is_no_place(command: tuple[str, ...]) -> None:
    with pytest.raises(CannotRecord):
        by_command(command)("line")


def test_a_command_gets_the_line_no_shell_and_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-live-8f3a")
    code = "import os, sys; open(sys.argv[1], 'w').write(repr((sys.stdin.read(), sys.argv[2], sorted(os.environ))))"
    by_command((sys.executable, "-c", code, str(tmp_path / "out"), "$(id); x"))("line")
    text = (tmp_path / "out").read_text()
    assert text.startswith("('line\\n', '$(id); x', [")
    assert "OPENAI" not in text


@pytest.mark.parametrize("where", ["/no/such/socket", "127.0.0.1:1"])
def test_a_daemon_that_is_not_there_is_no_place(where: str) -> None:
    with pytest.raises(CannotRecord):
        in_syslog(where)("line")


def test_a_daemon_of_this_machine_gets_one_message(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as daemon:
        daemon.bind(str(tmp_path / "log"))
        in_syslog(str(tmp_path / "log"))("line")
        assert daemon.recv(1000).startswith(b"<85>sealskill[")


@pytest.fixture
def server() -> Iterator[tuple[str, list[bytes]]]:
    got: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def take() -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as stream:
            got.append(stream.read())

    thread = threading.Thread(target=take)
    thread.start()
    yield f"127.0.0.1:{listener.getsockname()[1]}", got
    thread.join()
    listener.close()


def test_a_daemon_elsewhere_gets_one_counted_message(server: tuple[str, list[bytes]]) -> None:
    where, got = server
    in_syslog(where)('{"a":1}')
    while not got:
        pass
    count, _, message = got[0].partition(b" ")
    assert int(count) == len(message)
    assert message.startswith(b"<85>1 20")
    assert message.endswith(b' checkpoint - {"a":1}')


def test_every_place_that_is_named_is_used() -> None:
    assert len(places(AnchorSettings())) == 0
    assert len(places(AnchorSettings(file="/a", command=("x",), syslog="/dev/log"))) == 3
