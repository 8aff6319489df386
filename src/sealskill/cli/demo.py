"""`sealskill demo`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.example import build
from sealskill.cli.frame.gathered import gathered
from sealskill.report import check, listing, scan_text

_WORDS = {
    "list": (
        "`sealskill list` shows every skill of this example workspace, whichever of three manifest formats it uses.",
        "Signs after a name say what it asks to do: >_ runs commands, 🌐 reaches out, 📂 writes files.",
    ),
    "check": (
        "`sealskill check` counts them: every manifest on disk ends in exactly one state, and each reason is named.",
        "With --fail-on it is a gate for CI; with --json it is a document.",
    ),
    "scan": (
        "`sealskill scan skills` reads every file and shows the line, why it matters and what would make it fine.",
        "Nothing is ever run. What is blocked is in no prompt, no tool list and no search; loading scans by itself.",
    ),
    "prompt": (
        "`sealskill prompt` prints what a model is told: the ready skills and where to read them, nothing else.",
        "Text of strangers is escaped; a model opens a body only when the task asks for it.",
    ),
}
_NEXT = (
    "",
    "That was an example in a temporary folder, and it is gone. Next:",
    "  sealskill scan ~/.claude/skills the skills of another agent, whoever wrote them",
    "  sealskill list                  the skills on this machine",
    "  sealskill info NAME             one of them, and what it still needs",
    "  sealskill new my-first-skill    start one of your own",
)


def run() -> int:
    """Show list, check, scan and prompt on a small example, in a temporary folder that is removed afterwards."""
    from sealskill.runtime import Runtime  # every parser comes with it; `--help` does without

    with tempfile.TemporaryDirectory(prefix="sealskill-demo-") as folder:
        place = build(Path(folder).resolve())
        runtime = Runtime.load(workspace=place.workspace, home=place.home, environ=place.environ)
        _explain("list")
        screen.show(listing.listing(listing.by_status(listing.chosen(runtime.inventory)), verbose=True))
        _explain("check")
        screen.show(check.check(runtime.inventory))
        _explain("scan")
        screen.show(scan_text.page_of(gathered(list(runtime.scan(place.workspace / "skills")), runtime)))
        _explain("prompt")
        screen.raw(runtime.snapshot().prompt().text)
    for line in _NEXT:
        screen.say(line)
    return exits.DONE


def _explain(command: str) -> None:
    screen.say("")
    for line in _WORDS[command]:
        screen.say(line)
    screen.say("")


COMMAND = Command(name="demo", run=run)
