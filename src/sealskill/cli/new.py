"""`sealskill new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.cli.frame.samples import files_of
from sealskill.errors import HostError, UsageError
from sealskill.model.manifest import Dialect

Name = Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and hyphens.")]
Which = Annotated[Dialect, typer.Option("--dialect", help="The manifest to write.")]
Where = Annotated[Path, typer.Option("--dir", metavar="DIR", help="The folder to make it in.")]

# Programs are not picked up from wherever they lie.
_WHERE = {
    Dialect.SKILL_JSON: " It loads from a folder named in SEALSKILL_EXTERNAL_DIRS or skills.load.allow_json_in.",
}


def new(name: Name, *, dialect: Which = Dialect.SKILL_MD, folder: Where = Path("skills"), json: Json = False) -> int:
    """Start a skill that passes `validate --strict`. Nothing is ever overwritten."""
    made = folder / name
    files = files_of(name, dialect)
    try:
        made.mkdir(parents=True)
        for file in files:
            file.write(made)
    except FileExistsError as exc:
        raise UsageError(f"{made} is there already", advice="choose another name, or --dir another folder") from exc
    except OSError as exc:
        raise HostError(f"{made} cannot be made: {exc.strerror}", advice="choose another folder with --dir") from exc
    if json:
        screen.emit("new/1", {"path": str(made.absolute()), "files": [file.path for file in files]})
    else:
        for file in files:
            screen.say(f"wrote {made / file.path}")
        screen.say(f"Next: edit it, then `sealskill validate --strict {made}`.{_WHERE.get(dialect, '')}")
    return exits.DONE


COMMAND = Command(name="new", run=new)
