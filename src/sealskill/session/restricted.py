"""What community skills cost, for whoever only looks: no tool is loaded for it, and no database."""

from __future__ import annotations

from collections.abc import Iterable

from sealskill.model.restriction import Restriction
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tools import MATRIX
from sealskill.policy.restrictions import restrictions
from sealskill.session.context import Facts, context, counting_of, loaded


def restricted(settings: Settings, ready: Iterable[Ready]) -> tuple[Restriction, ...]:
    """Which of our tools are denied or asked about because of these skills."""
    strangers = [one for one in ready if counting_of(one).strange]
    facts = Facts(tools=MATRIX, loaded=loaded(settings, strangers))
    return restrictions(context(settings, facts, ""))
