"""Everything a command says goes through here: pages and documents to stdout, words about them to stderr."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sealskill.report.encode import encode, exact
from sealskill.report.page import Page
from sealskill.report.plain import draw, harmless

_PATIENCE = 0.4
"""Seconds of silence before a person wonders."""
_AGAIN = 0.1


def prepare() -> None:
    """Let both streams print any text: what their encoding lacks is escaped, a closed one swallows it."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 -- it lives as long as we do
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if callable(reconfigure := getattr(stream, "reconfigure", None)):  # a captured stream may have none
            reconfigure(errors="backslashreplace")


def colourful() -> bool:
    """Whether a person looks at a terminal that draws, and did not ask for plain text."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """The width of the screen; 120 where there is none."""
    return shutil.get_terminal_size((120, 24)).columns


def show(page: Page) -> None:
    """Print a page: drawn by rich on a terminal, as plain text elsewhere."""
    if colourful():
        from sealskill.cli.frame import colours  # rich costs as much as everything else together

        colours.show(page, columns())
    else:
        sys.stdout.write(draw(page, columns()))


def emit(schema: str, document: object, *, lines: bool = False, indent: int | None = 2) -> None:
    """Print a document as JSON; without `indent`, on one line."""
    sys.stdout.write(encode(schema, document, lines=lines, indent=indent))


def emit_exactly(schema: str, document: object, *, indent: int | None = 2) -> None:
    """Print a document as JSON whose texts are not altered, only escaped as JSON escapes."""
    sys.stdout.write(exact(schema, document, indent=indent))


def flush() -> None:
    """Hand over what was printed so far: a reader waits for it."""
    sys.stdout.flush()


def raw(text: str) -> None:
    """Print a text for another program to the byte, and made harmless where a person looks."""
    text = harmless(text, lines=True) if sys.stdout.isatty() else text
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")


def say(line: str) -> None:
    """Print one line."""
    sys.stdout.write(harmless(line) + "\n")


def hear(line: str) -> None:
    """Tell the person at the terminal one line that is not the answer."""
    sys.stderr.write(harmless(line) + "\n")


@contextmanager
def patience(words: str) -> Iterator[Callable[[int, int], None] | None]:
    """Say what takes so long, on a terminal, and take it back when it is done.

    It is told how many of how many are done; None where nobody looks.
    """
    if not sys.stderr.isatty():
        yield None
        return
    shown = _Shown(words)
    timer = threading.Timer(_PATIENCE, shown.speak)
    timer.daemon = True
    timer.start()
    try:
        yield shown.tell
    finally:
        timer.cancel()
        timer.join()
        shown.end()


class _Shown:
    """One line on standard error that is written over."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.width = 0
        self.spoken = 0.0

    def speak(self) -> None:
        line = f"{self.words}..."
        sys.stderr.write(line + " " * (self.width - len(line)) + "\r")
        sys.stderr.flush()
        self.width, self.spoken = len(line), time.monotonic()

    def tell(self, done: int, total: int) -> None:
        """Only once a person began to wonder, and not faster than anybody reads."""
        if self.width and time.monotonic() - self.spoken > _AGAIN:
            self.words = f"scanning skills: {done} of {total}"
            self.speak()

    def end(self) -> None:
        if self.width:
            sys.stderr.write(" " * self.width + "\r")
