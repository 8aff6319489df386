"""Arguments: plain JSON that nobody else holds, held against the schema, with its defaults in."""

from __future__ import annotations

from typing import Any

import pytest

from sealskill.session.arguments import Checker, plainly

SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "dry": {"type": "boolean", "default": True},
        "deep": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}},
        "list": {"type": "array", "items": {"properties": {"x": {"default": []}}}},
    },
    "required": ["path"],
    "additionalProperties": False,
    "$defs": {"n": {"type": "integer", "default": 3}},
}


def test_defaults_stand_wherever_the_schema_has_them() -> None:
    given = {"path": "a", "deep": {}, "list": [{}, {"x": 1}]}
    found = Checker(SCHEMA).check(given)
    assert found.values == {"path": "a", "dry": True, "deep": {"n": 3}, "list": [{"x": []}, {"x": 1}]}
    assert given == {"path": "a", "deep": {}, "list": [{}, {"x": 1}]}
    found.values["list"][0]["x"].append(1)
    assert Checker(SCHEMA).check(given).values["list"][0]["x"] == []


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({}, 'arguments: "path" is a required property'),
        ({"path": 5}, 'arguments.path: 5 is not of type "string"'),
        ({"path": "a", "deep": {"n": "x"}}, 'arguments.deep.n: "x" is not of type "integer"'),
        ({"path": "a", "z": 1}, "arguments: Additional properties are not allowed ('z' was unexpected)"),
    ],
)
def test_a_fault_is_told_with_its_place(given: Any, fault: str) -> None:
    assert Checker(SCHEMA).check(given).fault == fault


def test_a_default_that_does_not_fit_its_own_schema_is_a_fault() -> None:
    assert "integer" in Checker({"properties": {"n": {"type": "integer", "default": "many"}}}).check({}).fault


@pytest.mark.parametrize(
    "given",
    [
        "[]", "{", '{"a": 1, "a": 2}', '{"a": {"b": 1, "b": 2}}', '{"a": NaN}', {"a": float("inf")}, {"a": {1, 2}},
        {"a": "\ud800"}, '{"a": "\\ud800"}', '{"a": ' + "[" * 100_000, {"a": "x" * 8_000_001},
    ],
    ids=range(11),
)  # fmt: skip
def test_what_two_readers_could_take_for_two_things_is_refused(given: Any) -> None:
    assert plainly(given).fault


@pytest.mark.parametrize("ref", ["https://example.com/schema.json", "file:///etc/passwd", "other.json"])
def test_a_schema_that_leads_outside_itself_checks_nothing(ref: str) -> None:
    with pytest.raises(ValueError, match=r"outside the schema|No base URI"):
        Checker({"properties": {"a": {"$ref": ref}}})


@pytest.mark.parametrize("ref", ["#", "#/properties/a", "#/$defs/none"])
def test_a_schema_that_refers_to_itself_ends(ref: str) -> None:
    try:
        found = Checker({"properties": {"a": {"$ref": ref, "default": 1}}}).check({"a": {"a": {}}})
    except ValueError:
        return  # no schema at all
    assert found.values or found.fault
