"""How a database comes to stand as `tables` says: run when it is opened, once, whoever opens it first."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

_FOLDER = Path(__file__).parent


class Newer(Exception):
    """The database was brought to a state this version does not know."""


def scripts() -> ScriptDirectory:
    """Every migration there is."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return ScriptDirectory.from_config(config)


def migrate(connection: Connection) -> None:
    """Bring a database up to date, inside the transaction of this connection. Raises Newer."""
    known = scripts()

    def steps(current: object, context: MigrationContext) -> list[object]:
        try:
            return list(known._upgrade_revs("head", current))  # type: ignore[arg-type]
        except CommandError as exc:
            raise Newer from exc

    context = MigrationContext.configure(connection, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()
