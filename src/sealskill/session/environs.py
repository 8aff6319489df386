"""The environment of what a call runs: named before the decision, fetched after it, handed to that child only."""

from __future__ import annotations

import os
from collections.abc import Iterable

from msgspec.structs import replace

from sealskill.execute import env
from sealskill.model.call import Call
from sealskill.model.event import Happening
from sealskill.model.skill import Ready
from sealskill.model.tool import Tool
from sealskill.session import standing
from sealskill.session.desk import Desk
from sealskill.session.secrets import revealed


def wanted(desk: Desk, ready: Ready | None, tool: Tool) -> env.Wanted:
    """What a child of this call would be given, by name: nothing is fetched."""
    if ready is None:
        return env.of_nobody(desk.environ)
    entry = desk.settings.entry(ready.skill.key)
    granted = [name for one in standing.grants(desk, ready) for name in one.env]
    spec = next((one for one in ready.skill.manifest.tools if one.entry and one.name == tool.name), None)
    if spec is not None and tool.known.owner:
        return env.of_tool(ready, spec, desk.environ, entry=entry, granted=granted)
    return env.of_text(ready, desk.environ, entry=entry, granted=granted)


def filled(desk: Desk, call: Call, handed: env.Wanted, scratch: str) -> dict[str, str]:
    """The values. From here on no secret among them is told to anybody. Raises HostError where one is missing."""
    found = env.filled(handed, desk.environ, lambda secret: revealed(secret, desk.environ), scratch)
    hidden = {name: value for name, value in found.secrets.items() if not _place(value)}
    told = {"withheld": withheld(found.dropped), "not_hidden": desk.redactor.learn(hidden)}
    data = {what: names for what, names in told.items() if names}
    if data:
        desk.timeline.tell(Happening.WITHHELD, call=call.id, tool=call.tool, skill=call.skill, data=data)
    return dict(found.values)


def _place(value: str) -> bool:
    """Whether a value is the path of something that is there: no secret, and every other result would name it."""
    return os.path.isabs(value) and os.path.lexists(value)


def withheld(dropped: Iterable[env.Dropped]) -> dict[str, str]:
    """What is not handed over, and why."""
    return {one.name: one.why for one in dropped}


def variables(desk: Desk, call: Call, handed: env.Wanted, names: Iterable[str]) -> dict[str, str]:
    """The secrets a request names, and no others: what it does not name is not fetched."""
    asked = set(names)
    some = replace(
        handed,
        ours=tuple(name for name in handed.ours if name in asked),
        kept={name: secret for name, secret in handed.kept.items() if name in asked},
        dropped=tuple(one for one in handed.dropped if one.name in asked),
    )
    return filled(desk, call, some, "") if asked else {}
