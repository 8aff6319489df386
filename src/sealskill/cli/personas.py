"""`sealskill personas`."""

from __future__ import annotations

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json, Overrides, Workspace
from sealskill.cli.frame.place import look
from sealskill.report import policy


def personas(*, json: Json = False, workspace: Workspace = None, overrides: Overrides = None) -> int:
    """List the personas of `~/.sealskill/personas`, and everything that is wrong with them."""
    runtime = look(None, workspace, "", overrides)
    document = policy.personas_document(runtime.personas)
    if json:
        screen.emit("personas/1", document)
    else:
        screen.show(policy.personas(document))
    return exits.NOT_SEEN if document.unreadable else exits.DONE


COMMAND = Command(name="personas", run=personas)
