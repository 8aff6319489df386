"""`sealskill rules`."""

from __future__ import annotations

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.report import catalogue as shown


def run(*, json: Json = False) -> int:
    """Print the catalogue of rules a scan looks with. `scan --explain RULE` tells everything of one."""
    from sealskill.session import catalogue  # late: `--help` imports no rule

    known = tuple(catalogue.catalogue().values())
    if json:
        screen.emit("rules/1", shown.document(known, catalogue.engine()))
    else:
        screen.show(shown.catalogue(known))
    return exits.DONE


COMMAND = Command(name="rules", run=run)
