"""A checkpoint: what the chain was at one moment, written where whoever edits the database cannot reach."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator

import msgspec

from sealskill.model.value import Value

_MARK = '{"sealskill.checkpoint":1,'
"""How every checkpoint begins. A syslog daemon writes its own words before it."""
_LONGEST = 4096


class Checkpoint(Value):
    """One number, and the hash of the entry that had it."""

    sequence: int
    hash: str
    time: int
    """Microseconds since 1970."""
    key: str
    """Which key made it."""
    mac: str


class Stray(Value):
    """A line among checkpoints that is none."""

    line: int


def name_of(key: bytes) -> str:
    """What a key goes by. It says nothing of the key."""
    return hashlib.sha256(b"sealskill audit key\0" + key).hexdigest()[:16]


def made(sequence: int, hash: str, time: int, key: bytes) -> Checkpoint:
    """A checkpoint that only who holds the key can make."""
    return Checkpoint(
        sequence=sequence, hash=hash, time=time, key=name_of(key), mac=_mac(sequence, hash, time, key)
    )  # fmt: skip


def genuine(one: Checkpoint, key: bytes) -> bool:
    """Whether a checkpoint was made with this key, and is as it was made."""
    return hmac.compare_digest(one.mac, _mac(one.sequence, one.hash, one.time, key))


def _mac(sequence: int, hash: str, time: int, key: bytes) -> str:
    derived = hmac.digest(key, b"sealskill audit checkpoint", hashlib.sha256)
    return hmac.new(derived, msgspec.msgpack.encode((sequence, hash, time)), hashlib.sha256).hexdigest()


def line(one: Checkpoint) -> str:
    """A checkpoint as one line of ASCII."""
    return _MARK + msgspec.json.encode(one).decode()[1:]


def read(lines: Iterable[str]) -> Iterator[Checkpoint | Stray]:
    """Yield every checkpoint of some lines, and each line that is none. Blank lines are nothing."""
    for number, text in enumerate(lines, 1):
        if text.strip():
            yield _read(text) or Stray(line=number)


def _read(text: str) -> Checkpoint | None:
    start = text.find(_MARK)
    if start < 0 or len(text) > _LONGEST:
        return None
    try:
        found, _ = json.JSONDecoder().raw_decode(text[start:])
        return msgspec.convert(found, Checkpoint)
    except (ValueError, RecursionError):
        return None
