"""The default boundary: namespaces of its own for everything, no rights, no way to get any, nothing of ours to see."""

from __future__ import annotations

from sealskill.errors import CannotRun
from sealskill.execute import probe
from sealskill.execute.backend import Backend, Process
from sealskill.execute.wrapper import launched
from sealskill.model.plan import Boundary, Plan


class Bubblewrap(Backend):
    """Runs a plan through the launcher."""

    boundary = Boundary.BUBBLEWRAP

    def missing(self) -> CannotRun | None:
        """What was found out by trying, once."""
        return probe.bubblewrap().missing

    def _start(self, plan: Plan) -> Process:
        found = probe.bubblewrap()
        lacking = [one for one in plan.needs if one not in found.layers]
        if lacking:
            raise CannotRun(f"this machine gives no {lacking[0]}", advice=found.advice)
        return launched(plan, tuple(one.value for one in found.layers))


BACKEND = Bubblewrap()
