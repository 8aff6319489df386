"""A chain is whole exactly where nobody touched it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.audit.ground import KEY, record

from sealskill.audit import chain
from sealskill.audit.chain import COLUMNS, GENESIS, Link, follow, hashed
from sealskill.audit.words import Spelling

Rows = list[tuple[Any, ...]]
WORDS = st.text(max_size=20)


def chained(count: int, *, start: Link | None = None, **more: Any) -> Rows:
    spelling, link, rows = Spelling(key=KEY), start or Link(), []
    for number in range(link.sequence + 1, link.sequence + count + 1):
        covered = spelling.columns(record(number, **more), number, number, link.hash)
        rows.append((*covered, hashed(covered)))
        link = Link(sequence=number, hash=rows[-1][-1])
    return rows


@st.composite
def chains(draw: st.DrawFn) -> Rows:
    said = draw(
        st.lists(
            st.tuples(WORDS, WORDS, st.dictionaries(WORDS, st.integers() | WORDS, max_size=3)), min_size=1, max_size=8
        )
    )
    spelling, link, rows = Spelling(key=KEY, arguments=True), Link(), list[tuple[Any, ...]]()
    for number, (actor, tool, arguments) in enumerate(said, 1):
        covered = spelling.columns(
            record(number, actor=actor, tool=tool, arguments=arguments), number, number, link.hash
        )
        rows.append((*covered, hashed(covered)))
        link = Link(sequence=number, hash=rows[-1][-1])
    return rows


@given(chains())
def test_what_was_written_is_whole(rows: Rows) -> None:
    walked = follow(rows, {})
    assert (walked.breach, walked.count, walked.end.hash) == (None, len(rows), rows[-1][-1])


@given(chains(), st.data())
def test_any_other_value_in_any_column_breaks_it_there(rows: Rows, data: st.DataObject) -> None:
    at, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(COLUMNS) - 1))
    value = data.draw(st.none() | st.text() | st.integers(0, 2**62) | st.binary() if column else st.integers(0, 2**62))
    edited = list(rows[at])
    if edited[column] == value and type(edited[column]) is type(value):
        return
    edited[column] = value
    walked = follow([*rows[:at], tuple(edited), *rows[at + 1 :]], {})
    assert walked.breach is not None
    # A number that is too large leaves a gap, which begins where the entry stood; a first one may begin elsewhere.
    assert walked.breach.sequence == at + 1 or (at == 0 and walked.breach.sequence == 1) or column == 0


@given(chains(), st.data())
def test_any_other_order_or_choice_of_entries_breaks_it(rows: Rows, data: st.DataObject) -> None:
    other = data.draw(st.lists(st.sampled_from(rows), min_size=1, max_size=len(rows) + 1))
    walked = follow(other, {})
    assert (walked.breach is None) == (other == rows[: len(other)])


@given(chains(), st.data())
def test_with_a_checkpoint_no_chain_written_anew_passes(rows: Rows, data: st.DataObject) -> None:
    at, anchored = data.draw(st.integers(1, len(rows))), data.draw(st.integers(1, len(rows)))
    kept = {anchored: rows[anchored - 1][-1]}
    start = Link(sequence=at - 1, hash=rows[at - 2][-1] if at > 1 else GENESIS)
    anew = [*rows[: at - 1], *chained(len(rows) - at + 1, start=start, actor="somebody else entirely, eve")]
    assert follow(anew, {}).breach is None
    walked = follow(anew, kept)
    assert (walked.breach is None, walked.proven) == ((True, anchored) if anchored < at else (False, 0))


@given(chains(), chains())
def test_two_chains_that_differ_end_in_different_hashes(one: Rows, two: Rows) -> None:
    assert (one[-1][-1] == two[-1][-1]) == (one == two)


def test_columns_cannot_be_moved_into_each_other() -> None:
    """What is framed by type and length has one reading."""
    spelling = Spelling(key=KEY)
    one = spelling.columns(record(actor="ab", action="c"), 1, 1, GENESIS)
    two = spelling.columns(record(actor="a", action="bc"), 1, 1, GENESIS)
    assert hashed(one) != hashed(two)
    assert hashed((*one[:11], "null", *one[12:])) != hashed((*one[:11], None, *one[12:]))
    assert hashed(("1", *one[1:])) != hashed(one)


@pytest.mark.parametrize(
    "detail", ['{"last":3}', "[]", "x", '{"last":[1],"hash":{}}', "[" * 2000, '{"hash":1,"last":2}', "null"]
)
def test_an_entry_that_only_looks_like_a_rotation_excuses_nothing(detail: str) -> None:
    rows = chained(6)
    covered = [*rows[5][:-1]]
    covered[COLUMNS.index("action")], covered[COLUMNS.index("detail")] = chain.ROTATED, detail
    walked = follow([*rows[3:5], (*covered, hashed(tuple(covered)))], {})
    assert walked.breach is not None
    assert walked.breach.sequence == 1


def test_a_rotation_whose_own_entry_was_edited_excuses_nothing() -> None:
    first = chained(3)
    last = Link(sequence=3, hash=first[-1][-1])
    said = {"last": 3, "hash": last.hash}
    rotated = chained(1, start=last, action=chain.ROTATED, detail=said)
    assert follow(rotated, {}).breach is None
    edited = [(*rotated[0][:2], "eve", *rotated[0][3:])]
    assert follow(edited, {}).breach is not None


def test_a_chain_twice_as_long_takes_about_twice_as_long() -> None:
    def seconds(count: int) -> float:
        rows = chained(count)
        times = []
        for _ in range(5):
            began = time.process_time()
            assert follow(rows, {}).count == count
            times.append(time.process_time() - began)
        return min(times)

    assert seconds(8000) < 4 * seconds(4000)
