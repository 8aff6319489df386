"""`skill.json` as its documentation and its first loader define it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.read.formats.parsing import LIMITS, codes, parse_json, problem, stops
from tests.read.ground import tool

from sealskill.model.manifest import ToolClass, ToolSpec
from sealskill.model.settings import Limits

EMPTY = {"type": "object", "properties": {}}


def spec(text: str) -> ToolSpec:
    found = parse_json(text)
    assert found.value is not None
    assert not stops(found), found.problems
    return found.value.tools[0]


def test_what_is_not_said_has_the_documented_default() -> None:
    found = parse_json('{"name": "a", "description": "b", "entry": "c"}')
    assert found.value is not None
    (one,) = found.value.tools
    assert (one.tool_class, one.class_given, one.timeout_seconds, one.env_allow) == (ToolClass.SAFE, False, 30, ())
    assert (one.schema, found.value.category) == (EMPTY, "external")


def test_a_missing_class_is_said_because_the_tool_then_runs_unasked() -> None:
    assert "safe" in problem(parse_json('{"name": "a", "description": "b", "entry": "c"}'), "class").message


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"name": ""}, "name", "name required"),
        ({"name": None}, "name", "name required"),
        ({"name": "Bad Key With Spaces"}, "name", 'name "Bad Key With Spaces" must be lower_snake [a-z0-9_]'),
        ({"name": "kebab-case"}, "name", 'name "kebab-case" must be lower_snake [a-z0-9_]'),
        ({"name": "a\n"}, "", ""),
        ({"name": "é"}, "name", 'name "é" must be lower_snake [a-z0-9_]'),
        ({"name": "١"}, "name", 'name "١" must be lower_snake [a-z0-9_]'),
        ({"name": 5}, "name", "name must be a string"),
        ({"description": " "}, "description", "description required"),
        ({"entry": ""}, "entry", "entry required"),
        ({"entry": ["run.sh"]}, "entry", "entry must be a string"),
        ({"class": "Safe"}, "class", 'class "Safe" invalid'),
        ({"class": "SAFE"}, "class", 'class "SAFE" invalid'),
        ({"class": ["safe"]}, "class", 'class ["safe"] invalid'),
        ({"class": False}, "class", "class false invalid"),
        ({"timeout_seconds": -1}, "timeout_seconds", "timeout_seconds is -1; a run cannot end before it starts"),
        ({"timeout_seconds": 1.5}, "timeout_seconds", "timeout_seconds must be a whole number of seconds"),
        ({"timeout_seconds": 0.0}, "timeout_seconds", "timeout_seconds must be a whole number of seconds"),
        ({"timeout_seconds": "60"}, "timeout_seconds", "timeout_seconds must be a whole number of seconds"),
        ({"timeout_seconds": True}, "timeout_seconds", "timeout_seconds must be a whole number of seconds"),
        ({"timeout_seconds": False}, "timeout_seconds", "timeout_seconds must be a whole number of seconds"),
        ({"env_allow": "PATH"}, "env_allow", "env_allow must be a list of names"),
        ({"env_allow": ["PATH", 1]}, "env_allow", "env_allow must be a list of names"),
        ({"env_allow": ["A=B"]}, "env_allow", 'env_allow: "A=B" is not the name of a variable'),
        ({"env_allow": ["*"]}, "env_allow", 'env_allow: "*" is not the name of a variable'),
        ({"category": 1}, "category", "category must be a string"),
        ({"schema": []}, "schema", "invalid manifest schema: it must be an object"),
        ({"schema": True}, "schema", "invalid manifest schema: it must be an object"),
    ],
)  # fmt: skip
def test_a_fault_is_named_in_the_documented_words(fields: dict[str, Any], code: str, message: str) -> None:
    found = parse_json(tool(**fields))
    assert [one.message for one in found.problems if one.code == code] == ([message] if code else [])
    assert stops(found) == bool(code)


def test_all_faults_are_named_at_once() -> None:
    found = parse_json('{"name": "A B", "class": "x", "timeout_seconds": -1, "env_allow": 1, "schema": []}')
    assert {"name", "description", "entry", "class", "timeout_seconds", "env_allow", "schema"} <= set(codes(found))


def test_a_bad_class_is_never_taken_for_a_harmless_one() -> None:
    found = parse_json(tool(**{"class": "Safe"}))
    assert found.value is not None
    assert found.value.tools[0].tool_class is ToolClass.DANGEROUS


@pytest.mark.parametrize(("given", "runs"), [(0, 30), (None, 30), (1, 1), (600, 600), (601, 600), (10**30, 600)])
def test_a_timeout_is_at_most_the_ceiling(given: int | None, runs: int) -> None:
    found = parse_json(tool(timeout_seconds=given))
    assert found.value is not None
    assert found.value.tools[0].timeout_seconds == runs
    assert ("timeout_seconds" in codes(found)) == (runs == 600 and given != 600)


def test_names_of_variables_are_trimmed_and_blank_ones_dropped() -> None:
    assert spec(tool(env_allow=["", " PATH ", "HOME", "PATH"])).env_allow == ("PATH", "HOME")


@pytest.mark.parametrize("given", [None, {}])
def test_a_schema_that_says_nothing_takes_an_object(given: Any) -> None:
    assert spec(tool(schema=given)).schema["type"] == "object"


def test_a_schema_goes_to_the_model_verbatim() -> None:
    given = {"type": "object", "properties": {"p": {"$ref": "#/$defs/p"}}, "$defs": {"p": {"type": "string"}}}
    assert spec(tool(schema=given)).schema == given


class Listener(BaseHTTPRequestHandler):
    """Counts who asks for a schema."""

    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"type": "object"}')

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def listening() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "{}/schema.json"},
        {"properties": {"a": {"$ref": "{}/b#/c"}}},
        {"$id": "{}/base/", "$ref": "other.json"},
        {"$schema": "{}/meta"},
        {"$schema": "{}/meta", "properties": {"a": {"$schema": "{}/inner"}}},
        {"$dynamicRef": "{}/x"},
        {"allOf": [{"$ref": "{}/x"}]},
        {"$defs": {"never used": {"$ref": "{}/x"}}},
    ],
)
def test_a_reference_to_the_network_is_refused_and_never_followed(schema: dict[str, Any], listening: str) -> None:
    Listener.asked.clear()
    found = parse_json(tool(schema=json.loads(json.dumps(schema).replace("{}", listening))))
    assert Listener.asked == []
    assert stops(found)


@pytest.mark.parametrize("form", ["file://{}", "{}", "file:{}"])
def test_a_reference_to_a_file_is_refused_and_never_read(tmp_path: Path, form: str) -> None:
    """A file that were read would make the schema good."""
    secret = tmp_path / "schema.json"
    secret.write_text('{"type": "object"}')
    found = parse_json(tool(schema={"$ref": form.format(secret)}))
    assert stops(found)
    assert "invalid manifest schema" in problem(found, "schema").message


@pytest.mark.parametrize(
    "schema",
    [{"type": "nonsense"}, {"properties": []}, {"required": "path"}, {"type": "string", "pattern": "("}, {"minLength": -1},
     {"$ref": "#/nowhere"}, {"$ref": 5}],
)  # fmt: skip
def test_what_is_no_schema_is_refused_when_it_loads(schema: dict[str, Any]) -> None:
    assert stops(parse_json(tool(schema=schema)))


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    "schema", [nested(20), nested(300), {"description": "x" * 70_000}, {"enum": list(range(30_000))}]
)
def test_a_schema_too_deep_or_too_large_is_refused(schema: dict[str, Any]) -> None:
    assert "over the cap" in problem(parse_json(tool(schema=schema)), "schema").message


def test_a_schema_that_refers_to_itself_ends() -> None:
    found = parse_json(tool(schema={"$ref": "#"}))
    assert found.value is not None


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('{"name": "a",,}', "invalid character ',' looking for beginning of object key", 1),
        ('{\n"name": "a",\n}', "invalid character '}' looking for beginning of object key", None),
        ("{'name': 1}", 'invalid character "\'" looking for beginning of object key', 1),
        ('{"name": }', "invalid character '}' looking for beginning of value", 1),
        ('{"name" "a"}', "invalid character '\"' after object key", 1),
        ('{"name": "a" "b"}', "invalid character '\"' after object key:value pair or array element", 1),
        ('{"name": "a"', "unexpected end of JSON input", None),
        ('{"name": "a', "unexpected end of JSON input", None),
        ("", "unexpected end of JSON input", None),
        ("{} {}", "invalid character '{' after top-level value", 1),
        ("{}\nx", "invalid character 'x' after top-level value", 2),
        ("\ufeff{}", "invalid character 'ï' looking for beginning of value", 1),
        ("[]", "the manifest is not an object", 1),
        ("null", "the manifest is not an object", 1),
        ('{"name": "a", "name": "b"}', "the key 'name' stands twice", None),
        ('{"schema": {"type": "object", "type": "string"}}', "the key 'type' stands twice", None),
        ('{"timeout_seconds": NaN}', "NaN is not JSON", None),
        ('{"timeout_seconds": Infinity}', "Infinity is not JSON", None),
        ('{"name": "\\ud800"}', "it holds half of a surrogate pair", 1),
        ('{"entry": "run.sh\\u0000"}', "it holds a NUL character", 1),
        ("[" * 50_000, "it is nested too deeply", None),
        ('{"a":' * 50_000, "it is nested too deeply", None),
    ],
    ids=range(22),
)
def test_what_is_no_json_is_said_in_the_words_people_search_for(text: str, message: str, line: int | None) -> None:
    found = parse_json(text)
    code = "two-readings" if "twice" in message else "decode"
    assert problem(found, code).message == message
    assert line is None or problem(found, code).line == line
    assert found.value is None


@pytest.mark.parametrize(
    "data", [b"\xff\xfe{}", b'{"name": "\xff"}', b"{" + b"1" * 6000 + b"}", b'{"a": ' + b"1" * 6000 + b"}"]
)
def test_other_bytes_are_errors_too(data: bytes) -> None:
    assert stops(parse_json(data))


def test_the_documented_backslash_u0000_text_is_no_nul() -> None:
    assert not stops(parse_json(tool(description="prints \\u0000 literally")))


@pytest.mark.parametrize("key", ["Class", "ENTRY", "Timeout_Seconds"])
def test_a_key_in_other_letters_has_no_effect_and_is_a_problem(key: str) -> None:
    found = parse_json(tool(**{key: "x"}))
    assert key in problem(found, "ignored-field").message


def test_an_unknown_key_is_kept_and_noted() -> None:
    found = parse_json(tool(color="blue"))
    assert found.value is not None
    assert (found.value.extra, found.value.ignored[0].field) == ({"color": "blue"}, "color")


def test_the_ceiling_is_a_setting() -> None:
    found = parse_json(tool(timeout_seconds=100), Limits(max_timeout_seconds=50))
    assert found.value is not None
    assert found.value.tools[0].timeout_seconds == 50
    assert LIMITS.max_timeout_seconds == 600
