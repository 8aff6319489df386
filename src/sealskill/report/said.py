"""What the author of a package says of it, beside name and description: shown, so that a person can judge it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sealskill.model.capability import FACES
from sealskill.model.manifest import Manifest, ToolSpec
from sealskill.report.page import Block, Table
from sealskill.report.shapes import Asked, Brought, Dispatched, Needed, Unused, Variable, Wanted, Woken


def capabilities(manifest: Manifest) -> tuple[Asked, ...]:
    """Each capability in the author's own word, with its constraints."""
    return tuple(
        Asked(name=one.name.value, given=one.given, words=FACES[one.name].words, constraints=one.constraints)
        for one in manifest.capabilities
    )


def variables(manifest: Manifest) -> tuple[Variable, ...]:
    """The variables the author describes."""
    return tuple(Variable(**msgspec.structs.asdict(one)) for one in manifest.env_vars)


def dependencies(manifest: Manifest) -> tuple[Needed, ...]:
    """What the author says it builds on."""
    return tuple(Needed(**msgspec.structs.asdict(one)) for one in manifest.dependencies)


def ignored(manifest: Manifest) -> tuple[Unused, ...]:
    """The fields without effect."""
    return tuple(Unused(**msgspec.structs.asdict(one)) for one in manifest.ignored)


def tools(manifest: Manifest) -> tuple[Brought, ...]:
    """The tools it brings or asks to be bound."""
    return tuple(
        Brought(**{**msgspec.structs.asdict(one), "tool_class": one.tool_class.value}) for one in manifest.tools
    )


def grants(manifest: Manifest) -> Wanted | None:
    """What a bundle asks a person for."""
    return Wanted(**msgspec.structs.asdict(manifest.grants)) if manifest.grants else None


def activation(manifest: Manifest) -> Woken:
    """When its text would enter the context unasked."""
    return Woken(**msgspec.structs.asdict(manifest.activation))


def user_command(manifest: Manifest) -> Dispatched:
    """The tool its user command would call."""
    return Dispatched(**msgspec.structs.asdict(manifest.command))


def details(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Rows for what is said in a word or two; empty where nothing is."""
    words = ", ".join(manifest.activation.keywords)
    yield "Activation", f"{manifest.activation.mode}: {words}" if words else manifest.activation.mode
    yield "Dispatches to", manifest.command.tool if manifest.command.dispatch else ""
    yield "Made for", manifest.compatibility
    yield "Would use", f"{manifest.allowed_tools} (grants nothing)" if manifest.allowed_tools else ""


def sections(manifest: Manifest) -> tuple[Block | None, ...]:
    """What takes a section of its own."""
    described = ((one.name, "required" if one.required else "", one.description) for one in manifest.env_vars)
    needed = (
        (one.name, f"{one.type} {one.version}".strip(), one.url or one.repository) for one in manifest.dependencies
    )
    return (
        _section("Tools", map(_tool, manifest.tools)),
        _section("Asks for", _asked(manifest)),
        _section("Variables", described),
        _section("Builds on", needed),
        _section("Links", manifest.links.items()),
        Block(title="CLI help", lines=tuple(manifest.cli_help.splitlines())) if manifest.cli_help else None,
        _section("Without effect", ((field.field, field.why) for field in manifest.ignored)),
    )


def _tool(tool: ToolSpec) -> tuple[str, ...]:
    how = tool.tool_class.value if tool.class_given else f"{tool.tool_class.value} (not said)"
    lasts = f"{tool.timeout_seconds} s" if tool.timeout_seconds else ""
    return (tool.name, how, tool.entry or tool.impl, lasts, ", ".join(tool.env_allow))


def _asked(manifest: Manifest) -> Iterator[tuple[str, str]]:
    for field, wish in msgspec.structs.asdict(manifest.grants).items() if manifest.grants else ():
        if wish:
            yield field, wish if isinstance(wish, str) else ", ".join(wish)


def _section(title: str, rows: Iterable[tuple[str, ...]]) -> Block | None:
    found = tuple(rows)
    return Block(title=title, table=Table(rows=found)) if found else None
