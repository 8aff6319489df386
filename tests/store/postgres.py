"""A PostgreSQL server of our own: made for the run, reached by a socket in a folder of ours, gone with the run."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

ADMIN = "sealskill"
_PATIENCE_SECONDS = 60
_COUNT = itertools.count()


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`: on the PATH, or where Debian puts them."""
    named = shutil.which("initdb")
    places = [Path(named).resolve().parent] if named else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").is_file() and (place / "postgres").is_file()), None)


def _nobody() -> dict[str, Any]:
    """The server refuses to run as root, so root starts it as somebody else."""
    if os.geteuid() != 0:
        return {}
    names = {one.pw_name: one for one in pwd.getpwall()}
    one = names.get("postgres") or names["nobody"]
    return {"user": one.pw_uid, "group": one.pw_gid, "extra_groups": []}


def _url(folder: Path, name: str) -> str:
    return f"postgresql+pg8000://{ADMIN}@/{name}?unix_sock={folder}/.s.PGSQL.5432"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Path]:
    """The folder of a server's socket. Where no server is installed, the tests that want one say so."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL server is installed; `make dev` installs one")
    # The path of a socket may have a hundred characters, which those of pytest easily have.
    folder = Path(tempfile.mkdtemp(prefix="sealskill-pg-", dir="/tmp"))
    who = _nobody()
    if who:
        os.chown(folder, who["user"], who["group"])
    make: list[str | Path] = [
        found / "initdb",
        "-D",
        folder / "data",
        "-U",
        ADMIN,
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
        "--locale=C",
    ]
    subprocess.run(make, check=True, capture_output=True, cwd="/", **who)
    # fsync is off: these tests end processes of ours, never the machine.
    serve: list[str | Path] = [
        found / "postgres",
        "-D",
        folder / "data",
        "-k",
        folder,
        "-c",
        "listen_addresses=",
        "-c",
        "fsync=off",
    ]
    # Should the run be killed, the kernel ends the server with it.
    end = ["setpriv", "--pdeathsig", "QUIT", "--"] if shutil.which("setpriv") else []
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen([*end, *serve], cwd="/", stdout=log, stderr=log, **who)
    try:
        _wait(found, folder, server)
        yield folder
    finally:
        server.send_signal(3)  # QUIT: at once, without tidying what is thrown away
        server.wait(_PATIENCE_SECONDS)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(found: Path, folder: Path, server: subprocess.Popen[Any]) -> None:
    """Until it answers; its own log says why it does not."""
    ask: list[str | Path] = [found / "pg_isready", "-q", "-h", folder, "-t", str(_PATIENCE_SECONDS)]
    while subprocess.run(ask, check=False).returncode:
        if server.poll() is not None:
            raise RuntimeError((folder / "log").read_text("utf-8", "replace"))


@pytest.fixture
def postgres_url(postgres: Path) -> Iterator[str]:
    """The URL of a database that is empty."""
    name = f"t{os.getpid()}_{next(_COUNT)}"
    admin = create_engine(_url(postgres, "postgres"), isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        yield _url(postgres, name)
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    finally:
        admin.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database may be opened: each test that asks for it runs on both kinds."""
    if request.param == "sqlite":
        return str(tmp_path / "state" / "sealskill.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def opened(place: str) -> Iterator[Callable[[], Any]]:
    """Open that database; every one that was opened is closed in the end."""
    from sealskill.store import database

    known = []

    def again() -> database.Database:
        known.append(database.open(place))
        return known[-1]

    yield again
    for one in known:
        one.close()
