"""Database and audit as the settings want them. Whoever imports this imports the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sealskill.audit.log import Log
from sealskill.audit.places import places
from sealskill.audit.words import Redact, Spelling
from sealskill.errors import CannotRecord, HostError
from sealskill.model.settings import Secret, Settings
from sealskill.session.secrets import revealed
from sealskill.store import database, private
from sealskill.store.database import Database

_SHORTEST = 32
"""Bytes of a key that a person chose. A word of a dictionary keeps nothing secret."""


def place(settings: Settings, environ: Mapping[str, str]) -> str:
    """Where the database is: a path or a URL, which may hold a password."""
    url = settings.database.url
    return _revealed(url, environ) if url else str(Path(settings.state) / "sealskill.db")


def opened(settings: Settings, environ: Mapping[str, str]) -> Database:
    """The database, made where there was none and brought up to date. Raises CannotRecord."""
    return database.open(place(settings, environ))


def log(settings: Settings, environ: Mapping[str, str], kept: Database, redact: Redact = lambda value: value) -> Log:
    """The audit of a database. Raises CannotRecord where there is no key to be had."""
    asked = settings.audit
    key = known_key(settings, environ) or private.key(_file(settings))
    spelling = Spelling(key=key, arguments=asked.arguments, redact=redact)
    return Log(kept, spelling, places=places(asked.anchor), every=asked.anchor_every)


@contextmanager
def recording(settings: Settings, environ: Mapping[str, str]) -> Iterator[tuple[Database, Log]]:
    """Database and audit, for as long as the block lasts."""
    kept = opened(settings, environ)
    try:
        yield kept, log(settings, environ, kept)
    finally:
        kept.close()


def known_key(settings: Settings, environ: Mapping[str, str]) -> bytes | None:
    """The key of digests and checkpoints; None where none was made yet."""
    if settings.audit.key is None:
        return private.known_key(_file(settings))
    key = _revealed(settings.audit.key, environ).encode()
    if len(key) < _SHORTEST:
        raise CannotRecord(f"audit.key has fewer than {_SHORTEST} bytes", advice="make one: openssl rand -hex 32")
    return key


def _file(settings: Settings) -> Path:
    return Path(settings.state) / "audit.key"


def _revealed(secret: Secret, environ: Mapping[str, str]) -> str:
    try:
        return revealed(secret, environ)
    except HostError as exc:
        raise CannotRecord(str(exc), advice=exc.advice) from exc
