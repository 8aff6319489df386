"""The counts every report agrees on."""

from __future__ import annotations

from sealskill.model.inventory import Inventory
from sealskill.model.skill import Blocked, Ready
from sealskill.report.row import Commands, failed
from sealskill.report.shapes import Summary
from sealskill.report.status import Status, status_of


def summary_of(inventory: Inventory, commands: Commands | None = None) -> Summary:
    """The counts of a load."""
    census = inventory.census
    return Summary(
        manifests=census.manifests,
        ready=census.ready,
        blocked=census.blocked,
        disabled=census.disabled,
        invalid=census.invalid,
        unreadable=census.unreadable,
        shadowed=census.shadowed,
        nested=census.nested,
        skipped=census.skipped,
        blocked_by=census.blocked_by,
        total=len(inventory.skills),
        eligible=census.ready,
        model_visible=sum(not one.skill.manifest.unlisted for one in inventory.ready),
        command_visible=sum(one.skill.folder in (commands or {}) for one in inventory.ready),
        agent_filtered=len(filtered(inventory)),
        not_injected=len(hidden(inventory)),
        missing_requirements=len(wanting(inventory)),
    )


def filtered(inventory: Inventory) -> tuple[Blocked, ...]:
    """Skills the current agent may not use."""
    return tuple(one for one in inventory.blocked if any(check.gate == "agent" for check in failed(one)))


def hidden(inventory: Inventory) -> tuple[Ready, ...]:
    """Ready skills the model is not told of as text: hidden by their author, tools, bundles that a grant brings in."""
    return tuple(one for one in inventory.ready if one.skill.manifest.unlisted)


def wanting(inventory: Inventory) -> tuple[Blocked, ...]:
    """Skills that lack something this machine could have."""
    return tuple(one for one in inventory.blocked if status_of(one) is Status.MISSING)


# Gates that a person set up: what they stop was meant to be stopped.
_CHOSEN = frozenset({"bundled", "agent"})


def stopped(inventory: Inventory) -> tuple[Blocked, ...]:
    """Skills that something other than a person's choice or a missing requirement stops: a scan, a stolen name."""
    blocked = (one for one in inventory.blocked if status_of(one) is Status.BLOCKED)
    return tuple(one for one in blocked if one.cause not in _CHOSEN)
