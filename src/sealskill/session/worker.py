"""One process of a crew: it reads packages from its input, scans them and writes what it found to its output.

A message is four bytes of length and msgpack. In: a list of subjects and the ids of rules. Out: one answer for
each, in order. It ends with its input, and leaves Ctrl-C to whoever started it.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import IO

import msgspec

from sealskill.model.value import Value
from sealskill.read.whole import Subject
from sealskill.session.examiner import YOUNG, Examined, examine, failed, prepare


class Chunk(Value):
    """Some packages for one process."""

    subjects: tuple[Subject, ...]
    only: tuple[str, ...] = ()
    matcher: bytes = b""
    """The compiled anchors, if somebody has them."""


_DECODE = msgspec.msgpack.Decoder(Chunk)
_ENCODE = msgspec.msgpack.Encoder()


def send(stream: IO[bytes], message: bytes) -> None:
    """Write one message."""
    stream.write(len(message).to_bytes(4, "big") + message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Read one message; None at the end of the stream, also where it ends half-way."""
    head = stream.read(4)
    size = int.from_bytes(head, "big")
    message = stream.read(size) if len(head) == 4 else b""
    return message if len(head) == 4 and len(message) == size else None


def serve(source: IO[bytes], target: IO[bytes]) -> None:
    """Answer every message until there are no more."""
    gc.set_threshold(*YOUNG)
    ready = False
    while (message := receive(source)) is not None:
        chunk = _DECODE.decode(message)
        ready = ready or _ready(chunk.matcher)
        for subject in chunk.subjects:
            send(target, _answer(subject, chunk.only))


def _ready(matcher: bytes) -> bool:
    """Whether rules and matcher are loaded. They stay to the end of the process: never searched for garbage again."""
    try:
        prepare(matcher)
    except Exception:  # noqa: BLE001  what cannot be loaded is told by each package, which is not scanned then
        return False
    gc.freeze()  # once: what is garbage by then would be kept for ever
    return True


def _answer(subject: Subject, only: tuple[str, ...]) -> bytes:
    """The report as a message; a package that cannot be scanned or told of has a report that says so."""
    try:
        found: Examined = examine(subject, only)
    except Exception as exc:  # noqa: BLE001  whatever it was, this package was not scanned and the next one can be
        found = failed(f"{type(exc).__name__}: {exc}")
    try:
        return _ENCODE.encode(found)
    except (ValueError, TypeError, OverflowError) as exc:
        return _ENCODE.encode(failed(f"its report cannot be written down: {type(exc).__name__}"))


def main() -> None:
    """Serve on the standard streams. Whatever else prints goes nowhere: it would end up between two messages."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    silent = os.open(os.devnull, os.O_RDWR)
    os.dup2(silent, 0)
    os.dup2(silent, 1)
    sys.stdout = sys.stderr
    serve(source, target)
