"""Whatever stands in the files: settings or `BadSettings`, nothing else."""

from __future__ import annotations

import json
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pyjson5
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.settings.house import House

from sealskill.settings.parse import Unparsed, json5
from sealskill.settings.shape import ROOT, Each, Group, Listed


def words(node: Any = ROOT) -> set[str]:
    """Every name in the tree of settings, so that nonsense gets far enough to matter."""
    match node:
        case Group():
            return set(node.children).union(*(words(child) for child in node.children.values()))
        case Each():
            return words(node.node)
        case Listed():
            return {node.by}
        case _:
            return set()


NAMES = st.sampled_from(sorted(words() | {"source", "command", "a", "apiKey", "maxDepth"})) | st.text(max_size=5)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from(["env", "exec", "~", "$A", "/"])
)
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12
)
SYNTAX = st.text(alphabet="{}[]:,'\"/*\\\n\r\u2028\ufeff #&!|>-?=.ab01\x00é", max_size=60)
FILES = st.sampled_from(
    [
        "home/.sealskill/config.yaml",
        "home/.sealskill/config.json5",
        "home/.sealskill/config.toml",
        "work/sealskill.yaml",
    ]
)

# Every example makes a small world on disk; how long that takes says nothing.
UNHURRIED = settings(deadline=None)


def fools_a_reader(text: str) -> bool:
    return any(unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") or one in "\u202e\u2066\ufeff" for one in text)


def never_else(name: str, data: bytes, *, trusted: bool) -> None:
    with tempfile.TemporaryDirectory() as base:
        found = House(Path(base), {name: data}).explain(trusted=trusted)
    assert (found.settings is None) == bool(found.problems)
    assert not any(map(fools_a_reader, found.problems))
    json.dumps([(row.key, row.value, row.source, row.ignored) for row in found.shown]).encode()
    repr(found)


@UNHURRIED
@given(FILES, st.text(max_size=200) | SYNTAX, st.booleans())
def test_any_text_ends_in_settings_or_faults(name: str, text: str, trusted: bool) -> None:
    never_else(name, text.encode("utf-8", "surrogatepass"), trusted=trusted)


@UNHURRIED
@given(FILES, st.binary(max_size=100))
def test_any_bytes_end_in_settings_or_faults(name: str, data: bytes) -> None:
    never_else(name, data, trusted=False)


@UNHURRIED
@given(
    st.sampled_from(["home/.sealskill/config.json5", "work/sealskill.yaml"]),
    st.dictionaries(NAMES, TREES),
    st.booleans(),
)
def test_any_tree_ends_in_settings_or_faults(name: str, tree: dict[str, Any], trusted: bool) -> None:
    never_else(name, json.dumps(tree).encode("utf-8", "surrogatepass"), trusted=trusted)


@UNHURRIED
@given(
    st.dictionaries(
        st.sampled_from(
            [
                "SEALSKILL__" + "__".join(p)
                for p in (
                    ["SKILLS", "ENABLED"],
                    ["SKILLS", "ENTRIES", "A_B", "API_KEY"],
                    ["HOST_CONFIG"],
                    ["SKILLS", "PATHS"],
                )
            ]
            + ["SEALSKILL_HOME", "SEALSKILL_EXTERNAL_DIRS", "SEALSKILL_AGENT", "SEALSKILL_X"]
        ),
        SYNTAX | st.text(max_size=20),
    )
)
def test_any_environment_ends_in_settings_or_faults(environ: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as base:
        found = House(Path(base), {}).explain(environ=environ)
    assert (found.settings is None) == bool(found.problems)
    assert not any(map(fools_a_reader, found.problems))


@UNHURRIED
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"), st.sampled_from(["a", "'a'", '"a"', "\\u0061", "'\\x61'", "b", "'b'"]), SYNTAX
        ),
        max_size=4,
    )
)
def test_a_repeated_json5_key_never_passes_whatever_stands_around_it(members: list[tuple[str, str, str]]) -> None:
    text = (
        "{"
        + ",".join(
            f"/*{noise.replace('*/', '')}*/{key}//{''.join(noise.split())}\n:'{mark}'" for mark, key, noise in members
        )
        + "}"
    )
    names = [pyjson5.decode("{" + key + ":0}") for _, key, _ in members]
    distinct = {next(iter(name)) for name in names}
    try:
        tree = json5(text)
    except Unparsed:
        return
    assert len(tree) == len(members) == len(distinct)


def test_the_words_above_reach_the_leaves() -> None:
    assert {"max_depth", "api_key", "skills_limits", "id"} <= words()


@pytest.mark.parametrize("text", ["{a:1}", "{a:{a:1}}", "[{a:1},{a:1}]"])
def test_sound_json5_passes(text: str) -> None:
    assert json5(text) == pyjson5.decode(text)
