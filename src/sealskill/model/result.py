"""What a session hands back: the result of a call, and the text of an activated skill."""

from __future__ import annotations

import json
from typing import Any

from sealskill.model.decision import Decision
from sealskill.model.question import Answer
from sealskill.model.tool import Outcome, Why
from sealskill.model.value import Value


class Result(Value):
    """What became of one call. A refusal is a result, too."""

    call: str
    """The id of the call; the audit and the timeline know it by the same."""
    tool: str
    decision: Decision
    outcome: Outcome
    answer: Answer | None = None
    """What a person said, where one was asked."""

    @property
    def ok(self) -> bool:
        """Whether it ran to its end."""
        return self.outcome.why is Why.OK

    @property
    def value(self) -> Any:
        """The tool's own value, verbatim; None unless it went well."""
        return self.outcome.result

    @property
    def origin(self) -> str:
        """Where the value came from, so that a host can mark it untrusted."""
        return self.outcome.origin

    @property
    def content(self) -> str:
        """What the model is given: the value as it is, or what went wrong with exit code, signal and the tail."""
        if self.ok and self.outcome.stdout:
            return self.outcome.stdout.strip()  # what a skill printed: its numbers and order are its own
        if self.ok:
            return self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)
        return json.dumps(self.failure, ensure_ascii=False)

    @property
    def failure(self) -> dict[str, Any]:
        """What went wrong, in words a model can act on; empty where nothing did."""
        if self.ok:
            return {}
        told = self.outcome
        said = {
            "error": told.error, "why": told.why.value, "advice": told.advice, "exit": told.exit, "signal": told.signal,
            "stdout": told.stdout, "stderr": told.stderr, "truncated": list(told.truncated),
        }  # fmt: skip
        return {key: value for key, value in said.items() if value not in ("", None, [])}


class Activated(Value):
    """The text of a skill that counts from now on."""

    name: str
    key: str
    seal: str
    text: str
    """The body in its wrapping, with the skill's folder and files; a short note where it is in the context already."""
    folder: str = ""
    """The sealed copy."""
    fresh: bool = True
    """False where it was active already and the text is the note."""
    keep: bool = True
    """A host that compacts its context keeps this text: without it the model forgets what it was told to do."""
