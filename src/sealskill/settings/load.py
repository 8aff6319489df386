"""Every source of settings, read once, weakest first: defaults, system, user, workspace, environment, command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sealskill.errors import BadOverrides, BadSettings
from sealskill.model.settings import Settings, Shown
from sealskill.model.value import Value
from sealskill.settings import environ as env
from sealskill.settings import layers, merge
from sealskill.settings.build import Place, build, for_agent, rows
from sealskill.settings.kinds import Where, Wrong, path, text
from sealskill.settings.layers import Layer
from sealskill.settings.merge import Held, Standing

SYSTEM = Path("/etc/sealskill")
Trust = Callable[[Path, str], bool]

_LINE = "command line: "
_PINNED = ("skills", "pinned")
_ADVICE = "mend what is listed; `sealskill config show` prints what is set and where"


class Explained(Value):
    """Everything that can be said about the settings, even where they cannot be obeyed."""

    settings: Settings | None
    """None as long as there are problems."""
    shown: tuple[Shown, ...]
    problems: tuple[str, ...] = ()


def load(
    *,
    environ: Mapping[str, str],
    home: Path,
    workspace: Path,
    overrides: Mapping[str, Any] = {},
    trust: Trust,
    system_dir: Path = SYSTEM,
) -> tuple[Settings, tuple[Shown, ...]]:
    """The settings in force, and one line for each setting and for everything that was ignored.

    `trust(workspace, digest)` answers whether a person trusted this workspace with configuration files of this digest;
    without that, the workspace may only narrow. Where the workspace lies changes nothing: one that is the home folder,
    or holds our own, is a workspace like any other. Raises `BadSettings` with every fault of every source at once, and
    `BadOverrides` where all of them were given with the call.
    """
    found = explain(
        environ=environ, home=home, workspace=workspace, overrides=overrides, trust=trust, system_dir=system_dir
    )
    if found.settings is None:
        ours = all(problem.startswith(_LINE) for problem in found.problems)
        raise (BadOverrides if ours else BadSettings)(found.problems, advice=_ADVICE)
    return found.settings, found.shown


def explain(
    *,
    environ: Mapping[str, str],
    home: Path,
    workspace: Path,
    overrides: Mapping[str, Any] = {},
    trust: Trust,
    system_dir: Path = SYSTEM,
) -> Explained:
    """As `load`, but faults are a value: what cannot be obeyed is left out of `shown` and told in `problems`."""
    home, workspace = home.absolute(), workspace.absolute()
    # 1. Where our own folder is, and which agent asks.
    state, astray = _state(environ, home)
    agent, unnamed = _agent(environ, overrides)
    # 2. The files. The bytes that were read are the bytes that are judged: nothing is opened twice.
    system = layers.own_files(system_dir, "system file", home)
    user = Layer() if astray else layers.own_files(Path(state.value), "user file", home)
    ours = layers.workspace_file(workspace, home)
    # 3. Whether a person trusted the workspace as these files stand.
    trusted = bool(ours.digest) and trust(workspace, ours.digest)
    # 4. Merge. A variable may name an entry of a file, but not one that only an untrusted workspace put there.
    owned, said = _stack({}, (system, True), (user, True))
    values, said_here = _stack(owned, (ours, trusted))
    narrowed = merge.standing(values, _PINNED)
    here = Where(home=home, folder=workspace)
    variables = layers.collected(env.variables(environ, values if trusted else owned, here))
    line = layers.collected(env.command_line(overrides, here))
    values, said_last = _stack(values, (variables, True), (line, True))
    # 5. The agent in use decides which list and which limit count.
    values = for_agent(values, agent.value)
    only_theirs = not trusted and merge.standing(values, _PINNED) is narrowed
    pins = merge.standing(owned if only_theirs else values, _PINNED).value
    place = Place(home=str(home), state=state, workspace=str(workspace), trusted=trusted, agent=agent, pins=pins)
    problems = (*astray, *unnamed, *said.faults, *said_here.faults, *said_last.faults)
    ignored = (*said.ignored, *said_here.ignored, *said_last.ignored, *env.strangers(environ))
    shown = (*rows(values, place), *ignored)
    return Explained(settings=None if problems else build(values, place), shown=shown, problems=problems)


def _stack(values: Standing, *stack: tuple[Layer, bool]) -> tuple[Standing, Layer]:
    """The values with these layers on top, and all that is wrong with them or was ignored. True: may say anything."""
    faults: tuple[str, ...] = ()
    ignored: tuple[Shown, ...] = ()
    for layer, free in stack:
        read = layers.opened(layer) if free else layer
        values, in_vain = (merge.replace if free else merge.narrow)(values, read.given)
        faults, ignored = faults + read.faults, (*ignored, *read.ignored, *in_vain)
    return values, Layer(faults=faults, ignored=ignored)


def state_folder(environ: Mapping[str, str], home: Path) -> Path:
    """Where our own folder is: the lock in it is asked before any settings file is believed.

    The usual one where the environment names one that cannot be; `load` refuses that by name.
    """
    return Path(_state(environ, home.absolute())[0].value)


def _state(environ: Mapping[str, str], home: Path) -> tuple[Held, tuple[str, ...]]:
    """Our own folder. An empty or relative one is refused: it would be another folder in every directory."""
    usual = str(home / ".sealskill")
    if "SEALSKILL_HOME" not in environ:
        return Held(value=usual, source="default"), ()
    try:
        folder = path(environ["SEALSKILL_HOME"], Where(home=home, folder=Path()))
        folder, why = (folder, "") if Path(folder).is_absolute() else (usual, "must be an absolute path")
    except Wrong as wrong:
        folder, why = usual, str(wrong)
    held = Held(value=folder, source="environment SEALSKILL_HOME")
    return held, (f"environment SEALSKILL_HOME {why}",) if why else ()


def _agent(environ: Mapping[str, str], overrides: Mapping[str, Any]) -> tuple[Held, tuple[str, ...]]:
    """The agent in use; empty where nobody named one."""
    named = {"command line": overrides.get("agent"), "environment SEALSKILL_AGENT": environ.get("SEALSKILL_AGENT")}
    for source, name in named.items():
        if name:
            try:
                return Held(value=text(name), source=source), ()
            except Wrong as wrong:
                return Held(value="", source=source), (f"{source}: `agent` {wrong}",)
    return Held(value="", source="default"), ()
