"""`sealskill prompt`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sealskill.cli.frame import screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Agent, Everywhere, Json, Overrides, Roots, Verbose, Workspace
from sealskill.cli.frame.place import look, verdict
from sealskill.report.shapes import PromptDocument


class Format(StrEnum):
    """How the listing is written."""

    COMPACT = "compact"
    SKILLS_REF = "skills-ref"
    FULL = "full"
    JSON = "json"


class Locations(StrEnum):
    """Which path the model is told to read."""

    SOURCE = "source"
    SEALED = "sealed"


_FORMATS = (
    "compact: name, description, location; skills-ref: as that library prints it; full: whole bodies; json: data."
)
Which = Annotated[Format, typer.Option("--format", help=_FORMATS)]
Budget = Annotated[int | None, typer.Option("--budget", min=0, metavar="N", help="At most so many characters.")]
Window = Annotated[
    int | None, typer.Option("--context-window", min=1, metavar="N", help="Fit a model that holds so many tokens.")
]
Task = Annotated[str, typer.Option("--task", metavar="TEXT", help="Prefer skills for this task when not all fit.")]
Where = Annotated[Locations, typer.Option("--locations", help="Point at the folders, or at their sealed copies.")]
Tilde = Annotated[bool, typer.Option("--home-tilde", help="Write ~ for the home folder, if the reader expands it.")]


def prompt(
    *,
    style: Which = Format.COMPACT,
    budget: Budget = None,
    context_window: Window = None,
    task: Task = "",
    locations: Where = Locations.SOURCE,
    home_tilde: Tilde = False,
    json: Json = False,
    roots: Roots = None,
    everywhere: Everywhere = False,
    workspace: Workspace = None,
    agent: Agent = "",
    overrides: Overrides = None,
    verbose: Verbose = False,
) -> int:
    """Print what the model is told of the skills that are ready. What had to be left out is said on stderr."""
    runtime = look(roots, workspace, agent, overrides, everywhere=everywhere, verbose=verbose)
    snapshot = runtime.snapshot()
    listing = snapshot.prompt(
        format=style.value,
        budget=budget,
        context_window=context_window,
        task=task,
        locations=locations.value,
        home_tilde=home_tilde,
    )
    if json:
        document = PromptDocument(
            format=style.value,
            text=listing.text,
            chars=listing.chars,
            listed=listing.listed,
            omitted=listing.omitted,
            shortened=listing.shortened,
        )
        screen.emit("prompt/1", document, lines=True)
    else:
        screen.raw(listing.text)
    for lost in snapshot.notices:
        screen.hear(f"left out: {lost}")
    if listing.omitted:
        screen.hear(f"left out {len(listing.omitted)}: {', '.join(listing.omitted)}")
    if listing.shortened:
        screen.hear("descriptions were shortened to fit")
    return verdict(runtime.inventory, roots)


COMMAND = Command(name="prompt", run=prompt)
