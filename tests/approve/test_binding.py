"""What an answer is bound to: another question never has the digest of the one that was answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sealskill.errors import UsageError
from sealskill.model.question import Bound, Kind

BOUND = Bound(
    kind=Kind.CALL, tool="write", arguments={"path": "a", "content": "b"}, requester="ann", session="s1",
    seal="sha256:1", counting=("sha256:2", "sha256:3"), persona="p", policy="sha256:4",
)  # fmt: skip
OTHER: dict[str, Any] = {
    "kind": Kind.GRANT, "tool": "edit", "arguments": {"path": "a", "content": "c"}, "requester": "bob", "session": "s2",
    "seal": "sha256:9", "counting": ("sha256:2",), "persona": "q", "policy": "sha256:9",
}  # fmt: skip
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
).filter(lambda value: "\ud800" not in repr(value))


@pytest.mark.parametrize("field", Bound.__struct_fields__)
def test_every_field_is_bound(field: str) -> None:
    assert set(OTHER) == set(Bound.__struct_fields__)
    assert replace(BOUND, **{field: OTHER[field]}).digest != BOUND.digest


def test_the_order_of_arguments_and_of_counting_skills_is_no_other_question() -> None:
    turned = replace(BOUND, arguments={"content": "b", "path": "a"}, counting=("sha256:3", "sha256:2", "sha256:2"))
    assert turned.digest == BOUND.digest


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"a": 1}, {"a": 1.0}),
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": "1"}),
        ({"a": None}, {}),
        ({"a": ["b", "c"]}, {"a": ["b,c"]}),
        ({"a": {"b": 1}}, {"a.b": 1}),
        ({"a": "é"}, {"a": "e\u0301"}),
    ],
)
def test_arguments_that_look_alike_are_others(one: dict[str, Any], two: dict[str, Any]) -> None:
    assert replace(BOUND, arguments=one).digest != replace(BOUND, arguments=two).digest


def _deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(5_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [b"abc", {1: "a"}, float("nan"), float("inf"), {1, 2}, "\ud800", object(), _deep(), 10**5000],
    ids=["bytes", "key", "nan", "inf", "set", "half", "object", "deep", "long"],
)
def test_what_would_be_written_like_something_else_is_refused(value: Any) -> None:
    with pytest.raises(UsageError):
        _ = replace(BOUND, arguments={"a": value}).digest


@given(PLAIN, PLAIN)
def test_two_arguments_have_one_digest_only_if_they_are_the_same(one: Any, two: Any) -> None:
    digests = {replace(BOUND, arguments={"a": value}).digest for value in (one, two)}
    assert (len(digests) == 1) == (repr(_sorted(one)) == repr(_sorted(two)))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return ("map", [(key, _sorted(inner)) for key, inner in sorted(value.items())])
    return [_sorted(inner) for inner in value] if isinstance(value, list) else value


def test_a_remembered_answer_is_bound_to_everything_but_session_and_policy() -> None:
    free = {field for field in OTHER if replace(BOUND, **{field: OTHER[field]}).lasting == BOUND.lasting}
    assert free == {"session", "policy"}
    assert BOUND.lasting != BOUND.digest
