"""Whatever stands on a disk: no crash, no hang, and every manifest in exactly one state."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.read.formats.parsing import parse_json, parse_md, parse_yaml
from tests.read.ground import MANIFESTS, RUN, md, tool

from sealskill import Runtime
from sealskill.model.manifest import Manifest
from sealskill.read.formats import flow, skill_md, skill_yaml
from sealskill.read.formats.format import Parsed
from sealskill.read.walk import UNSEALED, skipped

PARSERS: dict[str, Callable[[str | bytes], Parsed[Manifest]]] = {
    "SKILL.md": parse_md, "skill.json": parse_json, "skill.yaml": parse_yaml,
}  # fmt: skip
BUNDLE = "apiVersion: ironclaw.dev/skill/v1\nname: b\nversion: '1'\ngrants:\n  tools: [read]\n  egress: [a.example]\n"
VENDOR = (
    'metadata: {"openclaw": {"always": true, "requires": {"bins": ["git"]}, "capabilities": {"shell": {"a": 1}},'
    ' "install": [{"kind": "brew", "formula": "x"}], "os": ["linux"]}}\n'
)
SEEDS = {
    "SKILL.md": [
        md(front=VENDOR),
        md(front="metadata:\n{a: [b, // c\n 'd']}\n"),
        md(front="metadata: '{a: {b: 1}}'\n"),
    ],
    "skill.json": [tool(schema={"properties": {"a": {"type": "string"}}}, timeout_seconds=5, env_allow=["A"])],
    "skill.yaml": [BUNDLE],
}
PIECES = [
    "---", "---\n", "\n", "\r", "\0", "\ufeff", "\x85", "\u2028", ":", ": ", "{", "}", "[", "]", ",", '"', "'", "\\", "//", "/*", "*/",
    "#", "&a", "*a", "!", "!!str", "<<: ", "|", ">", "- ", "? ", "%", "@", "`", "true", "null", "~", "1e999", "-0", "0x", ".nan",
    "\\u0000", "\\ud800", "metadata: ", "openclaw: ", "always: true", "name: ", "requires", "é", "技", " ", "\t", "$ref", "9" * 30,
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, name: str) -> str:
    """A good manifest with a few pieces put in, taken out or written twice."""
    text = draw(st.sampled_from(SEEDS[name]))
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        kept = text[at:] if draw(st.booleans()) else text[at + length :]
        text = text[:at] + draw(st.sampled_from([*PIECES, text[at : at + length] * 2])) + kept
    return text


def is_a_result(name: str, data: bytes) -> Parsed[Manifest]:
    parsed = PARSERS[name](data)
    assert isinstance(parsed.value, Manifest) or parsed.problems
    for one in parsed.problems:
        assert one.message
        assert one.line is None or 1 <= one.line <= data.count(b"\n") + data.count(b"\r") + 2
    if parsed.value is not None and name == "SKILL.md":
        skill_md.body(data, parsed.value)
    return parsed


@pytest.mark.parametrize("name", PARSERS)
@given(st.data())
def test_any_bytes_end_in_a_manifest_or_problems(name: str, data: st.DataObject) -> None:
    is_a_result(name, data.draw(st.binary(max_size=200)))


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_change_of_a_good_manifest_ends_in_a_manifest_or_problems(name: str, data: st.DataObject) -> None:
    is_a_result(name, data.draw(mutated(name)).encode("utf-8", "surrogatepass"))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**63) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(
    [
        "name",
        "description",
        "license",
        "metadata",
        "openclaw",
        "clawdbot",
        "sealskill",
        "ongrid",
        "always",
        "os",
        "requires",
        "bins",
        "env",
        "config",
        "capabilities",
        "install",
        "kind",
        "formula",
        "links",
        "envVars",
        "dependencies",
        "activation",
        "mode",
        "keywords",
        "tools",
        "class",
        "command-dispatch",
        "command-tool",
        "disable-model-invocation",
        "primaryEnv",
        "skillKey",
        "tags",
        "homepage",
        "allowed-tools",
        "schema",
        "entry",
        "env_allow",
        "timeout_seconds",
        "category",
        "apiVersion",
        "version",
        "grants",
        "persona",
        "egress",
        "assets",
        "signature",
        "user-invocable",
        "cliHelp",
        "author",
        "emoji",
        "hooks",
    ]
)
SHAPED = st.recursive(VALUES, lambda inner: st.dictionaries(KEYS, inner, max_size=4), max_leaves=8)


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_value_in_any_field_ends_in_a_manifest_or_problems(name: str, data: st.DataObject) -> None:
    value = {"name": "a", "description": "b", "entry": "c", **data.draw(st.dictionaries(KEYS, SHAPED, max_size=5))}
    if name == "SKILL.md" and data.draw(st.booleans()):
        value["metadata"] = json.dumps(value.get("metadata"))
    text = json.dumps(value) if name == "skill.json" else yaml.safe_dump(value, allow_unicode=True)
    is_a_result(name, (f"---\n{text}---\n" if name == "SKILL.md" else text).encode())


def written(found: Manifest) -> str:
    grants = found.grants
    assert grants is not None
    lists = {"tools": [*grants.tools], "egress": [*grants.egress], "assets": [*grants.assets]}
    return yaml.safe_dump({
        "apiVersion": found.api_version, "name": found.name, "version": found.version, "description": found.description,
        "signature": found.signature, "grants": {"persona": grants.persona, **lists},
    })  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(mutated("skill.yaml"))
def test_a_bundle_that_is_accepted_is_accepted_again(text: str) -> None:
    parsed = parse_yaml(text.encode("utf-8", "surrogatepass"))
    if parsed.value is not None and not parsed.problems:
        again = parse_yaml(written(parsed.value))
        assert (again.problems, again.value) == ((), parsed.value)


@given(st.text(st.sampled_from("/.\\\0a~ \n"), max_size=10))
def test_an_asset_that_is_accepted_stays_below_its_folder(path: str) -> None:
    if skill_yaml.is_relative(path):
        assert os.path.normpath(os.path.join("/mount", path)).startswith("/mount/")


@given(st.text(st.sampled_from("{}[]'\",:/*# \nab\\"), max_size=60))
def test_folding_takes_nothing_from_a_text_without_comments(text: str) -> None:
    folded = flow.fold(text)
    if not any(sign in text for sign in ("//", "/*", "#")):
        assert "".join(folded.split()) == "".join(text.split())


NAMES = st.sampled_from(
    [
        "a",
        "b",
        "A",
        "é",
        "e\u0301",
        ".git",
        ".x",
        "node_modules",
        "__pycache__",
        "data",
        "agents",
        "skill.md",
        "SKILL.txt",
    ]
)
CONTENT = st.sampled_from(
    [
        md("one").encode(),
        md("two").encode(),
        tool().encode(),
        BUNDLE.encode(),
        b"",
        b"\xff\xfe",
        b"---\nname: [",
        RUN.encode(),
    ]
)
LEAF = st.tuples(st.just("file"), CONTENT) | st.tuples(
    st.just("link"), st.sampled_from(["a", "../a", "..", ".", "gone", "data", "../b/SKILL.md", "/etc/passwd"])
)
TREE: st.SearchStrategy[Any] = st.recursive(
    st.dictionaries(NAMES | st.sampled_from(MANIFESTS), LEAF, max_size=4),
    lambda inner: st.dictionaries(NAMES, inner | LEAF, max_size=4).flatmap(
        lambda tree: st.dictionaries(st.sampled_from(MANIFESTS), LEAF, max_size=2).map(lambda more: {**tree, **more})
    ),
    max_leaves=8,
)


def grow(base: Path, tree: dict[str, Any]) -> None:
    base.mkdir()
    for name, node in tree.items():
        if isinstance(node, dict):
            grow(base / name, node)
        elif node[0] == "link":
            (base / name).symlink_to(node[1])
        else:
            (base / name).write_bytes(node[1])
            (base / name).chmod(0o755 if node[1] == RUN.encode() else 0o644)


def everything(place: Path) -> int:
    below = [*os.scandir(place)]
    own = len([one for one in below if one.name in MANIFESTS and not one.is_dir(follow_symlinks=False)])
    return own + sum(everything(Path(one.path)) for one in below if one.is_dir(follow_symlinks=False))


def manifests(place: Path) -> int:
    """How many states there should be: the manifests of one package are one, deeper and skipped ones count singly."""
    below = [*os.scandir(place)]
    folders = [one for one in below if one.is_dir(follow_symlinks=False)]
    own = [one.name for one in below if one not in folders and one.name in MANIFESTS]
    if own:
        return 1 + sum(everything(Path(one.path)) for one in folders)
    misnamed = len([one for one in below if one not in folders and one.name.lower() == "skill.md"])
    for one in folders:
        misnamed += everything(Path(one.path)) if skipped(one.name) else manifests(Path(one.path))
    return misnamed


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(TREE)
def test_any_tree_loads_and_every_manifest_ends_in_one_state(tree: dict[str, Any]) -> None:
    base = Path(tempfile.mkdtemp()).resolve()
    try:
        grow(base / "root", tree)
        loaded = Runtime.load(roots=[base / "root"], environ={}, home=base / "home", workspace=base)
        assert loaded.inventory.census.manifests == manifests(base / "root")
        for one in loaded.inventory.ready:
            assert UNSEALED.isdisjoint(one.skill.folder[len(str(base)) :].split("/"))
    finally:
        shutil.rmtree(base)


def test_ten_thousand_skills_load(tmp_path: Path) -> None:
    for number in range(10_000):
        folder = tmp_path / f"root/g{number // 100}/s{number}"
        os.makedirs(folder)
        (folder / "SKILL.md").write_text(f"---\nname: s{number}\ndescription: Does thing {number}.\n---\n")
    loaded = Runtime.load(roots=[tmp_path / "root"], environ={}, home=tmp_path / "home", workspace=tmp_path)
    assert (loaded.inventory.census.ready, loaded.inventory.census.manifests) == (10_000, 10_000)
    assert len({one.skill.slug for one in loaded.ready}) == 10_000
