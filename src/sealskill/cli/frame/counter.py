"""The counter of a command: who acts, asked at the terminal and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sealskill.approve import terminal
from sealskill.approve.people import OWNER, Login
from sealskill.approve.tty import Tty
from sealskill.cli.frame import place, screen
from sealskill.errors import Refused
from sealskill.session import approvers

if TYPE_CHECKING:
    from sealskill.session.approvers import Counter


def opened(workspace: Path | None = None) -> Counter:
    """The counter, as the settings want it. Raises CannotRecord and BadSettings."""
    from sealskill import settings  # late, as everywhere in the frame
    from sealskill.session.workspaces import standing

    found, _ = settings.load(
        environ=os.environ, home=place.home(), workspace=standing(workspace), trust=place.workspaces().trusts
    )
    return approvers.opened(found, os.environ)


def actor(counter: Counter) -> Login | None:
    """Who acts: a registered person, who shows their secret; the owner while nobody is registered.

    Raises Refused where somebody is registered and there is no terminal, or who sits at it is none of them.
    """
    if not counter.people.standing():
        screen.hear(f"acting as {OWNER}")
        return None
    with Tty() as tty:
        return asked(counter, tty)


def asked(counter: Counter, tty: Tty) -> Login:
    """A registered person at a terminal. Raises Refused for anybody else."""
    login = terminal.known(tty.line("Your name: "), tty, counter.people)
    if login is None:
        raise Refused("only a registered person may do that", advice="`sealskill people list` shows who is registered")
    return login
