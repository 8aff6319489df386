"""An archive that a person named becomes a private folder: regular files alone, under names that stay inside it.

    1. Only files are written, each opened anew and never through a link; no link, device or second file of a name is.
    2. Names are taken apart; one that is absolute, leads upwards or cannot be a path is refused.
    3. Bytes are counted as they are unpacked, not as the archive says.

The caller still owes: a fresh folder only the user may enter, and its removal. What was refused is told, never dropped.
"""

from __future__ import annotations

import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Protocol

from sealskill.errors import BadArchive
from sealskill.model.report import Unread, Why

MAX_FILES = 20_000
"""Entries of one archive: as many as one root may hold packages."""
MAX_BYTES = 256 << 20
"""Bytes of all files together: as many as one package may have."""
_LONGEST_NAME = 255
_STEP = 1 << 20
_ENCRYPTED = 0x1
_TORN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, RuntimeError, ValueError, MemoryError)


class Full(Exception):
    """The archive holds more than may be unpacked."""


class _Member(Protocol):
    name: str
    size: int
    executable: bool
    refused: Unread | None

    def open(self) -> IO[bytes]:
        """Its bytes."""


def is_archive(path: str) -> bool:
    """Whether a file is a zip or a tar, packed or not."""
    try:
        return zipfile.is_zipfile(path) or tarfile.is_tarfile(path)
    except _TORN:
        return False


def unpack(path: str, into: Path) -> tuple[Unread, ...]:
    """Write the files of an archive below a fresh folder; what was not written, and why. Raises BadArchive."""
    taken = _Taken(into)
    try:
        for member in _zip(path) if zipfile.is_zipfile(path) else _tar(path):
            taken.one(member)
    except Full as exc:
        taken.refused.append(Unread(path="", why=Why.TRUNCATED, said=str(exc)))
    except _TORN as exc:
        raise BadArchive(f"{path} cannot be unpacked: {exc}", advice="pack it again") from exc
    return tuple(taken.refused)


class _Zipped:
    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        self.name, self.size = info.filename, info.file_size
        self.executable = bool(info.external_attr >> 16 & 0o111)
        self.refused: Unread | None = None
        kind = info.external_attr >> 16 & 0o170000
        if info.flag_bits & _ENCRYPTED:
            self.refused = Unread(path=self.name, why=Why.ENCRYPTED, said="nobody can read it without its password")
        elif kind == 0o120000:
            self.refused = Unread(path=self.name, why=Why.LINK, said="a link in an archive is not followed")
        self._archive, self._info = archive, info

    def open(self) -> IO[bytes]:
        return self._archive.open(self._info)


def _zip(path: str) -> Iterator[_Member]:
    with zipfile.ZipFile(path) as archive:
        yield from (_Zipped(archive, info) for info in archive.infolist() if not info.is_dir())


class _Tarred:
    def __init__(self, archive: tarfile.TarFile, info: tarfile.TarInfo) -> None:
        self.name, self.size = info.name, info.size
        self.executable = bool(info.mode & 0o111)
        self.refused: Unread | None = None
        if not info.isfile():
            linked = info.issym() or info.islnk()
            said = "a link in an archive is not followed" if linked else "a device or fifo"
            self.refused = Unread(path=self.name, why=Why.LINK if linked else Why.UNREADABLE, said=said)
        self._archive, self._info = archive, info

    def open(self) -> IO[bytes]:
        found: Any = self._archive.extractfile(self._info)
        return found  # type: ignore[no-any-return]


def _tar(path: str) -> Iterator[_Member]:
    with tarfile.open(path, "r|*") as archive:  # a stream: nothing is listed before it is counted
        yield from (_Tarred(archive, info) for info in archive if not info.isdir())


class _Taken:
    """What was taken out of an archive so far."""

    def __init__(self, into: Path) -> None:
        self.into = into
        self.files = 0
        self.bytes = 0
        self.refused: list[Unread] = []

    def one(self, member: _Member) -> None:
        self.files += 1
        if self.files > MAX_FILES:
            raise Full(f"it holds more than {MAX_FILES} files")
        parts = _parts(member.name)
        if member.refused is not None:
            self.refused.append(member.refused)
        elif not parts:
            said = "its name leads out of the archive or cannot be a path"
            self.refused.append(Unread(path=member.name, why=Why.UNREADABLE, said=said))
        else:
            self._write(member, parts)

    def _write(self, member: _Member, parts: list[str]) -> None:
        path = self.into.joinpath(*parts)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o700 if member.executable else 0o600)
        except OSError as exc:  # two files of one name, or a file where a folder is to be: two readers, two archives
            said = f"a second entry stands in its place: {exc.strerror}"
            self.refused.append(Unread(path=member.name, why=Why.UNREADABLE, said=said))
            return
        with os.fdopen(handle, "wb") as file:
            try:
                self._pour(member, file)
            except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as exc:
                self.refused.append(Unread(path=member.name, why=Why.UNREADABLE, said=str(exc)))

    def _pour(self, member: _Member, file: IO[bytes]) -> None:
        size = 0
        with member.open() as source:
            while data := source.read(_STEP):
                size += len(data)
                self.bytes += len(data)
                if self.bytes > MAX_BYTES:
                    raise Full(f"its files have more than {MAX_BYTES} bytes")
                file.write(data)
        if size != member.size:
            raise EOFError(f"it ends after {size} of {member.size} bytes")


def _parts(name: str) -> list[str]:
    """The steps of a name from the top of the archive; none for one that is no such name."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    bad = name.startswith("/") or any(
        part == ".." or "\\" in part or "\0" in part or ":" in part or len(os.fsencode(part)) > _LONGEST_NAME
        for part in parts
    )
    return [] if bad else parts
