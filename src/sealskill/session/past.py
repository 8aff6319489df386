"""What counted in a session that is taken up again: the audit knows, whatever became of the process."""

from __future__ import annotations

import json

from sqlalchemy import select

from sealskill.model.database import Database
from sealskill.model.value import Value

_ACTIVATED, _RELEASED = "skill.activated", "skill.released"


class Counted(Value):
    """A skill that counted when the session was left."""

    key: str
    seal: str
    shown: bool
    """Whether something of it was shown, and not only might have been."""


def counted(database: Database, session: str) -> tuple[Counted, ...]:
    """Every skill that was activated in a session and not released, in that order. Raises CannotRecord."""
    table = database.tables["audit"]
    wanted = (table.c.session == session) & table.c.action.in_((_ACTIVATED, _RELEASED))
    columns = (table.c.action, table.c.skill, table.c.seal, table.c.detail)
    found: dict[tuple[str, str], Counted] = {}
    with database.read() as connection:
        for row in connection.execute(select(*columns).where(wanted).order_by(table.c.sequence)):
            if row.action == _RELEASED:
                found.pop((row.skill, row.seal), None)
            else:
                shown = bool(json.loads(row.detail).get("shown", True))
                found[row.skill, row.seal] = Counted(key=row.skill, seal=row.seal, shown=shown)
    return tuple(found.values())
