"""`sealskill run`."""

from __future__ import annotations

import json as encoding
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sealskill.cli.call import Asks, Unconfined, Who
from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Roots, Workspace
from sealskill.cli.frame.place import look, settings, who
from sealskill.errors import UnknownSkill, UsageError
from sealskill.report import call as words

if TYPE_CHECKING:
    from sealskill.model.event import Event
    from sealskill.model.manifest import ToolSpec
    from sealskill.model.skill import Ready
    from sealskill.report.call_shapes import PlanDocument
    from sealskill.session.session import Session

Name = Annotated[str, typer.Argument(metavar="NAME", help="A ready skill that brings a tool, or the tool.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--args", metavar="JSON|@FILE|KEY=VALUE", help="Its arguments, or - to read them; may be repeated."),
]
Boundary = Annotated[
    str, typer.Option("--boundary", metavar="NAME", help="What it must run in: bubblewrap.  [default: what is granted]")
]
Seconds = Annotated[
    int | None, typer.Option("--timeout", min=1, metavar="SECONDS", help="End it after that; never later than it says.")
]
Plan = Annotated[bool, typer.Option("--plan", help="Show what would run, and run nothing.")]


def run(
    name: Name,
    *,
    args: Given = None,
    persona: Who = "",
    approver: Asks = "terminal",
    boundary: Boundary = "",
    unsafe_unconfined: Unconfined = False,
    timeout: Seconds = None,
    plan: Plan = False,
    json: Json = False,
    roots: Roots = None,
    workspace: Workspace = None,
    overrides: Overrides = None,
) -> int:
    """Run a skill, as a session of one call: decided, asked, recorded, run.

    Its value stands alone on standard output; what it writes to standard error comes as it is written. Exits 1 when it
    was refused or failed.
    """
    _must_be_known(boundary, unsafe_unconfined)
    runtime = look(roots, workspace, "", [*(overrides or ()), *_sooner(timeout, workspace, overrides)])
    session = runtime.session(persona=who(runtime, persona), approver=approver, unsafe_unconfined=unsafe_unconfined)
    ready, spec = _found(session, name)
    given = _arguments(args or [], spec.schema)
    session.timeline.subscribe(_tell)
    with session.sync() as open_one:
        if plan or boundary:
            made = open_one.plan(spec.name, given)
            if boundary and made.boundary != boundary:
                raise UsageError(f"{ready.skill.name} would run {made.boundary}, not in {boundary}")
            if plan:
                return _show(words.planned(made, open_one.why(spec.name, given)), json=json)
        result = open_one.call(spec.name, given)
    if json:
        screen.emit_exactly("run/1", words.ran(result, ready.skill.key))
    elif result.ok:
        screen.raw(words.text(result))
    else:
        screen.hear(f"error: {result.outcome.error}")
        if result.outcome.advice:
            screen.hear(result.outcome.advice)
    return exits.DONE if result.ok else exits.FOUND


def _must_be_known(boundary: str, unsafe: bool) -> None:
    """No word that sounds harmless takes a boundary away."""
    if boundary == "unconfined":
        raise UsageError("unconfined is no boundary", advice="--unsafe-unconfined runs it without one")
    if boundary not in ("", "bubblewrap"):
        raise UsageError(f"there is no boundary {boundary!r}", advice="use bubblewrap")
    if boundary and unsafe:
        raise UsageError("it cannot run in a boundary and without one")


def _sooner(timeout: int | None, workspace: Workspace, overrides: Overrides) -> list[str]:
    """The setting that ends it after a time, unless it ends before."""
    if timeout is None or timeout >= settings(workspace, overrides).limits.max_timeout_seconds:
        return []
    return [f"skills.limits.max_timeout_seconds={timeout}"]


def _show(told: PlanDocument, *, json: bool) -> int:
    if json:
        screen.emit("plan/1", told)
    else:
        screen.show(words.plan_page(told))
    return exits.DONE if told.decision != "deny" else exits.FOUND


def _found(session: Session, name: str) -> tuple[Ready, ToolSpec]:
    """The skill and its one tool that a name means. Raises UsageError where there is none, or more than one."""
    ready = session.snapshot.ready
    pairs = [(one, spec) for one in ready for spec in one.skill.manifest.tools if spec.entry]
    found = [pair for pair in pairs if pair[1].name == name]
    found = found or [pair for pair in pairs if name in (pair[0].skill.key, pair[0].skill.name, pair[0].skill.slug)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(spec.name for _, spec in found)
        raise UsageError(f"{name} brings {len(found)} tools", advice=f"name one: {names}")
    if any(name in (one.skill.key, one.skill.name) for one in ready):
        raise UsageError(f"{name} brings nothing that runs", advice=f"`sealskill info {name}` shows what it is")
    raise UnknownSkill(name)


def _arguments(given: list[str], schema: Mapping[str, Any]) -> dict[str, Any]:
    """All arguments together; of one that is given twice the last. Raises UsageError for what cannot be read."""
    every: dict[str, Any] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if equals and key.isidentifier():
            every[key] = _value(value, schema.get("properties", {}).get(key, {}))
            continue
        every |= _object(one)
    return every


def _object(text: str) -> dict[str, Any]:
    try:
        if text.startswith("@"):
            text = Path(text[1:]).read_text(encoding="utf-8")
        read = encoding.loads(sys.stdin.read() if text == "-" else text)
    except (OSError, ValueError) as exc:
        raise UsageError(f"--args cannot be read: {exc}", advice="""write --args '{"path": "notes.txt"}'""") from exc
    if not isinstance(read, dict):
        raise UsageError("--args is no JSON object", advice="""write --args '{"path": "notes.txt"}'""")
    return read


def _value(text: str, schema: Any) -> Any:
    """A value as its schema wants it: what is a text there is never read as anything else."""
    if isinstance(schema, dict) and schema.get("type") == "string":
        return text
    try:
        return encoding.loads(text)
    except ValueError:
        return text


def _tell(event: Event) -> None:
    """Lines as they come."""
    from sealskill.model.event import Happening  # late, as the session itself

    if event.what is Happening.LINE:
        screen.hear(event.text)


COMMAND = Command(name="run", run=run)
