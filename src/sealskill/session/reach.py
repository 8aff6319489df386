"""How far the hands of a call reach: which files, and which addresses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from sealskill.model.decision import Ruling
from sealskill.model.grant import Grant, PathMode
from sealskill.model.tool import Fetched, Fetching
from sealskill.policy.decide import decide
from sealskill.session import environs, recording, standing, tooling
from sealskill.session.desk import Desk
from sealskill.session.fetch import Hop, Web
from sealskill.session.files import SessionFiles
from sealskill.session.ground import closed
from sealskill.session.threads import away
from sealskill.session.touching import Wanted


def files(desk: Desk, wanted: Wanted) -> SessionFiles:
    """The files of a call: the workspace, ready skills, and what was granted to whom it is for."""
    paths: dict[str, PathMode] = dict(tooling.paths(wanted.call.tool, desk.settings))
    for grant in standing.grants(desk, wanted.ready):
        paths.update(grant.paths)
    return SessionFiles(desk.ground, lambda key: opened(desk, key), paths)


def opened(desk: Desk, key: str) -> Path:
    """The sealed copy of a skill of which a file is going to be read: from now on it counts.

    Raises Refused for one that the model is not to find by itself, CannotSeal or CannotRecord.
    """
    ready = desk.named(key)
    if ready is None or (not ready.skill.manifest.model_invocable and not desk.active.counts(ready)):
        raise closed(key)
    copy = desk.snapshot.sealed_copy(ready)
    desk.active.count(ready, "a file of it is read")
    return copy


async def fetch(desk: Desk, what: Fetching, wanted: Wanted) -> Fetched:
    """Make a request. Wherever a server sends us on to is decided like a call that named it, and nobody is asked.

    Raises Refused, Failed, HostError without `sealskill[web]`, or CannotRecord: every connection is in the audit.
    """
    hops: list[Hop] = []
    own = tooling.reach(wanted.call.tool, desk.settings, desk.environ)
    desk.redactor.learn(own.variables)
    named = wanted.call.touches.secrets
    given = await away(environs.variables, desk, wanted.call, wanted.handed, named)
    web = Web(
        allowed=lambda place: _may_reach(desk, wanted, place),
        private={**_private(standing.grants(desk, wanted.ready)), **own.private},
        variables={**given, **own.variables},
        note=hops.append,
        network=desk.network,
    )
    try:
        return await web.fetch(what)
    finally:
        for hop in hops:
            await asyncio.shield(desk.record(recording.egress(desk, wanted, hop)))


def _may_reach(desk: Desk, wanted: Wanted, place: str) -> bool:
    touches = wanted.call.touches
    if place in touches.hosts:
        return True
    elsewhere = replace(wanted.call, touches=replace(touches, hosts=(place,)))
    context = standing.here(desk, wanted.call.tool, counted=True)
    return decide(elsewhere, context).ruling is Ruling.ALLOW


def _private(grants: Iterable[Grant]) -> dict[str, tuple[str, ...]]:
    """The hosts a person opened by name, each with the networks it may stand in."""
    found: dict[str, tuple[str, ...]] = {}
    for one in (one for grant in grants for one in grant.unsafe_private):
        place, _, network = one.partition("@")
        found[place] = (*found.get(place, ()), network)
    return found
