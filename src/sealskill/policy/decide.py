"""What may become of a call. Every step is asked, the strictest wins, and all reasons are kept.

    1. tool           is it registered at all?
    2. persona        does the persona see it?
    3. group          is it enabled for the group?
    4. always denied  is a stranger loaded while it steers the installation?
    5. capabilities   does every skill that counts cover it itself?
    6. class          may this mode do what it can do to the world?
    7. grants         were hosts, paths and secrets given to whom it is for?
    8. limits         is there anything left to spend, and is nothing stopped?

Deciding looks at nothing besides its two arguments. The caller still owes: what the call would touch (`Tool.touches`)
and a context made for this very moment.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sealskill.model.call import Call
from sealskill.model.context import Context
from sealskill.model.decision import Decision, Ruling, Step, decided
from sealskill.policy import capability, grants, limits, permission, persona, standing


def decide(call: Call, context: Context) -> Decision:
    """The decision of a call in a context: always the same for the same two."""
    return decided(_unasked(one) if context.inside_run else one for one in _steps(call, context))


def _steps(call: Call, context: Context) -> Iterator[Step]:
    yield standing.tool(call, context)
    yield persona.step(call, context)
    yield standing.group(call, context)
    yield standing.always_denied(call, context)
    yield capability.step(call, context)
    yield permission.step(call, context)
    yield from grants.steps(call, context)
    yield limits.step(call, context)


def _unasked(step: Step) -> Step:
    """From inside a run nobody is asked: whoever runs there would be asking for itself."""
    if step.ruling in (Ruling.ALLOW, Ruling.DENY):
        return step
    reason = f"{step.reason}; a call from inside a run never asks"
    return msgspec.structs.replace(step, ruling=Ruling.DENY, reason=reason)
