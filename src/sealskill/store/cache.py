"""Readings, seals, scan reports and a judge's answers about what is unchanged. Losing it costs time, or a call."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sealskill import __version__

_log = logging.getLogger(__name__)
_TABLES = """
CREATE TABLE readings (path TEXT PRIMARY KEY, key BLOB NOT NULL, reading BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE seals (folder TEXT PRIMARY KEY, key TEXT NOT NULL, seal TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE reports (key TEXT PRIMARY KEY, engine TEXT NOT NULL, report BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE answers (key TEXT PRIMARY KEY, prompt TEXT NOT NULL, answer BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE used (key TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE about (edition TEXT NOT NULL);
"""
_SHAPE = 3  # of the tables: another one starts empty
_AT_ONCE = 500  # names in one question; SQLite allows 999 and more
_PACKED = msgspec.msgpack.Encoder().encode
_BUSY_SECONDS = 2.0  # another process is writing: wait a moment, then do without


class Cache:
    """One cache file. A cache that cannot be opened, or is not ours alone, remembers nothing."""

    def __init__(self, folder: Path, edition: str) -> None:
        """`edition` names everything besides the files that a reading depends on; another edition starts empty."""
        self.edition = f"{__version__} {_SHAPE} {edition}"
        self._db = self._open(folder)
        self._new_readings: dict[str, tuple[bytes, bytes]] = {}
        self._new_seals: dict[str, tuple[str, str]] = {}
        self._new_reports: dict[str, tuple[str, bytes]] = {}
        self._new_answers: dict[str, tuple[str, bytes]] = {}

    def _open(self, folder: Path) -> sqlite3.Connection | None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = folder.stat()
            if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
                _log.debug("cache folder %s is not ours alone; not used", folder)
                return None
            return self._connect(folder / "cache.db")
        except (OSError, sqlite3.Error) as exc:
            _log.debug("no cache: %s", exc)
            return None

    def _connect(self, file: Path) -> sqlite3.Connection:
        db = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            if db.execute("SELECT edition FROM about").fetchone() == (self.edition,):
                return db
        except sqlite3.DatabaseError:
            pass  # empty, of another make or torn: begin anew
        db.close()
        file.unlink(missing_ok=True)
        db = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        os.chmod(file, 0o600)
        db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; BEGIN IMMEDIATE;" + _TABLES)
        db.execute("INSERT INTO about VALUES (?)", (self.edition,))
        db.execute("COMMIT")
        return db

    def shelf(self, root: str) -> Shelf:
        """The readings of one root, fetched in one go."""
        rows = self._range("SELECT path, key, reading FROM readings", "path", root)
        return Shelf(self, {path: (key, reading) for path, key, reading in rows})

    def seals(self, root: str) -> dict[str, tuple[str, str]]:
        """Folder → (key of its tree, seal) for one root."""
        rows = self._range("SELECT folder, key, seal FROM seals", "folder", root)
        return {folder: (key, seal) for folder, key, seal in rows}

    def _range(self, select: str, column: str, root: str) -> list[tuple[str, Any, Any]]:
        """The rows of one root; none where the cache cannot be read."""
        if self._db is None:
            return []
        try:
            within = f"{select} WHERE {column} >= ? AND {column} < ?"
            return self._db.execute(within, (root, root + "\U0010ffff")).fetchall()
        except (sqlite3.Error, UnicodeEncodeError):
            return []

    def keep_reading(self, path: str, key: bytes, reading: bytes) -> None:
        """Remember a reading; written by `flush`."""
        self._new_readings[path] = (key, reading)

    def keep_seal(self, folder: str, key: str, seal: str) -> None:
        """Remember a seal; written by `flush`."""
        self._new_seals[folder] = (key, seal)

    def reports(self, keys: Sequence[str], engine: str) -> dict[str, bytes]:
        """The reports that are kept under some keys and were made by this engine."""
        return self._kept("SELECT key, report FROM reports WHERE engine = ? AND ", keys, engine)

    def answers(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The answers of a judge that are kept under some keys."""
        return self._kept("SELECT key, answer FROM answers WHERE ", keys)

    def _kept(self, select: str, keys: Sequence[str], *given: str) -> dict[str, bytes]:
        """The rows under some keys; none where the cache cannot be read."""
        found: dict[str, bytes] = {}
        if self._db is None:
            return found
        with contextlib.suppress(sqlite3.Error, UnicodeEncodeError):
            for start in range(0, len(keys), _AT_ONCE):
                some = keys[start : start + _AT_ONCE]
                asked = f"{select}key IN ({','.join('?' * len(some))})"
                found.update(self._db.execute(asked, (*given, *some)))
        return found

    def keep_report(self, key: str, engine: str, report: bytes) -> None:
        """Remember a report of this engine; written by `flush`, which forgets those of other engines."""
        self._new_reports[key] = (engine, report)

    def keep_answer(self, key: str, prompt: str, answer: bytes) -> None:
        """Remember an answer to this version of a question; written by `flush`, which forgets those to other ones."""
        self._new_answers[key] = (prompt, answer)

    def flush(self) -> None:
        """Write what is new in one transaction; a busy or full disk loses the cache and nothing else."""
        if self._db is None or not (self._new_readings or self._new_seals or self._new_reports or self._new_answers):
            return
        with contextlib.suppress(sqlite3.Error, UnicodeEncodeError):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany("INSERT OR REPLACE INTO readings VALUES (?, ?, ?)", _rows(self._new_readings))
                self._db.executemany("INSERT OR REPLACE INTO seals VALUES (?, ?, ?)", _rows(self._new_seals))
                for engine in {engine for engine, _ in self._new_reports.values()}:
                    self._db.execute("DELETE FROM reports WHERE engine != ?", (engine,))
                self._db.executemany("INSERT OR REPLACE INTO reports VALUES (?, ?, ?)", _rows(self._new_reports))
                for prompt in {prompt for prompt, _ in self._new_answers.values()}:
                    self._db.execute("DELETE FROM answers WHERE prompt != ?", (prompt,))
                self._db.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", _rows(self._new_answers))
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        self._new_readings, self._new_seals, self._new_reports, self._new_answers = {}, {}, {}, {}

    def used(self) -> dict[str, float]:
        """Skill key → when it was last used."""
        if self._db is None:
            return {}
        with contextlib.suppress(sqlite3.Error):
            return dict(self._db.execute("SELECT key, at FROM used"))
        return {}

    def note_use(self, keys: Iterable[str]) -> None:
        """Remember that these skills were used now."""
        if self._db is not None:
            now = time.time()
            with contextlib.suppress(sqlite3.Error):
                self._db.executemany("INSERT OR REPLACE INTO used VALUES (?, ?)", [(key, now) for key in keys])

    def close(self) -> None:
        """Write and let go."""
        self.flush()
        if self._db is not None:
            self._db.close()
            self._db = None


def _rows(new: Mapping[str, tuple[object, object]]) -> list[tuple[str, object, object]]:
    return [(path, key, value) for path, (key, value) in new.items()]


class Shelf:
    """The readings of one root."""

    def __init__(self, cache: Cache, known: dict[str, tuple[bytes, bytes]]) -> None:
        self._cache = cache
        self._known = known

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        """The reading of this path in this very state."""
        found = self._known.get(path)
        return found[1] if found is not None and found[0] == _PACKED(key) else None

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        """Remember a reading."""
        self._cache.keep_reading(path, _PACKED(key), reading)
