"""The walk over a root: what is a skill, what is counted, what is refused, and that every cap says what it left out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.read.ground import (
    MANIFESTS,
    RUN,
    Forgetful,
    drafts,
    errors,
    md,
    notices,
    on_disk,
    one_draft,
    passed,
    plant,
    root,
    said,
    settings,
    tool,
    unreadable,
    walk,
)

from sealskill.model.draft import Draft
from sealskill.model.manifest import Dialect
from sealskill.read.discover import discover

GOOD = md()


def found(base: Path) -> set[str]:
    return {os.path.relpath(one.folder, base) for one in drafts(walk(base))}


def test_skills_stand_in_groups_up_to_the_depth_cap(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, "g/b/SKILL.md": GOOD, "g/h/i/c/SKILL.md": GOOD, "1/2/3/4/5/6/SKILL.md": GOOD})
    assert found(tmp_path) == {"a", "g/b", "g/h/i/c", "1/2/3/4/5/6"}


def test_the_root_itself_may_be_a_skill(tmp_path: Path) -> None:
    assert found(plant(tmp_path, {"SKILL.md": GOOD})) == {"."}


def test_deeper_manifests_are_counted_as_nested(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, "a/sub/SKILL.md": GOOD, "a/x/y/skill.json": tool(), "a/x/skill.yaml": ""})
    seen = walk(tmp_path)
    assert [os.path.basename(one.folder) for one in drafts(seen)] == ["a"]
    assert set(passed(seen).values()) == {"nested"}
    assert len(passed(seen)) == 3


@pytest.mark.parametrize(
    "folder",
    [".git", ".hidden", "node_modules", "__pycache__", "venv", ".venv", "lib/site-packages", "bower_components"],
)
@pytest.mark.parametrize("under", ["", "skill/"])
def test_manifests_in_folders_that_are_never_searched_are_counted_as_skipped(
    tmp_path: Path, folder: str, under: str
) -> None:
    files = {f"{under}{folder}/a/SKILL.md": GOOD, f"{under}{folder}/SKILL.md": GOOD}
    if under:
        files["skill/SKILL.md"] = GOOD
    seen = walk(plant(tmp_path, files))
    assert list(passed(seen).values()) == ["skipped"] * 2
    assert len(drafts(seen)) == bool(under)


def test_a_text_and_a_tool_in_one_folder_are_one_package(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, "a/skill.json": tool(), "a/run.sh*": RUN})
    one = one_draft(tmp_path, external=True)
    assert one.dialect is Dialect.SKILL_MD
    assert one.manifest is not None
    assert ([t.entry for t in one.manifest.tools], one.manifest.name, errors(one)) == (["run.sh"], "pdf", [])
    assert set(one.manifest_digests) == {"SKILL.md", "skill.json"}


@pytest.mark.parametrize("text", ['{"any": "thing"}', "[1]", "not json", '{"name": "x", "entry": 5}', ""])
def test_an_unrelated_skill_json_beside_a_text_is_a_data_file(tmp_path: Path, text: str) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": GOOD, "a/skill.json": text}), external=True)
    assert one.manifest is not None
    assert (one.manifest.tools, errors(one)) == ((), [])
    assert "skill.json beside SKILL.md" in said(one, "not-a-tool")


def test_a_tool_with_a_fault_beside_a_text_stops_the_package(tmp_path: Path) -> None:
    files = {"a/SKILL.md": GOOD, "a/skill.json": tool(**{"class": "Safe"}), "a/run.sh*": RUN}
    assert errors(one_draft(plant(tmp_path, files), external=True)) == ["class"]


def test_where_tools_may_not_stand_the_text_still_loads(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": GOOD, "a/skill.json": tool(), "a/run.sh*": RUN}))
    assert one.manifest is not None
    assert (one.manifest.tools, errors(one)) == ((), [])
    assert "only the text" in said(one, "json-not-allowed")


def test_a_tool_alone_is_refused_where_tools_may_not_stand(tmp_path: Path) -> None:
    assert errors(one_draft(plant(tmp_path, {"a/skill.json": tool(), "a/run.sh*": RUN}))) == ["json-not-allowed"]


@pytest.mark.parametrize("other", ["SKILL.md", "skill.json"])
def test_a_bundle_excludes_every_other_manifest(tmp_path: Path, other: str) -> None:
    plant(tmp_path, {"a/skill.yaml": "x: y", f"a/{other}": GOOD if other == "SKILL.md" else tool(), "a/run.sh*": RUN})
    assert "two-manifests" in errors(one_draft(tmp_path, external=True))


@pytest.mark.parametrize("name", ["skill.md", "Skill.md", "SKILL.MD", "sKiLl.Md"])
def test_a_manifest_in_other_letters_is_named_and_not_loaded(tmp_path: Path, name: str) -> None:
    (one,) = unreadable(walk(plant(tmp_path, {f"a/{name}": GOOD})))
    assert (one.manifest, one.advice) == (True, f"rename {name} to SKILL.md")


@pytest.mark.parametrize("name", ["SKILL.md", "skill.json", "skill.yaml", "skill.md"])
def test_a_folder_with_the_name_of_a_manifest_hides_nothing(tmp_path: Path, name: str) -> None:
    plant(tmp_path, {f"{name}/": "", f"{name}/x/SKILL.md": GOOD, "a/SKILL.md": GOOD, f"a/sub/{name}/": ""})
    seen = walk(tmp_path)
    assert {os.path.relpath(one.folder, tmp_path) for one in drafts(seen)} == {f"{name}/x", "a"}
    assert passed(seen) == {}
    assert {one.path for one in unreadable(seen)} == ({str(tmp_path / name)} if name in MANIFESTS else set())


def test_a_missing_root_is_nothing_and_a_file_is_said(tmp_path: Path) -> None:
    plant(tmp_path, {"file": ""})
    (one,) = walk(tmp_path / "gone", tmp_path / "file")
    assert (one.path, one.manifest) == (str(tmp_path / "file"), False)  # type: ignore[union-attr]


EXTERNAL = {
    "a/SKILL.md": GOOD, "a/tools/one/skill.json": tool("one"), "a/tools/one/run.sh*": RUN,
    "b/skill.json": tool("b"), "b/run.sh*": RUN, "b/in/skill.json": tool("c"), "b/in/run.sh*": RUN,
    "b/in/deep/skill.json": tool("d"), "b/in/deep/run.sh*": RUN,
    "a/deep/SKILL.md": GOOD, "a/node_modules/x/skill.json": tool("e"), "b/.git/skill.json": tool("f"),
}  # fmt: skip


def test_an_external_root_is_searched_on_below_packages_for_tools_alone(tmp_path: Path) -> None:
    seen = walk(plant(tmp_path, EXTERNAL), external=True)
    assert [os.path.relpath(one.folder, tmp_path) for one in drafts(seen)] == [
        "a",
        "a/tools/one",
        "b",
        "b/in",
        "b/in/deep",
    ]
    assert all(errors(one) == [] for one in drafts(seen))
    assert sorted(passed(seen).values()) == ["nested", "skipped", "skipped"]
    assert len(drafts(seen)) + len(passed(seen)) == on_disk(tmp_path)


def test_a_nested_tool_beside_a_bundle_is_refused_and_beside_a_text_is_a_tool_alone(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, "a/x/skill.json": tool(), "a/x/run.sh*": RUN, "a/x/skill.yaml": "",
                     "a/y/skill.json": tool("y"), "a/y/run.sh*": RUN, "a/y/SKILL.md": GOOD})  # fmt: skip
    seen = walk(tmp_path, external=True)
    states = {os.path.relpath(one.folder, tmp_path): errors(one) for one in drafts(seen)}
    assert states == {"a": [], "a/x": ["two-manifests"], "a/y": []}
    assert passed(seen) == {str(tmp_path / "a/y/SKILL.md"): "nested"}


CAPS = [
    ("max_depth", 2, {"a/b/c/SKILL.md": GOOD}, "a/b/c"),
    ("max_candidates_per_root", 2, {f"s{n}/SKILL.md": GOOD for n in range(4)}, "s2"),
    ("max_entries_per_root", 6, {f"s{n}/SKILL.md": GOOD for n in range(5)}, "s1"),
    ("max_skipped_entries", 3, {f"node_modules/{n}/SKILL.md": GOOD for n in range(5)}, "node_modules"),
    ("max_skipped_entries", 3, {"a/SKILL.md": GOOD} | {f"a/.git/{n}/SKILL.md": GOOD for n in range(5)}, "a/.git"),
]


@pytest.mark.parametrize(("limit", "cap", "files", "left_out"), CAPS)
def test_a_cap_that_is_reached_is_said_with_the_path(
    tmp_path: Path, limit: str, cap: int, files: dict[str, str], left_out: str
) -> None:
    (text,) = notices(walk(plant(tmp_path, files), limits={limit: cap}))
    assert f"{tmp_path}/{left_out}" in text
    assert f"skills.limits.{limit}" in text


def test_caps_that_are_not_reached_say_nothing(tmp_path: Path) -> None:
    plant(tmp_path, {f"a/b/s{n}/SKILL.md": GOOD for n in range(3)})
    limits = {"max_depth": 3, "max_candidates_per_root": 3, "max_entries_per_root": 8}
    assert len(walk(tmp_path, limits=limits)) == 3


PACKAGE_CAPS = [
    ("max_files_per_skill", 3, {f"a/A{n}": "x" for n in range(5)}, "A2"),
    ("max_files_per_skill", 3, {f"a/d{n}/": "" for n in range(5)}, "d3"),
    ("max_files_per_skill", 3, {f"a/d/{n}/e/": "" for n in range(50)}, "d/"),
    ("max_bytes_per_skill", 500, {"a/AA": "x" * 600, "a/AB": "y"}, "AA"),
]


@pytest.mark.parametrize(("limit", "cap", "files", "left_out"), PACKAGE_CAPS)
def test_a_package_over_a_cap_is_invalid_and_still_says_what_it_is(
    tmp_path: Path, limit: str, cap: int, files: dict[str, str], left_out: str
) -> None:
    one = one_draft(plant(tmp_path, files | {"a/SKILL.md": GOOD}), limits={limit: cap})
    assert one.manifest is not None
    assert (one.name, one.tree.complete, errors(one)) == ("pdf", False, ["package-too-large"])
    (problem,) = [each for each in one.problems if each.code == "package-too-large"]
    assert left_out in problem.path
    assert limit in problem.advice


def test_a_manifest_over_the_cap_is_named_and_never_read(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": GOOD + "x" * 300}), limits={"max_skill_file_bytes": 200})
    assert (one.manifest, errors(one), one.manifest_digests) == (None, ["manifest-too-large"], {})


def test_a_sparse_manifest_of_one_gigabyte_costs_nothing(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD})
    os.truncate(tmp_path / "a/SKILL.md", 1 << 30)
    one = one_draft(tmp_path)
    assert {"manifest-too-large", "package-too-large"} == set(errors(one))
    assert str(1 << 30) in said(one, "manifest-too-large")


def test_a_package_deeper_than_handles_can_hold_is_invalid(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": GOOD, "a/" + "d/" * 80 + "x": ""}))
    assert errors(one) == ["too-deep"]


SCRIPTS = [
    "技能",
    "мой-навык",
    "مهارة",
    "कौशल",
    "ทักษะ",
    "기술",
    "スキル",
    "מיומנות",
    "δεξιότητα",
    "🔧",
    "a b",
    "ñ",
    "-x",
    "x\ny",
    "'\"$(x)",
]


def test_names_in_every_script_are_found(tmp_path: Path) -> None:
    assert found(plant(tmp_path, {f"{name}/SKILL.md": GOOD for name in SCRIPTS})) == set(SCRIPTS)


@pytest.mark.parametrize("where", [b"\xff", b"a/\xff.txt", b"a/d\xe9/x"])
def test_a_name_that_is_not_utf8_is_refused(tmp_path: Path, where: bytes) -> None:
    folder = where.split(b"/")[0]
    plant(tmp_path, {f"{os.fsdecode(folder)}/SKILL.md": GOOD, os.fsdecode(where + b"/z" * (where == folder)): "x"})
    one = one_draft(tmp_path)
    assert set(errors(one)) == {"name-encoding"}
    assert "xff" in said(one, "name-encoding") or "xe9" in said(one, "name-encoding")


@pytest.mark.parametrize(
    ("first", "second"),
    [("A.txt", "a.txt"), ("é.txt", "e\u0301.txt"), ("straße", "STRASSE"), ("K.md", "\u212a.md"), ("D/x", "d/y"),
     ("d", "D/x"), ("D", "d/x"), ("D", "d/e/x"), ("e/D", "e/d/x/y"), ("a/é/x", "a/e\u0301/y"), ("skill.md", "SKILL.md")],
)  # fmt: skip
def test_two_names_that_are_one_elsewhere_are_refused(tmp_path: Path, first: str, second: str) -> None:
    assert errors(one_draft(plant(tmp_path, {"p/SKILL.md": GOOD, f"p/{first}": GOOD, f"p/{second}": GOOD}))) == [
        "name-collision"
    ]


def test_two_roots_of_which_one_stands_in_the_other_count_each_manifest_once(tmp_path: Path) -> None:
    plant(
        tmp_path, {"a/SKILL.md": GOOD, "in/b/SKILL.md": GOOD, ".dot/skills/c/SKILL.md": GOOD, ".dot/d/SKILL.md": GOOD}
    )
    seen = walk(tmp_path, tmp_path / "in", tmp_path / ".dot/skills")
    assert [os.path.basename(one.folder) for one in drafts(seen)] == ["a", "b", "c"]
    assert list(passed(seen)) == [str(tmp_path / ".dot/d/SKILL.md")]


def test_a_root_may_be_a_link(tmp_path: Path) -> None:
    plant(tmp_path, {"real/a/SKILL.md": GOOD, "root -> real": ""})
    assert [one.folder for one in drafts(walk(tmp_path / "root"))] == [str(tmp_path / "real/a")]


def test_the_walk_of_one_root_ends_when_it_is_deleted_under_its_feet(tmp_path: Path) -> None:
    plant(tmp_path, {f"r/s{n}/{m}/SKILL.md": GOOD for n in range(4) for m in range(3)})
    seen = []
    for one in discover([root(tmp_path / "r")], settings(), lambda _: Forgetful()):
        seen.append(one)
        shutil.rmtree(tmp_path / "r", ignore_errors=True)
    assert isinstance(seen[0], Draft)
    assert all(one.why for one in unreadable(seen))
    assert len(seen) == len(drafts(seen)) + len(unreadable(seen))
