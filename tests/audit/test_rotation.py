"""Old entries move into files, and the chain goes through them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.audit.ground import Kept2nd, Open, all_rows, audit, change, looked, record

from sealskill.audit import rotate as room
from sealskill.audit.export import jsonl
from sealskill.audit.log import Log
from sealskill.audit.rotate import Segment, rotate
from sealskill.audit.rows import entry
from sealskill.audit.verify import Kept, Verified, verify
from sealskill.errors import CannotRecord, Conflict
from sealskill.store.database import Database

SECOND = 1_000_000
BEGAN = 1_700_000_000 * SECOND


def rotated(one: Database, log: Log, folder: Path, seconds: int) -> Segment:
    found = rotate(one, log, folder, BEGAN + seconds * SECOND, "ada")
    assert found is not None
    return found


def together(one: Database | None, *segments: Segment, second: Kept2nd | None = None) -> Verified:
    return verify(one, second.kept if second else Kept(), files=[Path(one.file) for one in segments])


def test_files_and_database_are_one_chain(opened: Open, tmp_path: Path) -> None:
    one, second = opened(), Kept2nd()
    log = audit(one, 10, places=[second])
    first = rotated(one, log, tmp_path / "old", 3)
    then = rotated(one, log, tmp_path / "old", 6)
    assert (first.first, first.last, then.first) == (1, 3, 4)
    assert next(row[0] for row in all_rows(one)) == then.last + 1
    alone, all_of_it = looked(one, second), together(one, first, then, second=second)
    assert (alone.breach, all_of_it.breach) == (None, None)
    assert alone.notes == (
        f"entries 1 to {then.last} were rotated into files and not looked at: name the files to verify them as well",
    )
    assert (all_of_it.walked.count, all_of_it.walked.proven, all_of_it.notes) == (12, 12, ())
    assert together(None, first, then).breach is None
    assert all((Path(one.file).stat().st_mode & 0o777) == 0o600 for one in (first, then))


@pytest.mark.parametrize("keep", [1, 0])
def test_a_file_that_is_not_named_is_missed(keep: int, opened: Open, tmp_path: Path) -> None:
    one = opened()
    log = audit(one, 10)
    both = [rotated(one, log, tmp_path, seconds) for seconds in (3, 6)]
    found = together(one, both[keep])
    if keep:
        assert (found.breach, found.walked.start.sequence) == (None, 3)
    else:
        assert found.breach is not None
        assert (found.breach.sequence, "missing" in found.breach.why) == (4, True)


@pytest.mark.parametrize("line", [0, 1, 2])
@pytest.mark.parametrize("how", ["edited", "removed", "doubled", "torn", "endless", "no JSON", "moved"])
def test_a_file_that_was_edited_is_found(how: str, line: int, opened: Open, tmp_path: Path) -> None:
    one = opened()
    log = audit(one, 6)
    segment = rotated(one, log, tmp_path, 3)
    lines = Path(segment.file).read_text().splitlines()
    match how:
        case "edited":
            lines[line] = lines[line].replace('"ada"', '"eve"')
        case "removed":
            del lines[line]
        case "doubled":
            lines.insert(line, lines[line])
        case "torn":
            lines[line] = lines[line][:50]
        case "endless":
            lines[line] = lines[line] + " " * 3_000_000
        case "no JSON":
            lines[line] = "[" * 100_000
        case _:
            lines[line - 1], lines[line] = lines[line], lines[line - 1]
    Path(segment.file).write_text("\n".join(lines) + "\n")
    found = together(one, segment).breach
    assert found is not None
    assert 1 <= found.sequence <= line + 2


def test_the_beginning_cannot_be_taken_away_as_if_it_were_rotated(opened: Open) -> None:
    one = opened()
    audit(one, 6)
    change(one, "DELETE FROM audit WHERE sequence <= 3")
    found = looked(one).breach
    assert found is not None
    assert (found.sequence, found.why) == (1, "entries 1 to 3 are missing, and no entry says that they were rotated")


def test_more_than_was_rotated_cannot_be_taken_away(opened: Open, tmp_path: Path) -> None:
    one = opened()
    log = audit(one, 6)
    rotated(one, log, tmp_path, 3)
    change(one, "DELETE FROM audit WHERE sequence = 4")
    found = looked(one).breach
    assert found is not None
    assert found.sequence == 1


def test_evidence_is_not_moved_away(opened: Open, tmp_path: Path) -> None:
    one = opened()
    log = audit(one, 6)
    change(one, "UPDATE audit SET actor = 'eve' WHERE sequence = 2")
    with pytest.raises(Conflict, match="entry 2 was edited"):
        rotate(one, log, tmp_path, BEGAN + 5 * SECOND, "ada")
    assert list(tmp_path.glob("audit*")) == []
    assert len(all_rows(one)) == 6


def test_a_rotation_that_ended_half_way_is_done_again(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = opened()
    log = audit(one, 6)

    def ends(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(room, "_same", ends)
        with pytest.raises(KeyboardInterrupt):
            rotate(one, log, tmp_path, BEGAN + 3 * SECOND, "ada")
    [left] = tmp_path.glob("audit-*")
    both = verify(one, Kept(), files=[left])
    assert (both.breach, both.walked.count) == (None, 6), "what stands in both places counts once"
    assert rotated(one, log, tmp_path, 3).file == str(left)
    assert together(one, Segment(file=str(left), first=1, last=3, hash="", digest="")).breach is None


def test_another_file_in_its_place_is_not_replaced(opened: Open, tmp_path: Path) -> None:
    one = opened()
    log = audit(one, 6)
    there = tmp_path / "audit-000000000001-000000000003.jsonl"
    there.write_text("mine")
    with pytest.raises(Conflict, match="holds something else"):
        rotate(one, log, tmp_path, BEGAN + 3 * SECOND, "ada")
    assert there.read_text() == "mine"
    assert len(all_rows(one)) == 6


def test_where_nothing_is_old_nothing_moves_and_the_newest_always_stays(opened: Open, tmp_path: Path) -> None:
    one = opened()
    assert rotate(one, audit(one), tmp_path, BEGAN * 2, "ada") is None
    log = audit(one, 3)
    assert rotate(one, log, tmp_path, BEGAN, "ada") is None
    found = rotate(one, log, tmp_path, BEGAN * 2, "ada")
    assert found is not None
    assert found.last == 2
    assert log.append(record()) == 5
    assert looked(one).breach is None


def test_a_folder_that_cannot_be_written_moves_nothing(opened: Open, tmp_path: Path) -> None:
    one = opened()
    log = audit(one, 6)
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRecord):
        rotate(one, log, tmp_path / "file", BEGAN + 3 * SECOND, "ada")
    assert len(all_rows(one)) == 6


def test_it_says_who_moved_what_where(opened: Open, tmp_path: Path) -> None:
    one = opened()
    segment = rotated(one, audit(one, 6), tmp_path, 3)
    last = entry(all_rows(one)[-1])
    assert (last.actor, last.category, last.action) == ("ada", "security", "audit.rotated")
    assert json.loads(last.detail) == {
        "file": segment.file, "first": 1, "last": 3, "hash": segment.hash, "digest": segment.digest,
    }  # fmt: skip


def test_what_is_exported_is_verified_like_what_was_rotated(opened: Open, tmp_path: Path) -> None:
    one = opened()
    audit(one, 6, arguments=True)
    (tmp_path / "all.jsonl").write_text("".join(jsonl(entry(row)) + "\n" for row in all_rows(one)))
    found = verify(None, Kept(), files=[tmp_path / "all.jsonl"])
    assert (found.breach, found.walked.count, found.walked.end.hash) == (None, 6, all_rows(one)[-1][-1])
