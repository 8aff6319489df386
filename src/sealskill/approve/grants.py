"""Grants: those of the settings and those a change brought, in one list; and how a change brings or takes one."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update

from sealskill.errors import BadSettings, Refused
from sealskill.model import grant_map, granting
from sealskill.model.change import Change
from sealskill.model.database import Database
from sealskill.model.grant import Grant
from sealskill.model.record import Category, Record, Recorder
from sealskill.model.settings import EntrySettings
from sealskill.model.skill import TrustLevel

SETTINGS = "settings"
"""The id of every grant of the settings: nobody revokes it but whoever edits them."""


class Grants:
    """Every grant that stands: one store of two places. It applies changes that grant, and undoes them."""

    def __init__(
        self,
        database: Database,
        recorder: Recorder,
        clock: Callable[[], float],
        entries: Mapping[str, EntrySettings],
        kept: tuple[str, ...] = (),
    ) -> None:
        self._database, self._recorder, self._clock = database, recorder, clock
        self._entries, self._kept = entries, tuple(os.path.realpath(one) for one in kept)
        self._table = database.tables["grants"]

    def all(self) -> tuple[Grant, ...]:
        """Every grant that stands: of the settings, then those that were applied, the oldest first.

        Raises BadSettings for a grant of the settings that reaches the place where grants are kept.
        """
        written = configured(self._entries)
        for one in written:
            try:
                granting.fit(one, self._kept)
            except granting.Unfit as exc:
                at = f"skills.entries.{one.skill}.grant"
                raise BadSettings(tuple(f"{at}: {fault}" for fault in exc.faults), advice="edit the settings") from exc
        return (*written, *(grant for grant, _ in self.applied()))

    def of(self, key: str, seal: str, trust: TrustLevel) -> tuple[Grant, ...]:
        """The grants that count for these very bytes. A stranger has only what was given to its seal."""
        mine = [one for one in self.all() if one.skill == key]
        if trust.tier == 0:
            return tuple(one for one in mine if one.seal in ("", seal))
        # Whoever nobody knows runs inside a boundary, whatever was written.
        named = [one for one in mine if seal and one.seal == seal]
        return tuple(replace(one, boundary="") if one.boundary == granting.UNCONFINED else one for one in named)

    def applied(self) -> tuple[tuple[Grant, str], ...]:
        """Every grant that a change brought and nobody revoked, with the id of that change."""
        table = self._table
        with self._database.read() as connection:
            stands = select(table).where(table.c.revoked.is_(None)).order_by(table.c.at, table.c.id)
            return tuple((_grant(row), row.change) for row in connection.execute(stands).all())

    def fit(self, grant: Grant) -> Grant:
        """The grant in one spelling, of paths that are real. Raises `granting.Unfit` with every fault."""
        fit = granting.fit(grant, self._kept)
        faults = tuple(f"path {path!r} {why}" for path in fit.paths if (why := _unreal(path)))
        if faults:
            raise granting.Unfit(faults)
        if granting.empty(fit):
            raise granting.Unfit(("it grants nothing",))
        return fit

    def apply(self, connection: Connection, change: Change, by: tuple[str, ...]) -> tuple[str, ...]:
        """Write down every grant of a change; their ids. Raises Refused if one of them may not be."""
        bound = change.question.bound
        try:
            asked = [self.fit(grant_map.read(one)) for one in bound.arguments.get("grants", ())]
        except ValueError as exc:
            raise Refused(str(exc)) from exc
        if not asked or any(one.seal != bound.seal for one in asked):
            raise Refused("a change grants something, and to the seal it was asked for")
        return tuple(self._add(connection, change, one, by) for one in asked)

    def undo(self, connection: Connection, piece: str, by: str) -> None:
        """Take one grant back."""
        table = self._table
        stands = (table.c.id == piece) & table.c.revoked.is_(None)
        connection.execute(update(table).where(stands).values(revoked=self._clock()))
        row = connection.execute(select(table).where(table.c.id == piece)).one_or_none()
        if row is not None:
            self._note(connection, "grant.revoked", by, _grant(row), row.change)

    def _add(self, connection: Connection, change: Change, grant: Grant, by: tuple[str, ...]) -> str:
        made = replace(grant, id=f"grt_{secrets.token_hex(16)}", by=by, at=self._clock())
        values = {"id": made.id, "change": change.id, "document": json.dumps(grant_map.write(made)), "at": made.at}
        connection.execute(insert(self._table).values(**values, by=json.dumps(by), revoked=None))
        self._note(connection, "grant.added", ", ".join(by), made, change.id)
        return made.id

    def _note(self, connection: Connection, action: str, actor: str, grant: Grant, change: str) -> None:
        detail = {"grant": grant.id, "change": change, **grant_map.write(grant)}
        self._recorder.append_in(
            connection,
            Record(
                action=action,
                category=Category.SECURITY,
                actor=actor,
                skill=grant.skill,
                seal=grant.seal,
                detail=detail,
            ),
        )


def configured(entries: Mapping[str, EntrySettings]) -> tuple[Grant, ...]:
    """The grants of the settings, bound to the seal their entry names."""
    named = [(key, entry.grant, entry.seal) for key, entry in sorted(entries.items()) if entry.grant is not None]
    return tuple(replace(grant, id=SETTINGS, skill=key, seal=seal, by=("the settings",)) for key, grant, seal in named)


def _unreal(path: str) -> str:
    """Why a path is not the real one of something that is there; "" if it is."""
    if not os.path.lexists(path):
        return "is not there"
    return "" if os.path.realpath(path) == path else f"is a link: name {os.path.realpath(path)!r}"


def _grant(row: Any) -> Grant:
    return replace(grant_map.read(json.loads(row.document)), id=row.id, by=tuple(json.loads(row.by)), at=row.at)
