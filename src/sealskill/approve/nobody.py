"""Nobody: every question is a no. For programs that run where nobody looks."""

from __future__ import annotations

from sealskill.model.question import Answer, Ending, Question


class Nobody:
    """The approver that asks nobody, and remembers nothing."""

    async def ask(self, question: Question) -> Answer:
        """A no."""
        return Answer(
            ending=Ending.NOBODY,
            reason="there is nobody who could be asked",
            advice="ask at a terminal, or let the question wait in the queue for somebody else",
        )
