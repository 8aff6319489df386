"""A terminal of our own, and hands that type at it."""

from __future__ import annotations

import os
import select
from pathlib import Path

from sealskill.model.value import Value

_PATIENCE_SECONDS = 30


class Screen(Value):
    """The far end of a terminal."""

    handle: int
    device: Path
    seen: list[str]
    """Everything that was shown, piece by piece."""
    left: list[str]
    """What was read and nobody waited for yet."""

    def until(self, words: str) -> str:
        """Everything that is shown up to some words. Raises TimeoutError when they never come."""
        text = "".join(self.left)
        while words not in text:
            if not select.select([self.handle], [], [], _PATIENCE_SECONDS)[0]:
                raise TimeoutError(text)
            text += os.read(self.handle, 4096).decode()
        end = text.index(words) + len(words)
        self.left[:] = [text[end:]]
        self.seen.append(text[:end])
        return text[:end]

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def answer(self, prompt: str, text: str) -> str:
        """Wait for a prompt and answer it; what was shown until then."""
        shown = self.until(prompt)
        self.type(text + "\n")
        return shown
