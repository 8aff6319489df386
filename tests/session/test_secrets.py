"""Where secrets are taken from, and what is refused because somebody else could have put it there or read it."""

from __future__ import annotations

import builtins
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringLocked, PasswordDeleteError

from sealskill.errors import HostError
from sealskill.model.settings import Secret, SecretRef
from sealskill.session.secrets import revealed

HIDDEN = "sk-nobody-may-see-this"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there are no modes and no pipes with names")


class Shelf(KeyringBackend):
    """A keyring that keeps what it is given in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError(username)


class Locked(Shelf):
    """A keyring whose owner is not here, and whose errors talk."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked(HIDDEN)


class Broken(Shelf):
    """A plug-in that raises what it likes."""

    def get_password(self, service: str, username: str) -> str | None:
        raise ZeroDivisionError(HIDDEN)


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    before = keyring.get_keyring()
    one = Shelf()
    keyring.set_keyring(one)
    yield one
    keyring.set_keyring(before)


def at(source: Any, **where: Any) -> str:
    return revealed(
        Secret(ref=SecretRef(source=source, **where)), {"THERE": "from-a-variable", "PATH": "/usr/bin:/bin"}
    )


def refused(source: Any, **where: Any) -> HostError:
    with pytest.raises(HostError) as caught:
        at(source, **where)
    return caught.value


def kept(path: Path, mode: int = 0o600, text: str = HIDDEN + "\n") -> str:
    path.write_text(text)
    path.chmod(mode)
    return str(path)


# A file.


@POSIX
@pytest.mark.parametrize("mode", [0o604, 0o640, 0o644, 0o620, 0o602, 0o601, 0o777])
def test_a_file_that_others_may_read_is_no_secret(mode: int, tmp_path: Path) -> None:
    path = kept(tmp_path / "key", mode)
    error = refused("file", id=path)
    assert (f"{mode:04o}" in str(error), error.advice) == (True, f"chmod 600 {path}")
    assert HIDDEN not in str(error)


@POSIX
def test_a_link_a_folder_and_a_pipe_are_no_secret(tmp_path: Path) -> None:
    real = kept(tmp_path / "key")
    (tmp_path / "link").symlink_to(real)
    (tmp_path / "folder").mkdir(mode=0o700)
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert real in refused("file", id=str(tmp_path / "link")).advice
    assert "regular file" in str(refused("file", id=str(tmp_path / "folder")))
    assert "regular file" in str(refused("file", id=str(tmp_path / "pipe")))  # and it did not wait for a writer
    assert "regular file" in str(refused("file", id="/dev/null"))


@POSIX
def test_a_file_of_another_user_is_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path / "key")
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert "another user" in str(refused("file", id=path))


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_file_of_ones_own_is_read_without_the_line_end(mode: int, tmp_path: Path) -> None:
    assert at("file", id=kept(tmp_path / "key", mode)) == HIDDEN


def test_bytes_that_are_no_text_stay_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"p\xe4ssword")
    (tmp_path / "key").chmod(stat.S_IRUSR)
    assert os.fsencode(at("file", id=str(tmp_path / "key"))) == b"p\xe4ssword"


def test_half_a_secret_is_none(tmp_path: Path) -> None:
    path = kept(tmp_path / "key", text="x" * 70_000)
    assert "longer" in str(refused("file", id=path))
    assert "longer" in str(refused("exec", command=("cat", path)))


@pytest.mark.parametrize("text", ["", " \n"])
def test_nothing_is_no_secret(text: str, tmp_path: Path) -> None:
    assert "no secret" in str(refused("file", id=kept(tmp_path / "key", text=text)))
    assert "no secret" in str(refused("env", id="NOT_SET"))
    assert "no secret" in str(refused("exec", command=("true",)))


# A variable, a command.


def test_a_variable_and_a_command_tell() -> None:
    assert at("env", id="THERE") == "from-a-variable"
    assert at("exec", command=("printf", "%s", HIDDEN)) == HIDDEN


def test_what_a_command_says_on_the_side_is_not_repeated() -> None:
    error = refused("exec", command=("sh", "-c", f"echo {HIDDEN} >&2; echo {HIDDEN}; exit 3"))
    assert HIDDEN not in str(error) + error.advice


# A keyring.


def test_a_keyring_tells_what_it_keeps_for_a_service_and_a_name(shelf: Shelf) -> None:
    keyring.set_password("weather", "me", HIDDEN)
    keyring.set_password("weather", "you", "another")
    ref = SecretRef(source="keyring", provider="weather", id="me")
    assert revealed(Secret(ref=ref), {}) == HIDDEN
    assert repr(ref) == "SecretRef(keyring:weather/me)"
    assert "no secret in keyring:weather/nobody" in str(refused("keyring", provider="weather", id="nobody"))


def test_a_keyring_that_is_not_there_is_an_error_that_says_what_to_do(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    error = refused("keyring", provider="weather", id="me")
    assert "no keyring" in str(error)
    assert "600" in error.advice
    real = builtins.__import__

    def absent(name: str, *rest: Any, **more: Any) -> Any:
        if name == "keyring":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", absent)
    assert "sealskill[keyring]" in refused("keyring", provider="weather", id="me").advice


@pytest.mark.parametrize("kind", [Locked, Broken])
def test_what_a_keyring_says_when_it_fails_is_not_repeated(kind: type[Shelf], shelf: Shelf) -> None:
    keyring.set_keyring(kind())
    error = refused("keyring", provider="weather", id="me")
    assert HIDDEN not in str(error) + error.advice
    assert error.__cause__ is None
