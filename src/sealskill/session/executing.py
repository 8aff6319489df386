"""Step seven: a tool is run with its hands, and whatever happens becomes an outcome."""

from __future__ import annotations

import asyncio
import logging
import traceback
from typing import Any

from msgspec.structs import replace

from sealskill.errors import CannotRecord, CannotRun, Error, Refused
from sealskill.model.event import Happening
from sealskill.model.tool import Outcome, Tool, Why
from sealskill.session import entering, lending
from sealskill.session.desk import Desk
from sealskill.session.hands import SessionHands
from sealskill.session.threads import away
from sealskill.session.touching import Wanted

_log = logging.getLogger(__name__)


async def execute(desk: Desk, tool: Tool, wanted: Wanted) -> Outcome:
    """Run a tool. Raises CannotRecord; whatever else goes wrong is an outcome, being cancelled too."""
    call = wanted.call
    desk.meter.began(call.id)
    try:
        if tool.known.owner or lending.starts(call.touches) or call.touches.reads:
            await away(entering.enter, desk, tool, wanted)
        outcome = await _run(desk, tool, wanted)
    except asyncio.CancelledError:
        # Whoever cancelled waits for the outcome: a call that was let through has one.
        why = desk.cancelled.get(call.id, "it was cancelled")
        outcome = Outcome(why=Why.CANCELLED, error=why)
    finally:
        seconds = desk.meter.ended(call.id)
    told = outcome if outcome.origin else replace(outcome, origin=entering.origin(desk, tool, wanted))
    return _redacted(desk, replace(told, seconds=told.seconds or seconds))


async def _run(desk: Desk, tool: Tool, wanted: Wanted) -> Outcome:
    try:
        value = await tool.run(wanted.call.arguments, SessionHands(desk, wanted))
    except CannotRecord:
        raise
    except (Refused, CannotRun) as exc:
        return Outcome(why=Why.REFUSED, error=str(exc), advice=exc.advice)
    except Error as exc:
        return Outcome(why=Why.FAILED, error=str(exc), advice=exc.advice)
    except Exception as exc:  # noqa: BLE001  a tool of a host may do anything, and its session goes on
        _log.debug("%s failed: %s", tool.name, desk.redactor.text("".join(traceback.format_exception(exc))))
        return Outcome(why=Why.FAILED, error=f"{tool.name} failed: {type(exc).__name__}: {exc}")
    return value if isinstance(value, Outcome) else Outcome(why=Why.OK, result=value)


def _redacted(desk: Desk, outcome: Outcome) -> Outcome:
    hide = desk.redactor.text
    return replace(
        outcome, result=desk.redactor.value(outcome.result), error=hide(outcome.error), advice=hide(outcome.advice),
        stdout=hide(outcome.stdout), stderr=hide(outcome.stderr),
    )  # fmt: skip


def tell(desk: Desk, wanted: Wanted, outcome: Outcome) -> None:
    """Tell the timeline how a call ended."""
    call = wanted.call
    at: dict[str, Any] = {"call": call.id, "tool": call.tool, "skill": call.skill}
    if outcome.truncated:
        desk.timeline.tell(Happening.TRUNCATED, ", ".join(outcome.truncated), **at)
    data = {
        "why": outcome.why.value, "exit": outcome.exit, "signal": outcome.signal, "seconds": outcome.seconds,
        "origin": outcome.origin, "layers": list(outcome.layers),
    }  # fmt: skip
    desk.timeline.tell(Happening.FINISHED, outcome.error, data=data, **at)
