"""The terminal of this process, whatever its standard streams are: a pipe is not a person."""

from __future__ import annotations

import os
import select
import shutil
import termios
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from sealskill.errors import Refused

DEVICE = Path("/dev/tty")
_LONGEST = 4096
_BEAT_SECONDS = 0.25
"""How often a wait looks whether it is to end."""


class TooLate(Exception):
    """Nobody typed anything in time, or nobody waits for it any more."""


class Tty:
    """A terminal that is open. What was typed before it was asked for is thrown away: it answers nothing unseen."""

    def __init__(self, device: Path = DEVICE, enough: Callable[[], bool] = lambda: False) -> None:
        self._enough = enough
        try:
            self._handle = os.open(device, os.O_RDWR | os.O_NOCTTY | getattr(os, "O_CLOEXEC", 0))
        except OSError as exc:
            raise Refused("there is no terminal", advice="run it where a person sits") from exc
        if not os.isatty(self._handle):
            os.close(self._handle)
            raise Refused("there is no terminal", advice="run it where a person sits")

    def __enter__(self) -> Tty:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        try:
            size = os.get_terminal_size(self._handle)
        except OSError:
            return shutil.get_terminal_size()
        # One that was never told says 0: whoever reads it has a usual screen, and not none.
        return size.columns or 80, size.lines or 24

    def write(self, text: str) -> None:
        """Show a text that is known to be harmless."""
        data = text.encode("ascii", "backslashreplace")
        while data:
            data = data[os.write(self._handle, data) :]

    def line(self, prompt: str) -> str:
        """What is typed after a prompt, without the spaces around it. Raises TooLate."""
        return self._asked(prompt, echo=True).strip()

    def secret(self, prompt: str) -> str:
        """The same, unseen, as it was typed."""
        try:
            return self._asked(prompt, echo=False)
        finally:
            self.write("\n")

    def _asked(self, prompt: str, *, echo: bool) -> str:
        before = termios.tcgetattr(self._handle)
        wanted = [*before[:3], _flags(before[3], echo=echo), *before[4:]]
        try:
            termios.tcsetattr(self._handle, termios.TCSAFLUSH, wanted)
            self.write(prompt)
            return self._read()
        finally:
            termios.tcsetattr(self._handle, termios.TCSADRAIN, before)

    def _read(self) -> str:
        found = b""
        while not found.endswith(b"\n"):
            while not select.select([self._handle], [], [], _BEAT_SECONDS)[0]:
                if self._enough():
                    raise TooLate
            more = os.read(self._handle, _LONGEST)
            if not more or len(found) > _LONGEST:
                raise TooLate
            found += more
        return found.decode("utf-8", "replace").rstrip("\r\n")


def _flags(flags: int, *, echo: bool) -> int:
    flags |= termios.ICANON | termios.ISIG
    return flags | termios.ECHO if echo else flags & ~termios.ECHO


def there(device: Path = DEVICE) -> bool:
    """Whether there is a terminal."""
    try:
        with Tty(device):
            return True
    except Refused:
        return False
