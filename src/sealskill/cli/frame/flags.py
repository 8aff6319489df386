"""Flags that several commands share. A command takes only those that mean something to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document with stable names.")]
Roots = Annotated[
    list[Path] | None, typer.Option("--root", metavar="DIR", help="Look here instead of the usual places. Repeatable.")
]
Workspace = Annotated[
    Path | None, typer.Option("--workspace", metavar="DIR", help="The folder the agent works in.  [default: .]")
]
Agent = Annotated[str, typer.Option("--agent", metavar="ID", help="See what this agent may use.")]
Overrides = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override one setting. Repeatable.")
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more, and print what the loader did.")]
Everywhere = Annotated[bool, typer.Option("--everywhere", help="Read the folders of other agents too.")]
Category = Annotated[str | None, typer.Option("--category", metavar="NAME", help="Only skills of this category.")]
Eligible = Annotated[bool, typer.Option("--eligible", help="Only skills that are ready.")]
Seal = Annotated[bool, typer.Option("--seal", help="Digest every package, even those not digested before.")]
