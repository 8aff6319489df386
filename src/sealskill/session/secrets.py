"""A secret taken from where it is kept, in the moment something needs it. No error says what it is."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from sealskill.errors import HostError
from sealskill.model.settings import Secret, SecretRef

_LONGEST = 64 * 1024
"""Bytes of a file or of an output that are taken for a secret."""
_PATIENCE_SECONDS = 30


def revealed(secret: Secret, environ: Mapping[str, str]) -> str:
    """The secret itself. Raises HostError where it is not in the place the settings name."""
    if secret.ref is None:
        return secret.value
    found = {"env": _variable, "file": _file, "exec": _output}[secret.ref.source](secret.ref, environ).strip()
    if not found:
        raise HostError(f"there is no secret in {secret.kept}", advice="put it there, or name another place")
    return found


def _variable(ref: SecretRef, environ: Mapping[str, str]) -> str:
    return environ.get(ref.id, "")


def _file(ref: SecretRef, environ: Mapping[str, str]) -> str:
    try:
        with Path(ref.id).open("rb") as stream:
            return stream.read(_LONGEST).decode("utf-8", "replace")
    except OSError as exc:
        raise HostError(f"the secret in {ref.kept} cannot be read: {exc.strerror}") from None


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
    return done.stdout[:_LONGEST].decode("utf-8", "replace")
