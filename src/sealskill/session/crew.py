"""Many packages are scanned by several processes.

Each process is a Python of our own that is handed packages in chunks, so that starting it is paid once. It answers
package by package; where it dies, the package it had in hand is the one that is not scanned, and says so.
"""

from __future__ import annotations

import gc
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import IO

import msgspec

from sealskill.read.whole import Subject
from sealskill.session.examiner import YOUNG, Examined, examine, failed, prepare
from sealskill.session.worker import Chunk, receive, send

ALONE = 48
"""Packages up to which one process is faster: a second one needs half a second to start."""
_PER_CHUNK = 16
_CHUNK_BYTES = 2 << 20
_AHEAD = 4
"""Chunks per process that may be on their way: memory does not grow with the number of packages."""
PATIENCE_SECONDS = 120.0
"""The longest one package may take: the slowest real one takes a tenth of a second."""

_ENCODE = msgspec.msgpack.Encoder()
_DECODE = msgspec.msgpack.Decoder(Examined)


def processors() -> int:
    """How many processes can run here at once."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def examined(
    subjects: Sequence[Subject], jobs: int = 0, only: Sequence[str] = (), patience: float = PATIENCE_SECONDS,
    matcher: bytes = b"",
) -> Iterator[Examined]:  # fmt: skip
    """The report on each package, in order. `jobs` are the processes; 0 is one for each processor.

    `matcher` is what `examiner.prepare` gave: without it each process compiles the anchors itself.
    """
    wanted = min(jobs or processors(), -(-len(subjects) // _PER_CHUNK))
    if wanted <= 1 or (not jobs and len(subjects) <= ALONE):
        yield from _alone(subjects, only, matcher)
        return
    crew = _Crew(wanted, tuple(only), patience, matcher)
    try:
        yield from crew.run(subjects)
    finally:
        crew.stop()


def _alone(subjects: Sequence[Subject], only: Sequence[str], matcher: bytes) -> Iterator[Examined]:
    """One after the other, in this process. Documents know each other in rings, so garbage has to be searched for."""
    collecting, thresholds = gc.isenabled(), gc.get_threshold()
    with suppress(Exception):  # what cannot be loaded is told by each package, which is not scanned then
        prepare(matcher)
    for subject in subjects:
        gc.enable()
        gc.set_threshold(*YOUNG)
        found = _guarded(subject, only)
        gc.set_threshold(*thresholds)
        if not collecting:
            gc.disable()
        yield found


def _guarded(subject: Subject, only: Sequence[str]) -> Examined:
    try:
        return examine(subject, only)
    except Exception as exc:  # noqa: BLE001  whatever it was, this package was not scanned and the next one can be
        return failed(f"{type(exc).__name__}: {exc}")


def _chunks(subjects: Iterable[Subject]) -> Iterator[list[Subject]]:
    chunk: list[Subject] = []
    size = 0
    for subject in subjects:
        chunk.append(subject)
        size += sum(entry.size for entry in subject.tree.entries)
        if len(chunk) >= _PER_CHUNK or size >= _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


class _Crew:
    """The processes of one scan. One thread for each hands it chunks and takes its answers."""

    def __init__(self, size: int, only: tuple[str, ...], patience: float, matcher: bytes) -> None:
        self.only = only
        self.matcher = matcher
        self.patience = patience
        self.todo: queue.Queue[tuple[int, list[Subject]] | None] = queue.Queue()
        self.done: queue.Queue[tuple[int, list[Examined]]] = queue.Queue()
        self.hands = [_Hand(self) for _ in range(size)]

    def run(self, subjects: Sequence[Subject]) -> Iterator[Examined]:
        for hand in self.hands:
            hand.start()
        chunks = enumerate(_chunks(subjects))
        given = sum(self._give(chunks) for _ in range(_AHEAD * len(self.hands)))
        waiting: dict[int, list[Examined]] = {}
        told = 0
        while told < given:
            if told not in waiting:
                number, answers = self.done.get()
                waiting[number] = answers
                continue
            yield from waiting.pop(told)
            told += 1
            given += self._give(chunks)

    def _give(self, chunks: Iterator[tuple[int, list[Subject]]]) -> int:
        chunk = next(chunks, None)
        if chunk is not None:
            self.todo.put(chunk)
        return int(chunk is not None)

    def stop(self) -> None:
        for _ in self.hands:
            self.todo.put(None)
        for hand in self.hands:
            hand.end()


class _Hand(threading.Thread):
    """One process and the thread that serves it."""

    def __init__(self, crew: _Crew) -> None:
        super().__init__(daemon=True, name="sealskill-scan")
        self.crew = crew
        self.process: subprocess.Popen[bytes] | None = None
        self.ended = False
        self.lock = threading.Lock()

    def run(self) -> None:
        while (chunk := self.crew.todo.get()) is not None and not self.ended:
            number, subjects = chunk
            self.crew.done.put((number, self._scanned(subjects)))

    def _scanned(self, subjects: list[Subject]) -> list[Examined]:
        """One answer for each, whatever happens: who waits for them must not wait for ever."""
        answers: list[Examined] = []
        while len(answers) < len(subjects):
            left = subjects[len(answers) :]
            try:
                message = _ENCODE.encode(Chunk(subjects=tuple(left), only=self.crew.only, matcher=self._matcher()))
            except (ValueError, TypeError, OverflowError):  # a name or value that no message can hold
                return [*answers, *(_guarded(one, self.crew.only) for one in left)]
            try:
                self._ask(message, answers, len(subjects))
            except (OSError, ValueError, msgspec.MsgspecError) as exc:  # ValueError: its pipe was closed meanwhile
                self._let_go()
                answers.append(failed(f"the process that scanned it failed: {exc}"))
        return answers

    def _ask(self, message: bytes, answers: list[Examined], wanted: int) -> None:
        """Collect answers until all are there. Raises OSError where the process ends before."""
        process = self._process()
        assert process.stdin is not None  # noqa: S101  both are pipes
        assert process.stdout is not None  # noqa: S101
        with suppress(BrokenPipeError):  # why it is gone is told by its exit code, below
            send(process.stdin, message)
        while len(answers) < wanted:
            answer = self._patiently(process, process.stdout)
            if answer is None:
                raise OSError(f"it ended with exit code {process.wait()}")
            answers.append(_DECODE.decode(answer))

    def _patiently(self, process: subprocess.Popen[bytes], stream: IO[bytes]) -> bytes | None:
        late = threading.Event()

        def tire() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self.crew.patience, tire)
        timer.daemon = True
        timer.start()
        answer = receive(stream)
        timer.cancel()
        if answer is None and late.is_set():
            raise OSError(f"it took longer than {self.crew.patience:g} seconds")
        return answer

    def _process(self) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.ended:
                raise OSError("the scan was stopped")
            if self.process is None:
                self.process = subprocess.Popen(_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            return self.process

    def _matcher(self) -> bytes:
        """The compiled anchors, for a process that has none yet."""
        return self.crew.matcher if self.process is None else b""

    def _let_go(self) -> None:
        with self.lock:
            process, self.process = self.process, None
        if process is not None:
            process.kill()
            _ended(process)

    def end(self) -> None:
        self.ended = True
        self._let_go()


def _ended(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):  # what was not written yet is for nobody
                stream.close()
    process.wait()


def _command() -> list[str]:
    """A Python that finds modules where we do, and nowhere else: the current folder may be a stranger's."""
    places = [os.path.abspath(place) for place in sys.path if place]
    start = f"import sys; sys.path[:] = {places!r}; from sealskill.session.worker import main; main()"
    return [sys.executable, "-P", "-c", start]
