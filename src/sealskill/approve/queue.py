"""The queue: a question waits in the database, and somebody answers it from elsewhere."""

from __future__ import annotations

from sealskill.approve.asking import Asking, Reply
from sealskill.model.change import Change
from sealskill.model.question import Ending


class Queue(Asking):
    """The approver that waits for nobody: whoever asks again after a yes may go on, once."""

    async def _put(self, change: Change) -> Reply:
        return Reply(ending=Ending.WAITING)
