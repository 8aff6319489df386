"""What a command said, as the model is told it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.tool import Outcome, Why

CAP = 32_000
"""Characters of one stream: about 8,000 tokens. Of more, the beginning and the end."""


def told(outcome: Outcome) -> Mapping[str, Any]:
    """How it ended and what it said, with every stream named of which something was left out."""
    streams = {"stdout": outcome.stdout, "stderr": outcome.stderr}
    short = {name: shortened(text) for name, text in streams.items()}
    cut = tuple(name for name in streams if name in outcome.truncated or short[name] != streams[name])
    said: dict[str, Any] = {"exit": outcome.exit, **short, "truncated": list(cut)}
    if outcome.signal is not None:
        said["signal"] = outcome.signal
    if outcome.why not in (Why.OK, Why.FAILED):
        said["why"] = outcome.why.value
    return {**said, **{name: text for name in ("error", "advice") if (text := getattr(outcome, name))}}


def shortened(text: str, cap: int = CAP) -> str:
    """A text, or its beginning and its end with a word between them on how much was left out."""
    if len(text) <= cap:
        return text
    half = cap // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"
