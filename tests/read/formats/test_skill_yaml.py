"""`skill.yaml`: strict keys, all problems at once, no code ever."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from tests.read.formats.parsing import parse_yaml, stops

from sealskill.model.manifest import Manifest

GOOD: dict[str, Any] = {
    "apiVersion": "ironclaw.dev/skill/v1",
    "name": "web-research",
    "version": "1.2.0",
    "description": "Research.",
    "grants": {
        "persona": "You research.",
        "tools": ["web_search", "http_get"],
        "egress": ["duckduckgo.com", "api.search.brave.com"],
        "assets": ["reference/operators.md"],
    },
    "signature": "x",
}


def bundle(**fields: Any) -> str:
    return yaml.safe_dump({key: value for key, value in (GOOD | fields).items() if value is not ...})


def granting(**grants: Any) -> str:
    return bundle(grants=grants)


def messages(text: str) -> list[str]:
    return [one.message for one in parse_yaml(text).problems]


def value(text: str) -> Manifest:
    found = parse_yaml(text)
    assert found.problems == ()
    assert found.value is not None
    return found.value


def test_a_valid_bundle_is_read_whole() -> None:
    found = value(bundle())
    assert (found.name, found.version, found.description, found.signature) == (
        "web-research",
        "1.2.0",
        "Research.",
        "x",
    )
    assert found.grants is not None
    assert (found.grants.persona, found.grants.assets) == ("You research.", ("reference/operators.md",))


@pytest.mark.parametrize("grants", [..., None, {}, {"tools": []}, {"tools": None, "egress": None}])
def test_empty_grants_are_valid(grants: Any) -> None:
    found = value(bundle(grants=grants))
    assert found.grants is not None
    assert (found.grants.tools, found.grants.egress, found.grants.assets) == ((), (), ())


@pytest.mark.parametrize("name", ["shell_exec", "WEB_SEARCH", "", "web_search ", "*"])
def test_an_unknown_tool_is_named(name: str) -> None:
    assert messages(granting(tools=[name])) == [f'tool "{name}" is not in the compiled sandbox tool registry']


@pytest.mark.parametrize("given", ["ironclaw.dev/skill/v2", "", ..., None, 1, "ironclaw.dev/skill/v1 "])
def test_another_version_of_the_schema_is_refused(given: Any) -> None:
    (said,) = messages(bundle(apiVersion=given))
    assert said.endswith('is not the supported "ironclaw.dev/skill/v1"')


HOSTS = [
    "https://a.example", "a.example:443", "a.example/path", "*.example.com", "a b.example", "a.example\t", "localhost", "10.0.0.1",
    "169.254.169.254", "[::1]", "::1", "a..example", ".example", "a.example.", "-a.example", "a-.example", "a_b.example", "",
    "user@a.example", "a.example?x", "a.example#x", "a\\b.example", "é.example", "a.example\n", f"{'a' * 64}.example",
    f"{'a.' * 130}example", "0x7f.1",
]  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
def test_egress_is_a_bare_dns_name(host: str) -> None:
    assert messages(granting(egress=[host])) == [
        f'egress "{host}" must be a bare hostname (no scheme, port, path, or wildcard)'
    ]


@pytest.mark.parametrize("host", ["a.example", "A.Example", "xn--bcher-kva.example", "1.example", "a.b.c.d.e"])
def test_a_dns_name_is_taken(host: str) -> None:
    assert parse_yaml(granting(egress=[host])).problems == ()


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../../secrets", "..", "", ".", "a/../b", "a//b", "a/", "a\\..\\b", "./a", "a/./b", "~/x/.."],
)
def test_an_asset_stays_below_the_bundle(path: str) -> None:
    assert messages(granting(assets=[path])) == [
        f'asset "{path}" must be a relative path inside the skill (no absolute path or ..)'
    ]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (bundle(command="rm -rf"), "command"),
        (bundle(Name="x"), "Name"),
        (bundle(grants={"shell": True}), "grants.shell"),
        (bundle(grants={"Tools": ["exec"]}), "grants.Tools"),
        (bundle(metadata={"openclaw": {"always": True}}), "metadata"),
    ],
)
def test_an_unknown_field_is_refused_at_every_level(text: str, field: str) -> None:
    assert messages(text) == [f"parse manifest: field {field} is not part of a bundle"]


@pytest.mark.parametrize(
    "text",
    ["name: [a", "- a", "", "just words", "a: b: c", "a: &a [*a]", "a: !!python/name:os.system x",
     "{" * 120_000, "[" * 120_000, "? " * 60_000],
    ids=range(10),
)  # fmt: skip
def test_malformed_yaml_is_one_problem_and_no_manifest(text: str) -> None:
    found = parse_yaml(text)
    assert [one.code for one in found.problems] == ["yaml"]
    assert found.value is None


def test_a_key_that_stands_twice_is_told_as_two_readings() -> None:
    found = parse_yaml("name: a\nname: b")
    assert [one.code for one in found.problems] == ["two-readings"]
    assert found.value is None


def test_all_problems_are_said_at_once() -> None:
    text = bundle(
        apiVersion="x", name="Bad_Name", version=..., extra=1,
        grants={"tools": ["a"], "egress": ["*"], "assets": ["/x"], "y": 1},
    )  # fmt: skip
    said = " | ".join(messages(text))
    for part in (
        "apiVersion",
        'name "Bad_Name"',
        "version is required",
        "field extra",
        "grants.y",
        'tool "a"',
        'egress "*"',
        'asset "/x"',
    ):
        assert part in said
    assert len(messages(text)) == 8


@pytest.mark.parametrize(
    "name", ["", ..., "-a", "a-", "A", "a_b", "a.b", "a/b", "../a", "ä", "a" * 64, "a b", 5, ["a"]]
)
def test_a_name_is_a_lowercase_label(name: Any) -> None:
    assert any("name" in one for one in messages(bundle(name=name)))


@pytest.mark.parametrize(
    "version", ["", ..., ".", "..", "../x", "a/b", "1 0", "ü", "x" * 65, True, None, ["1"], "1\\2"]
)
def test_a_version_is_safe_as_a_path(version: Any) -> None:
    assert any("version" in one for one in messages(bundle(version=version)))


@pytest.mark.parametrize("key", ["tools", "egress", "assets"])
def test_lists_are_lists_of_texts_without_repeats(key: str) -> None:
    for wrong in ("exec", {"a": 1}, [1], [None], [["read"]]):
        assert messages(granting(**{key: wrong})) == [f"grants.{key} must be a list of texts"]
    once = {"tools": "read", "egress": "a.example", "assets": "a"}[key]
    assert messages(granting(**{key: [once, once]})) == [f'grants.{key} lists "{once}" twice']


def test_a_long_list_with_a_repeat_is_refused_in_time() -> None:
    hosts = [f"h{number}.example" for number in range(5_000)]
    assert stops(parse_yaml(granting(egress=[*hosts, "h0.example"])))


@pytest.mark.parametrize("grants", ["all", ["tools"], 1])
def test_grants_are_a_map(grants: Any) -> None:
    assert messages(bundle(grants=grants)) == ["grants must be a map of persona, tools, egress and assets"]


@pytest.mark.parametrize("version", ["1.10", "2", "1.0"])
def test_a_version_without_quotes_is_the_text_that_was_written(version: str) -> None:
    text = f"apiVersion: ironclaw.dev/skill/v1\nname: web\nversion: {version}\n"
    parsed = parse_yaml(text)
    assert parsed.problems == ()
    assert parsed.value is not None
    assert parsed.value.version == version


def test_a_version_that_is_no_text_at_all_is_told_once() -> None:
    parsed = parse_yaml("apiVersion: ironclaw.dev/skill/v1\nname: web\nversion: [1]\n")
    assert [problem.code for problem in parsed.problems] == ["version"]
