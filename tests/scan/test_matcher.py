"""The one pass over the bytes: what it finds, and that it says so when it did not look."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.scan.matcher import BadAnchor, Matcher

ANCHORS = (r"\bcurl\b", "://", "ignore", "忽略")


def test_a_hit_at_the_very_end_is_found() -> None:
    assert Matcher(ANCHORS).hits(b"x" * 1_000_000 + b" IGNORE") == {"ignore"}


def test_zeros_and_broken_text_hide_nothing_behind_them() -> None:
    assert Matcher(ANCHORS).hits(b"\0\0\xff\xfe\n" * 1000 + b"curl http://x") == {r"\bcurl\b", "://"}


def test_a_text_that_ends_like_the_canary_begins_is_read_to_its_end() -> None:
    assert Matcher(ANCHORS).hits(b"a \n\x00sealskill-canary") == frozenset()


@given(
    st.binary(max_size=400), st.sampled_from([b" curl ", b"://", b"IgNoRe", "忽略".encode()]), st.binary(max_size=400)
)
def test_whatever_stands_around_it_an_anchor_is_found(before: bytes, anchor: bytes, after: bytes) -> None:
    assert Matcher(ANCHORS, _PACKED).hits(before + anchor + after)


_PACKED = Matcher(ANCHORS).packed


def test_compiled_anchors_are_used_by_the_next_process_and_find_the_same() -> None:
    again = Matcher(ANCHORS, _PACKED)
    assert again.packed == _PACKED
    assert again.hits(b"please ignore") == {"ignore"}


@pytest.mark.parametrize(
    "packed", [b"", b"garbage", _PACKED[:-40], _PACKED[:32] + b"\0" * 500, _PACKED[:40] + b"\xff" * 8 + _PACKED[48:]]
)
def test_torn_or_foreign_compiled_anchors_are_compiled_anew(packed: bytes) -> None:
    assert Matcher(ANCHORS, packed).hits(b"please ignore") == {"ignore"}


def test_compiled_anchors_of_another_engine_are_not_used() -> None:
    assert Matcher(("forget",), _PACKED).hits(b"ignore and forget") == {"forget"}


def test_a_pattern_that_cannot_be_matched_in_one_pass_is_refused_loudly() -> None:
    with pytest.raises(BadAnchor):
        Matcher(("(",))
