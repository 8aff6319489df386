"""The tool of a `skill.json`: its own name, description and schema, its arguments on standard input, its result on
standard output."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sealskill.execute import prepare
from sealskill.execute.backend import Done
from sealskill.model.call import Touches
from sealskill.model.manifest import ToolSpec
from sealskill.model.skill import Ready
from sealskill.model.tool import Hands, Outcome, Place, Running, Tool, Why
from sealskill.model.tools import KnownTool, Tier
from sealskill.session import boundaries
from sealskill.session.desk import Desk
from sealskill.session.hands import SessionHands
from sealskill.session.running import Run, outcome
from sealskill.session.threads import away

OUTPUT = 16 * 1024 * 1024
"""Bytes of one result: what the format's first loader takes."""
_SHOWN = 200


def of(ready: Ready) -> Iterator[Tool]:
    """The tools a skill brings that run something of its own."""
    for spec in ready.skill.manifest.tools:
        if spec.entry:
            yield _tool(ready, spec)


def _tool(ready: Ready, spec: ToolSpec) -> Tool:
    known = KnownTool(
        name=spec.name, tier=Tier.ALLOWED, tool_class=spec.tool_class, why=f"runs {spec.entry} of {ready.skill.name}",
        owner=ready.skill.key, seal=ready.seal or "", trust=ready.trust.level,
    )  # fmt: skip

    def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
        # The sealed copy is not made for a call that nobody has allowed yet: what would run is named, not looked up.
        return Touches(argv=(spec.entry,), unconfined=not place.confined)

    async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
        assert isinstance(hands, SessionHands)  # noqa: S101  a tool of a skill is only ever run by a session
        return await _entered(hands, spec)

    return Tool(known=known, description=spec.description, schema=spec.schema, touches=touches, run=run)


async def _entered(hands: SessionHands, spec: ToolSpec) -> Outcome:
    """Run the entry from the sealed copy, and take its one JSON value. Raises CannotRun or CannotSeal."""
    desk, wanted = hands.desk, hands.wanted
    assert wanted.ready is not None  # noqa: S101  the owner of a tool was looked up before the decision
    what = await away(entering, desk, wanted.ready, spec, wanted.call.arguments)
    done = await (await Run.begun(desk, wanted, what, whole=OUTPUT)).done()
    found = _read(done, outcome(done))
    if found.why is Why.OK:
        return found
    # It is cleaned before it is cut, and where a cap cut it already: half a secret is one.
    shown = (desk.redactor.cut if "stdout" in done.truncated else desk.redactor.data)(done.stdout)
    text = shown.decode("utf-8", "replace")
    return replace(found, stdout=text[-_SHOWN:] if found.why is done.why else text[:_SHOWN])


def entering(desk: Desk, ready: Ready, spec: ToolSpec, arguments: Mapping[str, Any]) -> Running:
    """The command that a call of a tool is: its entry in the sealed copy. Raises CannotSeal."""
    copy = desk.snapshot.sealed_copy(ready)
    folder = str(copy) if boundaries.free(desk, ready) else prepare.home(ready.skill.slug)
    most = desk.settings.limits.max_timeout_seconds
    return Running(
        argv=(os.path.join(folder, spec.entry),),
        stdin=json.dumps(arguments, ensure_ascii=False),
        timeout=float(min(spec.timeout_seconds or most, most)),
    )


def _read(done: Done, told: Outcome) -> Outcome:
    """The result of a run that went well, or what is wrong with its output: each fault in words of its own."""
    if done.why is not Why.OK:
        return told
    try:
        text = done.stdout.decode("utf-8")
    except UnicodeDecodeError as exc:
        return _malformed(told, f"its output is not UTF-8 at byte {exc.start}")
    if not text.strip():
        return _malformed(told, "it printed nothing; a result is one JSON value")
    try:
        value = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as exc:
        if exc.msg == "Extra data":
            return _malformed(told, "it printed more than one JSON value")
        return _malformed(told, f"its output is not valid JSON: {exc.msg} at character {exc.pos}")
    except (ValueError, RecursionError) as exc:
        why = "it is nested too deeply" if isinstance(exc, RecursionError) else str(exc)
        return _malformed(told, f"its output is not valid JSON: {why}")
    return replace(told, result=value)


def _malformed(told: Outcome, why: str) -> Outcome:
    return replace(told, why=Why.FAILED, error=why)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
