"""Whoever cannot record does nothing: a database that is not ours, not whole or not known is refused."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import inspect, make_url, select, text

from sealskill.errors import CannotRecord
from sealskill.store import database, migrations
from sealskill.store.database import Database
from sealskill.store.tables import EDITION, HEAD, TABLES

Open = Callable[[], Database]


def moved(one: Database, number: int) -> None:
    with one.begin() as connection:
        connection.execute(HEAD.update().values(sequence=number))


def head(one: Database) -> int:
    with one.read() as connection:
        return int(connection.execute(select(HEAD.c.sequence)).scalar_one())


@pytest.mark.skipif(os.name != "posix", reason="owners and modes")
@pytest.mark.parametrize(
    ("what", "mode"), [("file", 0o644), ("file", 0o620), ("file", 0o602), ("folder", 0o777), ("folder", 0o770)]
)
def test_what_others_may_change_is_no_database(what: str, mode: int, tmp_path: Path) -> None:
    file = tmp_path / "state" / "sealskill.db"
    database.open(file).close()
    (file if what == "file" else file.parent).chmod(mode)
    with pytest.raises(CannotRecord, match="is open to others") as caught:
        database.open(file)
    assert "chmod" in caught.value.advice


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_belongs_to_somebody_else_is_no_database(what: str, tmp_path: Path) -> None:
    file = tmp_path / "state" / "sealskill.db"
    database.open(file).close()
    os.chown(file if what == "file" else file.parent, 12345, -1)
    with pytest.raises(CannotRecord, match="belongs to somebody else"):
        database.open(file)


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state" / "sealskill.db").symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(CannotRecord):
        database.open(tmp_path / "state" / "sealskill.db")
    assert not (tmp_path / "elsewhere.db").exists()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused_and_not_waited_for(make: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    make(tmp_path / "state" / "sealskill.db")
    with pytest.raises(CannotRecord):
        database.open(tmp_path / "state" / "sealskill.db")


@pytest.mark.parametrize("bytes_", [b"not a database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_another_file_in_its_place_is_refused(bytes_: bytes, tmp_path: Path) -> None:
    file = tmp_path / "sealskill.db"
    file.write_bytes(bytes_)
    file.chmod(0o600)
    tmp_path.chmod(0o700)
    with pytest.raises(CannotRecord):
        database.open(file)
    assert file.read_bytes() == bytes_


def test_it_is_made_for_us_alone(tmp_path: Path) -> None:
    file = tmp_path / "a" / "state" / "sealskill.db"
    one = database.open(file)
    moved(one, 1)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (file.parent, *file.parent.iterdir())}
    assert modes.pop("state") == 0o700
    assert set(modes.values()) == {0o600}
    one.close()


@pytest.mark.parametrize(
    "place",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "relative.db",
        "",
        "mysql://a/b",
        "postgresql+psycopg2://x/y",
        "http://x",
        "://",
    ],
)
def test_an_address_of_another_kind_is_refused_with_the_right_one(place: str) -> None:
    with pytest.raises(CannotRecord) as caught:
        database.open(place)
    assert caught.value.advice


def test_no_message_holds_the_password() -> None:
    with pytest.raises(CannotRecord) as caught:
        database.open("postgresql+pg8000://me:sk-live-8f3a@127.0.0.1:1/none")
    assert "sk-live-8f3a" not in f"{caught.value} {caught.value.advice}"
    assert "127.0.0.1" in str(caught.value)


def test_a_newer_database_is_refused_and_left_alone(opened: Open) -> None:
    one = opened()
    with one.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(CannotRecord, match="newer sealskill") as caught:
        opened()
    assert "use that version" in caught.value.advice
    with one.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "9999"


def test_a_half_made_database_is_not_taken_for_a_whole_one(opened: Open) -> None:
    one = opened()
    with one.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    with pytest.raises(CannotRecord):
        opened()


def test_the_tables_are_what_the_migrations_make(opened: Open) -> None:
    with opened().read() as connection:
        seen = inspect(connection)
        made = {
            name: {one["name"]: one["nullable"] for one in seen.get_columns(name)} for name in seen.get_table_names()
        }
    made.pop("alembic_version")
    assert made == {name: {one.name: one.nullable for one in table.c} for name, table in TABLES.tables.items()}
    assert migrations.scripts().get_current_head() == EDITION


def test_to_open_it_again_changes_nothing(opened: Open) -> None:
    moved(opened(), 7)
    assert head(opened()) == 7


def test_an_older_database_is_brought_up_to_date_and_keeps_what_it_held(opened: Open) -> None:
    one = opened()
    moved(one, 7)
    with one.begin() as connection:
        for name in set(TABLES.tables) - {"audit", "audit_head", "audit_noted"}:
            connection.execute(text(f"DROP TABLE {name}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    again = opened()
    assert head(again) == 7
    with again.read() as connection:
        assert set(inspect(connection).get_table_names()) == {*TABLES.tables, "alembic_version"}
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == EDITION


def test_many_that_open_it_at_once_make_one(place: str) -> None:
    code = (
        "import sys; from sealskill.store import database; input(); database.open(sys.argv[1]).close(); print('done')"
    )
    flags = [sys.executable, "-c", code, place]
    crew = [subprocess.Popen(flags, stdin=-1, stdout=-1, stderr=-1, text=True) for _ in range(6)]
    for one in crew:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()  # all wait for the line, so that they open at once
    assert [one.communicate() for one in crew] == [("done\n", "")] * 6
    made = database.open(place)
    with made.read() as connection:
        assert connection.execute(select(HEAD)).all() == [(1, 0, "0" * 64, 0)]
    made.close()


def test_what_fails_in_a_transaction_leaves_nothing_of_it(opened: Open) -> None:
    one, done = opened(), []

    def fails() -> None:
        with one.begin() as connection:
            connection.execute(HEAD.update().values(sequence=5))
            one.after(connection, lambda: done.append(1))
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert (head(one), done) == (0, [])


def test_what_is_to_follow_follows_once_it_is_kept(opened: Open) -> None:
    one, seen = opened(), list[int]()
    with one.begin() as connection:
        connection.execute(HEAD.update().values(sequence=5))
        one.after(connection, lambda: seen.append(head(one)))
        assert seen == []
    moved(one, 6)
    assert seen == [5]


def test_a_second_writer_waits_for_the_first(opened: Open, place: str) -> None:
    """It reads what the first one kept, never what was there before: no change is lost between two processes."""
    code = (
        "import sys; from sealskill.store import database; from sealskill.store.tables import HEAD\n"
        "one = database.open(sys.argv[1]); print('ready', flush=True)\n"
        "with one.begin() as c:\n"
        " n = c.execute(HEAD.select()).one().sequence; c.execute(HEAD.update().values(sequence=n + 1))\n"
        "one.close()"
    )
    with opened().begin() as connection:
        other = subprocess.Popen([sys.executable, "-c", code, place], stdout=-1, text=True)
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        connection.execute(HEAD.update().values(sequence=10))
    assert other.wait() == 0
    other.stdout.close()
    assert head(opened()) == 11


def test_a_reader_sees_one_moment(opened: Open) -> None:
    one = opened()
    with one.read() as connection:
        before = connection.execute(select(HEAD.c.sequence)).scalar_one()
        moved(one, 3)
        assert connection.execute(select(HEAD.c.sequence)).scalar_one() == before
    assert head(one) == 3


def test_a_child_that_was_forked_has_connections_of_its_own(opened: Open) -> None:
    one = opened()
    moved(one, 1)
    child = os.fork()
    if not child:
        try:
            moved(one, 2)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert head(one) == 2
    moved(one, 3)
    assert head(one) == 3


def test_a_full_disk_is_said_and_nothing_is_kept_by_halves(tmp_path: Path) -> None:
    file = tmp_path / "state" / "sealskill.db"
    one = database.open(file)
    code = (
        "import resource, signal, sys; from sealskill.errors import CannotRecord; from sealskill.store import database\n"
        "from sealskill.store.tables import HEAD; one = database.open(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
        "try:\n"
        " with one.begin() as c: c.execute(HEAD.update().values(sequence=9, hash='x' * 3_000_000))\n"
        "except CannotRecord as exc: print(exc.advice)"
    )
    done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("look at the disk: it is full, or it fails\n", "")
    assert head(one) == 0
    one.close()


def test_a_user_who_may_only_read_is_told(postgres_url: str) -> None:
    one = database.open(postgres_url)
    with one.begin() as connection:
        connection.execute(text("DROP ROLE IF EXISTS reader"))
        connection.execute(text("CREATE ROLE reader LOGIN"))
        connection.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"))
    reader = database.open(make_url(postgres_url).set(username="reader").render_as_string())
    with pytest.raises(CannotRecord, match="permission denied") as caught:
        moved(reader, 1)
    assert "database.url" in caught.value.advice
    assert head(reader) == 0
    reader.close()
    with one.begin() as connection:
        connection.execute(text("DROP OWNED BY reader"))
        connection.execute(text("DROP ROLE reader"))
    one.close()


def test_what_a_server_is_set_to_makes_nothing_less_durable(postgres_url: str) -> None:
    one, name = database.open(postgres_url), make_url(postgres_url).database
    with one.begin() as connection:
        for said in ("default_transaction_isolation = 'serializable'", "synchronous_commit = off"):
            connection.execute(text(f"ALTER DATABASE {name} SET {said}"))
    one.close()
    again = database.open(postgres_url)
    assert head(again) == 0
    with again.begin() as connection:
        shown = [connection.execute(text(f"SHOW {said}")).scalar_one() for said in _SHOWN]
    assert shown == ["read committed", "on", "off"]
    again.close()


_SHOWN = ("transaction_isolation", "synchronous_commit", "transaction_read_only")


# Where the server hung up, the driver leaves its socket to the collector, which would complain in another test.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_server_that_went_away_is_said(postgres_url: str) -> None:
    one, two = database.open(postgres_url), database.open(postgres_url)

    def cut_off() -> None:
        with one.begin() as connection:
            connection.execute(HEAD.update().values(sequence=9))
            number = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            with two.read() as killer:
                killer.execute(text("SELECT pg_terminate_backend(:number)"), {"number": number})
            connection.execute(text("SELECT 1"))

    with pytest.raises(CannotRecord):
        cut_off()
    assert head(one) == 0, "the next one has a connection that works"
    one.close()
    two.close()
    gc.collect()


def as_somebody(act: Callable[[Path], int]) -> int:
    """What comes of it in a folder where nothing may be written, for somebody who may not write everywhere."""
    folder = Path(tempfile.mkdtemp(prefix="sealskill-"))
    file = folder / "sealskill.db"
    database.open(file).close()
    file.chmod(0o400)
    folder.chmod(0o500)
    if os.geteuid() == 0:
        for path in (folder, file):
            os.chown(path, 65534, -1)
    child = os.fork()
    if not child:
        if os.geteuid() == 0:
            os.setuid(65534)
        code = 99
        with contextlib.suppress(CannotRecord):
            code = act(file)
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    folder.chmod(0o700)
    shutil.rmtree(folder)
    return code


def test_a_file_that_may_not_be_written_is_refused() -> None:
    def write(file: Path) -> int:
        database.open(file)
        return 0

    assert as_somebody(write) == 99


def test_what_can_only_be_read_can_be_looked_at() -> None:
    def read(file: Path) -> int:
        return head(database.look(file)) + 7

    assert as_somebody(read) == 7


def test_whoever_looks_changes_nothing_and_makes_nothing(place: str, tmp_path: Path) -> None:
    with pytest.raises(CannotRecord):
        database.look(place)
    assert list(tmp_path.iterdir()) == []
    database.open(place).close()
    looker = database.look(place)
    with pytest.raises(CannotRecord):
        moved(looker, 9)
    assert head(looker) == 0
    looker.close()


@pytest.mark.parametrize("edition", ["9999", "0000"])
def test_a_database_of_another_version_is_not_looked_at(edition: str, place: str, opened: Open) -> None:
    with opened().begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :edition"), {"edition": edition})
    with pytest.raises(CannotRecord, match="no database of this version"):
        database.look(place)
