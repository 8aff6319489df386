"""The whole walk, over a tree that holds every fault: each manifest ends in exactly one state and the parts add up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.tree import Census, make_tree

from sealskill.errors import UnknownSkill
from sealskill.runtime import Runtime


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Census]:
    base = tmp_path_factory.mktemp("tree")
    census = make_tree(base / "t", skills=300)
    yield census
    for path in base.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)


def load(census: Census, base: Path, **more: object) -> Runtime:
    asked = {"roots": [census.root], "environ": {"PATH": "/usr/bin:/bin"}, **more}
    return Runtime.load(workspace=base, home=base, **asked)  # type: ignore[arg-type]


def test_each_manifest_ends_in_exactly_one_state(tree: Census, tmp_path: Path) -> None:
    found = load(tree, tmp_path).inventory.census
    assert found.manifests == tree.manifests
    assert found.blocked == sum(found.blocked_by.values())
    assert (found.nested, found.skipped) == (tree.ends["nested"], tree.ends["skipped"])


def test_a_second_load_finds_the_same(tree: Census, tmp_path: Path) -> None:
    cold = load(tree, tmp_path).inventory
    warm = load(tree, tmp_path).inventory
    assert warm == cold


def test_an_external_root_is_searched_on_for_tools(tree: Census, tmp_path: Path) -> None:
    environ = {"PATH": "/usr/bin:/bin", "SEALSKILL_EXTERNAL_DIRS": str(tree.external)}
    found = load(tree, tmp_path, roots=[], environ=environ, overrides={"skills.allow_bundled": []})
    assert found.registered > 0
    assert sum(tree.external_ends.values()) == found.inventory.census.manifests - 3  # three ship with us


def test_everything_that_is_wrong_is_said_once_for_all(tree: Census, tmp_path: Path) -> None:
    runtime = load(tree, tmp_path)
    codes = {problem.code for problem in runtime.problems}
    assert {"yaml", "description", "no-frontmatter", "yaml-colon", "manifest-too-large"} <= codes


def test_an_unknown_name_suggests_near_ones(tree: Census, tmp_path: Path) -> None:
    runtime = load(tree, tmp_path)
    name = runtime.ready[0].skill.name
    with pytest.raises(UnknownSkill) as caught:
        runtime.named(name + "x")
    assert name in caught.value.near
