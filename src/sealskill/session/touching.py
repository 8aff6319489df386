"""What a call would touch, and for which skill it is: found out before anybody decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealskill.errors import Error
from sealskill.execute import env
from sealskill.model.call import Call, Touches
from sealskill.model.skill import Ready
from sealskill.model.tool import Place, Tool
from sealskill.model.value import Value
from sealskill.session import boundaries, environs, lending
from sealskill.session.arguments import Arguments
from sealskill.session.desk import ADVICE, Desk
from sealskill.session.tooling import tool_settings

if TYPE_CHECKING:
    from sealskill.session.dispatch import Asked

NO_BOUNDARY = "there is no boundary to run it in"


class Wanted(Value):
    """A call as it is decided about."""

    call: Call
    ready: Ready | None = None
    """The skill it is made for, or that brings the tool."""
    fault: str = ""
    """Why it cannot be done whatever is decided."""
    advice: str = ""
    inside_run: bool = False
    handed: env.Wanted = env.Wanted()
    """The variables a child would be given, by name."""

    @property
    def seal(self) -> str:
        """The seal of the skill it is made for."""
        return self.ready.seal or "" if self.ready else ""


def found(desk: Desk, tool: Tool | None, asked: Asked, arguments: Arguments) -> Wanted:
    """The call with everything a decision looks at."""
    call = Call(id=asked.id, tool=asked.tool, arguments=arguments.values, principal=desk.principal, skill=asked.skill)
    if tool is None or arguments.fault:
        return Wanted(call=call, inside_run=asked.inside_run)
    key = tool.known.owner or asked.skill or named(desk, tool, arguments)
    ready = desk.named(key) if key else None
    if key and ready is None:
        no = f"no skill {key!r} is ready in this session"
        return Wanted(call=call, fault=no, advice="`sealskill list` shows why", inside_run=asked.inside_run)
    try:
        place = replace(desk.place, settings=tool_settings(desk.settings).get(tool.name, {}))
        touches = _touched(desk, tool, arguments, place, ready)
    except Error as exc:
        return Wanted(call=call, fault=str(exc), advice=exc.advice, inside_run=asked.inside_run)
    except Exception as exc:  # noqa: BLE001  a tool of a host may do anything; what cannot be told is no nothing
        no = f"what {tool.name} would touch cannot be told: {type(exc).__name__}: {exc}"
        return Wanted(call=call, fault=no, inside_run=asked.inside_run)
    handed = environs.wanted(desk, ready, tool) if lending.starts(touches) or touches.secrets else env.Wanted()
    touches = lending.touched(touches, handed)
    call = replace(call, skill=ready.skill.key if ready else "", touches=touches)
    return Wanted(call=call, ready=ready, handed=handed, inside_run=asked.inside_run, **_runnable(desk, ready, touches))


def named(desk: Desk, tool: Tool, arguments: Arguments) -> str:
    """The skill a call names, or the only active one, where the tool takes one at all."""
    if "skill" not in tool.schema.get("properties", {}):
        return ""
    return lending.lender(arguments.values.get("skill"), desk.active.lending)


def _touched(desk: Desk, tool: Tool, arguments: Arguments, place: Place, ready: Ready | None) -> Touches:
    """What a call would touch. Whether there is a boundary is found out only for what would run in one."""
    held = tool.touches(arguments.values, replace(place, confined=True))
    loose = tool.touches(arguments.values, place)
    said: tuple[object, ...] = (held, loose)
    if not all(isinstance(one, Touches) for one in said):
        raise TypeError("it says something else")
    if held == loose or boundaries.free(desk, ready):
        return loose
    return held if desk.missing() is None else loose


def _runnable(desk: Desk, ready: Ready | None, touches: Touches) -> dict[str, str]:
    if not touches.unconfined or boundaries.free(desk, ready):
        return {}
    missing = desk.missing()
    said = str(missing) if missing else NO_BOUNDARY
    advice = f"{missing.advice}; {ADVICE}" if missing and missing.advice not in ("", ADVICE) else ADVICE
    return {"fault": said if NO_BOUNDARY in said else f"{NO_BOUNDARY}: {said}", "advice": advice}
