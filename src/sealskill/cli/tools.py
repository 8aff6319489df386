"""`sealskill tools`."""

from __future__ import annotations

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Roots, Workspace
from sealskill.cli.frame.place import look
from sealskill.report import policy


def tools(*, json: Json = False, roots: Roots = None, workspace: Workspace = None, overrides: Overrides = None) -> int:
    """Print every tool: what it can do, what unlocks it, and what becomes of it while community skills are about.

    `sealskill why TOOL` says what would become of a call.
    """
    runtime = look(roots, workspace, "", overrides)
    known = runtime.tools
    if json:
        screen.emit("tools/1", policy.tools_document(known.rows, known.builtin, known.notices))
    else:
        screen.show(policy.tools(known.rows, known.builtin, known.notices))
    return exits.DONE


COMMAND = Command(name="tools", run=tools)
