"""The environment of what a call runs: named before the decision, fetched after it, handed to that child only."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sealskill.execute import env
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


def filled(desk: Desk, handed: env.Wanted, scratch: str) -> dict[str, str]:
    """The values. From here on no secret among them is told to anybody. Raises HostError where one is missing."""
    found = env.filled(handed, desk.environ, lambda secret: revealed(secret, desk.environ), scratch)
    desk.redactor.learn(found.secrets)
    return dict(found.values)


def variables(desk: Desk, handed: env.Wanted, names: Iterable[str]) -> dict[str, str]:
    """The secrets a request names, and no others: what it does not name is not fetched."""
    asked = set(names)
    some = replace(
        handed,
        ours=tuple(name for name in handed.ours if name in asked),
        kept={name: secret for name, secret in handed.kept.items() if name in asked},
    )
    return filled(desk, some, "") if asked else {}
