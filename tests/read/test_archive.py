"""An archive is unpacked within caps and within its folder, and what was refused is told."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sealskill.errors import BadArchive
from sealskill.model.report import Why
from sealskill.read import archive


def zipped(path: Path, files: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda _: None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            made.writestr(info, data)
    return path


def tarred(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as made:
        for info, data in members:
            info.size = len(data) if info.isfile() else 0
            made.addfile(info, io.BytesIO(data))
    return path


def into(base: Path) -> Path:
    (base / "out").mkdir()
    return base / "out"


def written(folder: Path) -> dict[str, bytes]:
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


@pytest.mark.parametrize(
    "name", ["../x", "/etc/x", "a/../../x", "..", "a\\..\\x", "C:x", "a\0b/../../x", "x" * 300, ""]
)
def test_no_name_leads_out(name: str, tmp_path: Path) -> None:
    place = into(tmp_path)
    info = tarfile.TarInfo(name)
    refused = archive.unpack(str(tarred(tmp_path / "a.tgz", (info, b"evil"))), place)
    assert len(refused) + len(written(place)) == 1
    assert set(os.listdir(tmp_path)) == {"a.tgz", "out"}
    assert b"evil" not in [data for path, data in written(place).items() if ".." in path]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_only_files_are_made(kind: bytes, tmp_path: Path) -> None:
    place = into(tmp_path)
    info = tarfile.TarInfo("x")
    info.type, info.linkname = kind, "/etc/passwd"
    after = tarfile.TarInfo("x/y")
    [refused, *_] = archive.unpack(str(tarred(tmp_path / "a.tgz", (info, b""), (after, b"through"))), place)
    assert refused.why in (Why.LINK, Why.UNREADABLE)
    assert written(place) in ({}, {"x/y": b"through"})


def test_a_link_in_a_zip_is_told_and_not_made(tmp_path: Path) -> None:
    place = into(tmp_path)

    def link(info: zipfile.ZipInfo) -> None:
        info.external_attr = 0o120777 << 16

    [refused] = archive.unpack(str(zipped(tmp_path / "a.zip", {"x": b"/etc/passwd"}, link)), place)
    assert refused.why is Why.LINK
    assert written(place) == {}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_files_of_one_name_the_second_is_told(tmp_path: Path) -> None:
    place = into(tmp_path)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("SKILL.md", "harmless")
        made.writestr("SKILL.md", "another")
    [refused] = archive.unpack(str(tmp_path / "a.zip"), place)
    assert refused.path == "SKILL.md"
    assert written(place) == {"SKILL.md": b"harmless"}


def test_a_bomb_stops_at_the_cap_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 20)
    place = into(tmp_path)
    [refused] = archive.unpack(str(zipped(tmp_path / "a.zip", {"zeros": bytes(8 << 20)})), place)
    assert refused.why is Why.TRUNCATED
    assert sum(map(len, written(place).values())) <= 1 << 20


def test_more_entries_than_the_cap_stop_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    [refused] = archive.unpack(str(zipped(tmp_path / "a.zip", {f"{n}": b"" for n in range(9)})), into(tmp_path))
    assert refused.why is Why.TRUNCATED


def test_the_bit_to_execute_is_kept_as_it_is_part_of_a_seal(tmp_path: Path) -> None:
    place = into(tmp_path)

    def runs(info: zipfile.ZipInfo) -> None:
        info.external_attr = 0o755 << 16

    assert archive.unpack(str(zipped(tmp_path / "a.zip", {"run.sh": b"#!"}, runs)), place) == ()
    assert (place / "run.sh").stat().st_mode & 0o777 == 0o700


def test_an_encrypted_file_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"x": b"data"})
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    [refused] = archive.unpack(str(path), into(tmp_path))
    assert refused.why is Why.ENCRYPTED


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.9])
def test_a_torn_archive_is_an_error_or_told(share: float, tmp_path: Path) -> None:
    member = (tarfile.TarInfo("a"), os.urandom(1 << 16))
    whole = tarred(tmp_path / "a.tgz", member).read_bytes()
    (tmp_path / "b.tgz").write_bytes(whole[: int(len(whole) * share)])
    try:
        refused = archive.unpack(str(tmp_path / "b.tgz"), into(tmp_path))
    except BadArchive:
        return
    assert [one.path for one in refused] == ["a"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x1f\x8b\x08", b"text", bytes(1024)])
def test_what_is_no_archive_is_none(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(data)
    archive.is_archive(str(tmp_path / "a"))
