"""A secret taken from where it is kept, in the moment something needs it. No error says what it is."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Mapping

from sealskill.errors import HostError
from sealskill.model.settings import Secret, SecretRef

_LONGEST = 64 * 1024
"""Bytes of a file or of an output that can be a secret."""
_PATIENCE_SECONDS = 30
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""A link is not followed, and a pipe nobody feeds is not waited for."""


def revealed(secret: Secret, environ: Mapping[str, str]) -> str:
    """The secret itself. Raises HostError where it is not in the place the settings name, or not safe there."""
    if secret.ref is None:
        return secret.value
    sources = {"env": _variable, "file": _file, "exec": _output, "keyring": _keyring}
    found = sources[secret.ref.source](secret.ref, environ).strip()
    if not found:
        raise HostError(f"there is no secret in {secret.kept}", advice="put it there, or name another place")
    return found


def _variable(ref: SecretRef, environ: Mapping[str, str]) -> str:
    return environ.get(ref.id, "")


def _file(ref: SecretRef, environ: Mapping[str, str]) -> str:
    try:
        handle = os.open(ref.id, _FLAGS)
    except OSError as exc:
        raise HostError(f"the secret in {ref.kept} cannot be read: {exc.strerror}", advice=_mend(ref)) from None
    try:
        _inspect(ref, os.fstat(handle))
        with open(handle, "rb", closefd=False) as stream:
            return _text(ref, stream.read(_LONGEST + 1))
    finally:
        os.close(handle)


def _inspect(ref: SecretRef, found: os.stat_result) -> None:
    """Raise HostError for a file that somebody else may read or put there."""
    if not stat.S_ISREG(found.st_mode):
        raise HostError(f"the secret in {ref.kept} is not kept in a regular file", advice="name the file itself")
    if not hasattr(os, "geteuid"):
        return  # Windows has neither; who may read it is written elsewhere
    if found.st_uid != os.geteuid():
        raise HostError(f"the secret in {ref.kept} belongs to another user", advice=f"chown $USER {ref.id}")
    if found.st_mode & 0o077:
        mode = stat.S_IMODE(found.st_mode)
        raise HostError(f"the secret in {ref.kept} is open to others (mode {mode:04o})", advice=f"chmod 600 {ref.id}")


def _mend(ref: SecretRef) -> str:
    if os.path.islink(ref.id):
        return f"it is a link, and a link may be turned round: name the file itself, {os.path.realpath(ref.id)}"
    return "put it there with mode 600, or name another place"


def _output(ref: SecretRef, environ: Mapping[str, str]) -> str:
    """What a command of the settings prints. It is run without a shell; what it says on the side is not repeated."""
    try:
        done = subprocess.run(
            list(ref.command), env=dict(environ), capture_output=True, stdin=subprocess.DEVNULL,
            timeout=_PATIENCE_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.TimeoutExpired):
        raise HostError(f"the secret of {ref.kept} cannot be had: the command did not run to its end") from None
    if done.returncode:
        raise HostError(f"the secret of {ref.kept} cannot be had: the command ended with {done.returncode}")
    return _text(ref, done.stdout)


def _text(ref: SecretRef, found: bytes) -> str:
    """The bytes as an environment takes them: half a secret is none."""
    if len(found) > _LONGEST:
        raise HostError(f"what is in {ref.kept} is longer than any secret: more than {_LONGEST} bytes")
    return found.decode("utf-8", "surrogateescape")


def _keyring(ref: SecretRef, environ: Mapping[str, str]) -> str:
    """What the keyring of this desktop or server holds for a service and a name."""
    try:
        import keyring  # late: an extra, and it looks for every backend there is
        from keyring.errors import NoKeyringError
    except ImportError as exc:
        raise HostError(f"{ref.kept} needs keyring", advice="pip install 'sealskill[keyring]'") from exc
    try:
        return keyring.get_password(ref.provider, ref.id) or ""
    except NoKeyringError:
        raise HostError(f"{ref.kept} cannot be had: this machine has no keyring", advice=_NO_KEYRING) from None
    except Exception as exc:  # noqa: BLE001  a backend is anybody's plug-in, and raises whatever it likes
        # What it says may hold what was asked for: only the kind of its error is repeated.
        raise HostError(f"{ref.kept} cannot be had: {type(exc).__name__}", advice="unlock the keyring") from None


_NO_KEYRING = "start a secret service, choose a backend with `keyring diagnose`, or keep it in a file of mode 600"
