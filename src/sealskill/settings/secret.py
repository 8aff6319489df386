"""Secrets as people write them: plain text, `$NAME`, or a map that says where the secret is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sealskill.model.settings import Secret, SecretRef
from sealskill.settings.kinds import Kind, Where, Wrong, path, spoken, text

_SHORTHAND = re.compile(r"\$(?:\{([A-Z][A-Z0-9_]{0,127})\}|([A-Z][A-Z0-9_]{0,127}))")
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,127}")
_KNOWN = ("source", "id", "provider", "command")


def api_key(value: Any, where: Where) -> Secret:
    """A secret; `$NAME` and `${NAME}` stand for an environment variable, as in OpenClaw."""
    match = _SHORTHAND.fullmatch(value) if isinstance(value, str) else None
    if match:
        return Secret(ref=SecretRef(source="env", id=match[1] or match[2]))
    return verbatim(value, where)


def verbatim(value: Any, where: Where) -> Secret:
    """A secret whose text means itself, dollar signs and all; a map says where it is kept."""
    if isinstance(value, Mapping):
        return Secret(ref=_ref(value, where))
    if not isinstance(value, str):
        raise Wrong(f"must be text or {{source: env|file|exec|keyring, …}}, not {spoken(value)}: put it in quotes")
    if not value.strip():
        raise Wrong("must not be empty")
    # An environment variable can hold neither.
    if re.search("[\x00\ud800-\udfff]", value):
        raise Wrong("holds text that no environment variable can hold")
    return Secret(value=value)


def _ref(written: Mapping[Any, Any], where: Where) -> SecretRef:
    if not all(key in _KNOWN for key in written):
        # The key itself is not repeated: a secret easily lands on the wrong side of a colon.
        raise Wrong(f"has a key that no secret reference has; known are {', '.join(_KNOWN)}")
    source = _word(written.get("source"))
    build = {"env": _env, "file": _file, "exec": _exec, "keyring": _keyring}.get(source)
    if build is None:
        raise Wrong("needs `source`: env, file, exec or keyring")
    if source != "keyring" and written.get("provider", "") not in ("", "default"):
        raise Wrong("names a provider, and only a keyring has one: give `command` instead")
    return build(written, where)


def _env(written: Mapping[str, Any], where: Where) -> SecretRef:
    name = written.get("id")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or "command" in written:
        raise Wrong("with source env needs `id`, the name of a variable in capitals, and nothing else")
    return SecretRef(source="env", id=name, provider=written.get("provider", ""))


def _file(written: Mapping[str, Any], where: Where) -> SecretRef:
    if "id" not in written or "command" in written:
        raise Wrong("with source file needs `id`, the path of the file, and nothing else")
    return SecretRef(source="file", id=path(written["id"], where), provider=written.get("provider", ""))


def _exec(written: Mapping[str, Any], where: Where) -> SecretRef:
    command = written.get("command")
    if not isinstance(command, (list, tuple)) or not command:
        raise Wrong("with source exec needs `command`, a list of words")
    program, *rest = (text(word) for word in command)
    if "/" in program:
        program = path(program, where)
    given = text(written["id"]) if written.get("id") else ""
    return SecretRef(source="exec", id=given, provider=written.get("provider", ""), command=(program, *rest))


def _keyring(written: Mapping[str, Any], where: Where) -> SecretRef:
    if "command" in written or not (written.get("provider") and written.get("id")):
        raise Wrong("with source keyring needs `provider`, the service, and `id`, the name, and nothing else")
    return SecretRef(source="keyring", id=text(written["id"]), provider=text(written["provider"]))


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


API_KEY = Kind(
    says="text, `$NAME`, or a secret reference", read=api_key, show=lambda secret: secret.kept, verbatim=True
)
VERBATIM = Kind(says="text or a secret reference", read=verbatim, show=lambda secret: secret.kept, verbatim=True)
