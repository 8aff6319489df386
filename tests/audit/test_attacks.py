"""Somebody who may write to the database wants the record to say something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from tests.audit.ground import KEY, Kept2nd, Open, all_rows, audit, change, looked, record, rehashed

from sealskill.audit import chain, checkpoint
from sealskill.audit.verify import Kept, anchored, kept, verify
from sealskill.audit.words import Spelling
from sealskill.errors import CannotRecord
from sealskill.store import database

COUNT = 7
OTHER: dict[str, Any] = {"sequence": 99, "time": 5, "arguments": '{"a":1}'}


def breach(opened: Open, second: Kept2nd | None = None) -> tuple[int, str]:
    found = looked(opened(), second).breach
    assert found is not None
    return found.sequence, found.why


@pytest.mark.parametrize("column", chain.COLUMNS)
def test_no_column_of_any_entry_can_be_changed(column: str, opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    value, found = OTHER.get(column, "x"), []
    for at in (1, 4, COUNT):
        before = all_rows(one)[at - 1][chain.COLUMNS.index(column)]
        now = value if column == "sequence" else at
        change(one, f"UPDATE audit SET {column} = :value WHERE sequence = :at", value=value, at=at)
        found.append(breach(opened)[0])
        change(one, f"UPDATE audit SET {column} = :value WHERE sequence = :now", value=before, now=now)
    # An entry that took another number leaves a gap where it stood.
    assert found == [1, 4, COUNT]
    assert looked(one).breach is None


@pytest.mark.parametrize("column", [one for one in chain.COLUMNS if one not in ("sequence", "time")])
def test_bytes_that_are_no_text_are_an_edit_and_hide_nothing(column: str, tmp_path: Path) -> None:
    """SQLite takes them; PostgreSQL does not."""
    one = database.open(tmp_path / "state" / "sealskill.db")
    audit(one, COUNT)
    change(one, f"UPDATE audit SET {column} = CAST(x'ff00fe' AS TEXT) WHERE sequence = 3")
    found = looked(one).breach
    assert found is not None
    assert (found.sequence, found.why) == (3, "entry 3 was edited: its hash is not that of what it says")
    assert [row[0] for row in all_rows(one)] == list(range(1, COUNT + 1))
    one.close()


def test_an_edit_with_its_hash_made_anew_is_named_by_the_entry_after_it(opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    row = dict(zip(chain.COLUMNS, all_rows(one)[3], strict=True)) | {"actor": "eve"}
    fresh = chain.hashed(tuple(row.values())[:-1])
    change(one, "UPDATE audit SET actor = 'eve', hash = :hash WHERE sequence = 4", hash=fresh)
    assert breach(opened) == (4, "entry 4 is not the one that entry 5 follows")


@pytest.mark.parametrize("gone", [[1], [1, 2], [3], [3, 4], [COUNT], [6, COUNT], list(range(1, COUNT + 1))])
def test_entries_that_were_taken_out_are_missed(gone: list[int], opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    for number in gone:
        change(one, "DELETE FROM audit WHERE sequence = :number", number=number)
    number, why = breach(opened)
    assert number == gone[0]
    assert "missing" in why


def test_entries_that_changed_places_are_found(opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    for old, new in ((3, -1), (4, 3), (-1, 4)):
        change(one, "UPDATE audit SET sequence = :new WHERE sequence = :old", old=old, new=new)
    assert breach(opened)[0] == 3


def test_an_entry_that_was_put_between_is_found(opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    rows = all_rows(one)
    for number in range(COUNT, 3, -1):
        change(one, "UPDATE audit SET sequence = :new WHERE sequence = :old", old=number, new=number + 1)
    covered = (4, *rows[3][1:-2], rows[2][-1])
    with one.begin() as connection:
        connection.execute(one.tables["audit"].insert().values((*covered, chain.hashed(covered))))
    assert breach(opened)[0] == 5


def test_an_entry_that_was_put_before_the_first_is_found(opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    covered = (0, *all_rows(one)[0][1:-1])
    with one.begin() as connection:
        connection.execute(one.tables["audit"].insert().values((*covered, chain.hashed(covered))))
    assert breach(opened)[0] <= 1


def test_an_entry_that_was_put_behind_the_last_is_found(opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    last = all_rows(one)[-1]
    covered = (COUNT + 1, *last[1:-2], last[-1])
    with one.begin() as connection:
        connection.execute(one.tables["audit"].insert().values((*covered, chain.hashed(covered))))
    assert breach(opened) == (COUNT + 1, f"entry {COUNT + 1} was put behind the last one, {COUNT}")


def test_what_is_numbered_anew_after_a_removal_is_found(opened: Open) -> None:
    one = opened()
    audit(one, COUNT)
    change(one, "DELETE FROM audit WHERE sequence = 3")
    for number in range(4, COUNT + 1):
        change(one, "UPDATE audit SET sequence = :new WHERE sequence = :old", old=number, new=number - 1)
    change(one, "UPDATE audit_head SET sequence = :new", new=COUNT - 1)
    assert breach(opened)[0] == 3


@pytest.mark.parametrize(("column", "value"), [("sequence", 3), ("sequence", 99), ("hash", "f" * 64), ("anchored", 99)])
def test_a_head_that_was_moved_is_found_and_nothing_is_written_behind_it(column: str, value: Any, opened: Open) -> None:
    one = opened()
    log = audit(one, COUNT)
    change(one, f"UPDATE audit_head SET {column} = :value", value=value)
    if column != "anchored":
        assert breach(opened)[0] in (4, COUNT, COUNT + 1)
    with pytest.raises(CannotRecord, match="somebody changed it") as caught:
        log.append(record())
    assert "audit verify" in caught.value.advice
    assert len(all_rows(one)) == COUNT


def test_without_its_head_nothing_is_written_and_nothing_is_proven(opened: Open) -> None:
    one = opened()
    log = audit(one, COUNT)
    change(one, "DELETE FROM audit_head")
    with pytest.raises(CannotRecord):
        log.append(record())
    assert breach(opened)[0] == 1


# The tail: the chain alone cannot tell, a checkpoint can.


def cut(one: Any, last: int) -> None:
    """Take away the tail, and move the head there."""
    change(one, "DELETE FROM audit WHERE sequence > :last", last=last)
    change(one, "UPDATE audit_head SET sequence = :last, hash = :hash", last=last, hash=all_rows(one)[-1][-1])


def test_a_tail_that_was_cut_with_its_head_is_only_found_with_a_checkpoint(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    cut(one, 4)
    alone = verify(one, Kept())
    assert (alone.breach, alone.walked.proven) == (None, 0), "and it does not say that anything is proven"
    assert breach(opened, second) == (5, "entries 5 to 6 are missing: a checkpoint of entry 6 was kept")


def test_what_was_written_after_the_last_checkpoint_may_go_unseen_and_it_says_so(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    cut(one, 6)
    found = looked(one, second)
    assert (found.breach, found.walked.proven, found.walked.end.sequence) == (None, 6, 6)


def test_a_chain_that_was_written_anew_is_only_found_with_a_checkpoint(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    rehashed(one, 5, {"actor": "eve"})
    alone = verify(one, Kept())
    assert (alone.breach, alone.walked.proven) == (None, 0)
    number, why = breach(opened, second)
    assert number == 6
    found = looked(one, second)
    assert found.breach is not None
    assert (found.breach.since, found.walked.proven) == (4, 3), "between the last one that is proven and this one"
    assert "checkpoint of entry 6" in why


def test_a_whole_new_audit_in_place_of_the_old_is_found(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    rehashed(one, 1, {"actor": "eve"})
    assert breach(opened, second)[0] == 3
    for table in ("audit", "audit_noted"):
        change(one, f"DELETE FROM {table}")
    change(one, "UPDATE audit_head SET sequence = 0, hash = :none, anchored = 0", none=chain.GENESIS)
    assert verify(one, Kept()).breach is None
    assert breach(opened, second)[0] == 1


def test_a_checkpoint_that_was_edited_is_found(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    rehashed(one, 2, {"actor": "eve"})
    hashes = {row[0]: row[-1] for row in all_rows(one)}
    [first, then] = [found for found in checkpoint.read(second.lines) if isinstance(found, checkpoint.Checkpoint)]
    second.lines = [second.lines[0].replace(first.hash, hashes[3]), second.lines[1].replace(then.hash, hashes[6])]
    assert breach(opened, second) == (3, "the checkpoint of entry 3 is not as it was made: somebody edited it")


@pytest.mark.parametrize(
    "line", ["x", '{"sealskill.checkpoint":1,', '{"sealskill.checkpoint":1,"sequence":"a"}', "[" * 5000]
)
def test_a_line_that_is_no_checkpoint_does_not_stand_among_checkpoints(line: str, opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    second.lines.insert(1, line)
    assert breach(opened, second) == (0, "line 2 of the checkpoints is none")


def test_checkpoints_that_were_taken_away_are_missed(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    second.lines.pop()
    found = looked(one, second)
    assert (found.breach, found.walked.proven) == (None, 3)
    assert found.doubts == (
        "entry 6 was anchored, and the newest checkpoint that was found is of entry 3: name the place where it is",
    )


def test_two_checkpoints_that_disagree_say_that_the_record_was_written_anew(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, 3, places=[second])
    change(one, "DELETE FROM audit")
    change(one, "UPDATE audit_head SET sequence = 0, hash = :none, anchored = 0", none=chain.GENESIS)
    audit(one, 2, places=[second]).append(record(actor="eve"))
    number, why = breach(opened, second)
    assert (number, why[:52]) == (3, "two checkpoints name different entries 3: the record")


def test_a_checkpoint_of_another_key_proves_nothing_and_is_told(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT)
    last = all_rows(one)[-1]
    second.lines = [checkpoint.line(checkpoint.made(COUNT, last[-1], 1, b"another"))]
    found = looked(one, second)
    assert (found.walked.proven, found.notes) == (
        0,
        ("1 checkpoints were made with another key and prove nothing here",),
    )


def test_without_the_key_no_checkpoint_proves_anything(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    audit(one, COUNT, places=[second])
    found = verify(one, kept(second.lines, None))
    assert found.walked.proven == 0
    assert found.doubts == ("2 checkpoints could not be checked: the key of the audit is not here",)


def test_an_anchor_that_cannot_be_kept_stops_everything_until_it_can(opened: Open) -> None:
    one, lines = opened(), list[str]()
    broken = [True]

    def place(line: str) -> None:
        if broken:
            raise CannotRecord("the disk is gone")
        lines.append(line)

    log = audit(one, 2, places=[place])
    with pytest.raises(CannotRecord):
        log.append(record(3))  # it is recorded, and its checkpoint could not be kept
    for _ in range(3):
        with pytest.raises(CannotRecord):
            log.append(record(4))
    assert len(all_rows(one)) == 3
    broken.clear()
    log.append(record(4))
    assert [found.sequence for found in checkpoint.read(lines) if isinstance(found, checkpoint.Checkpoint)] == [3]


def test_no_checkpoint_names_what_was_undone(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    log = audit(one, 2, places=[second])

    def fails() -> None:
        with one.begin() as connection:
            for number in range(10):
                log.append_in(connection, record(number))
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert second.lines == []
    log.append(record(3))
    assert [found.sequence for found in second.kept.good] == [3]
    assert looked(one, second).walked.proven == 3


def test_many_entries_of_one_change_are_anchored_once_and_after_it(opened: Open) -> None:
    one, second = opened(), Kept2nd()
    log = audit(one, 0, places=[second])
    with one.begin() as connection:
        for number in range(10):
            log.append_in(connection, record(number))
        assert second.lines == []
    assert [found.sequence for found in second.kept.good] == [10]
    assert looked(one, second).breach is None


def test_a_trigger_that_swallows_entries_is_noticed_by_the_next_one(opened: Open) -> None:
    one = opened()
    if "postgresql" in one.name:
        change(one, "CREATE RULE swallow AS ON INSERT TO audit DO INSTEAD NOTHING")
    else:
        change(one, "CREATE TRIGGER swallow BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END")
    log = audit(one)
    with pytest.raises(CannotRecord):
        [log.append(record(number)) for number in range(2)]
    assert looked(one).breach is not None


def test_the_key_of_the_digest_is_needed_to_guess_the_arguments(opened: Open) -> None:
    one = opened()
    audit(one, 1)
    digest = all_rows(one)[0][chain.COLUMNS.index("digest")]
    assert digest == Spelling(key=KEY).digest({"n": 1, "path": "/w/1"}), "the order of the names does not count"
    assert digest not in {Spelling(key=guess).digest({"n": 1, "path": "/w/1"}) for guess in (b"", b"x" * 32)}
    with one.read() as connection:
        kept_text = str(connection.execute(text("SELECT * FROM audit")).all())
    assert "/w/1" not in kept_text


def test_what_others_write_meanwhile_is_neither_missed_nor_doubted(opened: Open) -> None:
    """Between the look at the head, at the checkpoints and at the entries, others go on."""
    one, second = opened(), Kept2nd()
    log = audit(one, 4, places=[second])
    told = anchored(one)
    [log.append(record(number)) for number in range(4)]
    found = replace(second.kept, anchored=told)
    [log.append(record(number)) for number in range(4)]
    seen = verify(one, found)
    assert (seen.breach, seen.doubts, seen.walked.proven, seen.walked.count) == (None, (), 6, 12)
