"""What a session is told of what its calls reach: each connection is an entry of the audit and an event."""

from __future__ import annotations

import shlex

from sealskill.execute.egress import Border
from sealskill.model.crossing import Act, Crossing
from sealskill.model.event import Happening
from sealskill.session import recording
from sealskill.session.desk import Desk
from sealskill.session.touching import Wanted


def of(desk: Desk, wanted: Wanted) -> Border:
    """The border of one call. What it is told raises CannotRecord, and then nothing crosses."""

    async def told(one: Crossing) -> None:
        await desk.record(recording.crossing(desk, wanted, one))
        call = wanted.call
        data = {"act": one.act.value, "place": one.place, "grant": one.grant}
        desk.timeline.tell(
            Happening.EGRESS, words(one, call.skill), call=call.id, tool=call.tool, skill=call.skill, data=data
        )

    return Border(told=told, resolve=desk.network.resolve, dial=desk.network.connect)


def words(one: Crossing, skill: str) -> str:
    """A connection in a line, with what would allow it."""
    if one.act is Act.OPENED:
        return f"{one.place} is reached at {one.address}"
    if one.act is Act.CLOSED:
        why = f": {one.reason}" if one.reason else ""
        return f"{one.place} is left, {one.sent} bytes sent, {one.received} received{why}"
    advice = f" (sealskill grants add {shlex.quote(skill or 'KEY')} --egress {one.grant})" if one.grant else ""
    return f"{one.place or 'what cannot be read'} {one.act.value}: {one.reason}{advice}"
