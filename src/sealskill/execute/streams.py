"""What a child writes, kept within caps: the head of its output, the true tail of its errors, and its lines."""

from __future__ import annotations

import codecs
from collections.abc import Callable

LONGEST_LINE = 4_096
"""Characters of one line that are told; the rest of it is the next line."""
MOST_LINES = 2_000
"""Lines of one stream that are told while it runs: a flood must not drown the timeline."""


class Head:
    """The first bytes of a stream."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._kept = bytearray()
        self.truncated = False

    def add(self, data: bytes) -> None:
        """Keep what still fits."""
        room = self._cap - len(self._kept)
        self._kept += data[:room]
        self.truncated = self.truncated or len(data) > room

    @property
    def kept(self) -> bytes:
        """What was kept."""
        return bytes(self._kept)


class Tail:
    """The last bytes of a stream: where a program says why it failed."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._kept = bytearray()
        self.truncated = False

    def add(self, data: bytes) -> None:
        """Keep the new bytes and drop the oldest."""
        self._kept += data[-self._cap :]
        over = len(self._kept) - self._cap
        self.truncated = self.truncated or over > 0 or len(data) > self._cap
        if over > 0:
            del self._kept[:over]

    @property
    def kept(self) -> bytes:
        """What was kept."""
        return bytes(self._kept)


class Lines:
    """Cuts a stream into lines and tells each as it comes, up to a number of them."""

    def __init__(self, told: Callable[[str], None]) -> None:
        self._told = told
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._open = ""
        self._left = MOST_LINES
        self.truncated = False

    def add(self, data: bytes) -> None:
        """Tell every line that ended."""
        if not self._left:
            self.truncated = True
            return
        *whole, self._open = (self._open + self._decode(data)).split("\n")
        for line in whole:
            self._tell(line)
        while len(self._open) > LONGEST_LINE:
            self._tell(self._open[:LONGEST_LINE])
            self._open = self._open[LONGEST_LINE:]

    def end(self) -> None:
        """Tell what stands after the last line break."""
        last, self._open = self._open + self._decode(b"", True), ""
        if last:
            self._tell(last)

    def _tell(self, line: str) -> None:
        for at in range(0, max(len(line), 1), LONGEST_LINE):
            if not self._left:
                self.truncated = True
                return
            self._left -= 1
            self._told(line[at : at + LONGEST_LINE].rstrip("\r"))
