"""How a call would be run, for a person who wants to see it first. Nothing is decided, asked, fetched or run."""

from __future__ import annotations

from sealskill.errors import CannotRun, Failed
from sealskill.execute import prepare
from sealskill.model.plan import Plan
from sealskill.session import boundaries, skill_tools, touching
from sealskill.session.desk import Desk
from sealskill.session.dispatch import Asked
from sealskill.session.running import as_asked

_FRESH = "(a folder of its own)"


def plan(desk: Desk, asked: Asked) -> Plan:
    """The plan of a call of a skill's tool, with the names of its variables and no value.

    Raises Failed for any other tool and for arguments that do not fit, CannotRun where it could not run, CannotSeal.
    """
    desk.moment()
    tool = desk.tools.get(asked.tool)
    ready = desk.named(tool.known.owner) if tool is not None and tool.known.owner else None
    if tool is None or ready is None:
        raise Failed(f"{asked.tool} is not the tool of a skill")
    arguments = desk.checker(tool).check(asked.arguments)
    if arguments.fault:
        raise Failed(arguments.fault, advice="call it with arguments that fit its schema")
    wanted = touching.found(desk, tool, asked, arguments)
    if wanted.fault:
        raise CannotRun(wanted.fault, advice=wanted.advice)
    spec = next(one for one in ready.skill.manifest.tools if one.entry and one.name == tool.name)
    what = as_asked(skill_tools.entering(desk, ready, spec, arguments.values), whole=skill_tools.OUTPUT)
    env = dict.fromkeys((*wanted.handed.ours, *wanted.handed.kept), "")
    copy = str(desk.snapshot.sealed_copy(ready))
    if boundaries.free(desk, ready):
        return prepare.unconfined(what, env, _FRESH, boundaries.held(ready, copy))
    return boundaries.plan(desk, ready, copy, what, env)
