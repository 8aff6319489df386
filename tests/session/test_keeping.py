"""Database and audit as the settings want them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sealskill.errors import CannotRecord
from sealskill.model.record import Category, Record
from sealskill.model.settings import AnchorSettings, AuditSettings, DatabaseSettings, Secret, SecretRef, Settings
from sealskill.session import keeping

RECORD = Record(action="a", category=Category.CALL, actor="ada", arguments={"a": 1})


def settings(base: Path, **more: Any) -> Settings:
    return Settings(home=str(base), state=str(base / "state"), workspace=str(base), **more)


def test_a_key_that_is_short_or_not_ours_alone_is_refused(tmp_path: Path) -> None:
    kept = keeping.opened(settings(tmp_path), {})
    for key in (Secret(value="short"), Secret(ref=SecretRef(source="env", id="NOT_SET"))):
        with pytest.raises(CannotRecord):
            keeping.log(settings(tmp_path, audit=AuditSettings(key=key)), {}, kept)
    keeping.log(settings(tmp_path), {}, kept)
    file = tmp_path / "state" / "audit.key"
    file.chmod(0o644)
    with pytest.raises(CannotRecord, match="open to others"):
        keeping.log(settings(tmp_path), {}, kept)
    file.chmod(0o600)
    file.write_bytes(b"x" * 31)
    with pytest.raises(CannotRecord, match="no whole key"):
        keeping.log(settings(tmp_path), {}, kept)
    file.unlink()
    file.symlink_to("/dev/zero")
    with pytest.raises(CannotRecord):
        keeping.log(settings(tmp_path), {}, kept)
    kept.close()


def test_the_key_is_made_once_for_us_alone(tmp_path: Path) -> None:
    code = (
        "import sys; from sealskill.store import private; from pathlib import Path\n"
        "input(); print(private.key(Path(sys.argv[1])).hex())"
    )
    file = tmp_path / "state" / "audit.key"
    crew = [subprocess.Popen([sys.executable, "-c", code, file], stdin=-1, stdout=-1, text=True) for _ in range(4)]
    for one in crew:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    assert len({one.communicate()[0] for one in crew}) == 1
    assert sorted(path.name for path in file.parent.iterdir()) == ["audit.key"]
    assert (file.stat().st_mode & 0o777, file.stat().st_size) == (0o600, 32)


def test_looking_for_the_key_makes_none(tmp_path: Path) -> None:
    assert keeping.known_key(settings(tmp_path), {}) is None
    assert not (tmp_path / "state").exists()


def test_the_database_is_where_the_settings_say(tmp_path: Path) -> None:
    elsewhere = Secret(ref=SecretRef(source="env", id="DB"))
    given = settings(tmp_path, database=DatabaseSettings(url=elsewhere))
    kept = keeping.opened(given, {"DB": str(tmp_path / "other" / "x.db")})
    assert keeping.log(given, {}, kept).append(RECORD) == 1
    kept.close()
    assert (tmp_path / "other" / "x.db").is_file()
    with pytest.raises(CannotRecord, match="env:DB"):
        keeping.opened(given, {})


def test_the_places_of_the_settings_get_checkpoints(tmp_path: Path) -> None:
    anchor = AnchorSettings(file=str(tmp_path / "anchors"))
    given = settings(tmp_path, audit=AuditSettings(anchor=anchor, anchor_every=2))
    kept = keeping.opened(given, {})
    log = keeping.log(given, {}, kept)
    for _ in range(5):
        log.append(RECORD)
    kept.close()
    assert len((tmp_path / "anchors").read_text().splitlines()) == 2


def test_listing_and_scanning_never_import_the_database(tmp_path: Path) -> None:
    code = (
        "import sys; from sealskill.cli.frame.app import main\n"
        "for line in (['list'], ['check'], ['prompt'], ['scan', '.'], ['--help']): main(line)\n"
        "print('loaded' if {'sqlalchemy', 'alembic', 'pg8000'} & set(sys.modules) else 'not loaded')"
    )
    environ = {**os.environ, "HOME": str(tmp_path), "SEALSKILL_HOME": str(tmp_path / "state")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == "not loaded", done.stderr
