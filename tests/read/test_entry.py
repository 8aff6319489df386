"""Where the executable of a `skill.json` may be, and where it may not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.read.ground import RUN, drafts, errors, md, one_draft, plant, said, tool, walk

from sealskill.model.draft import Draft

NOTHING: Mapping[str, str | bytes] = {}


def with_entry(base: Path, entry: str, files: Mapping[str, str | bytes] = NOTHING) -> Draft:
    """The package `top/t` with this entry, beside which stand `top/t/run.sh` and these files."""
    plant(base, {"top/t/skill.json": tool(entry=entry.replace("BASE", str(base))), "top/t/run.sh*": RUN, **files})
    return next(one for one in drafts(walk(base / "top", external=True)) if one.folder.endswith("/t"))


def placed(one: Draft) -> str:
    assert errors(one) == []
    assert one.manifest is not None
    return one.manifest.tools[0].entry


@pytest.mark.parametrize(
    ("entry", "files", "path"),
    [
        ("run.sh", {}, "run.sh"),
        ("./run.sh", {}, "run.sh"),
        ("bin/../run.sh", {"top/t/bin/": ""}, "run.sh"),
        ("bin/go", {"top/t/bin/go*": RUN}, "bin/go"),
        ("..x/go", {"top/t/..x/go*": RUN}, "..x/go"),
        ("BASE/top/t/run.sh", {}, "run.sh"),
        ("link", {"top/t/link -> run.sh": ""}, "run.sh"),
        ("../t/run.sh", {}, "run.sh"),
        ("a b/ü.sh", {"top/t/a b/ü.sh*": RUN}, "a b/ü.sh"),
    ],
)
def test_an_entry_in_its_own_folder_is_used(
    tmp_path: Path, entry: str, files: dict[str, str | bytes], path: str
) -> None:
    assert placed(with_entry(tmp_path, entry, files)) == path


def test_an_absolute_entry_inside_the_root_becomes_a_member_of_the_package(tmp_path: Path) -> None:
    one = with_entry(tmp_path, "BASE/top/shared/go", {"top/shared/go*": RUN})
    assert placed(one) == ".sealskill-entry/go"
    assert one.members == {".sealskill-entry/go": str(tmp_path / "top/shared/go")}
    assert one.tree.find(".sealskill-entry/go") is not None
    assert [entry.path for entry in one.tree] == sorted(entry.path for entry in one.tree)


ESCAPES = [
    ("../../../../../../../../../../../bin/sh", {}),
    ("/bin/sh", {}),
    ("../../out/go", {"out/go*": RUN}),
    ("BASE/out/go", {"out/go*": RUN}),
    ("BASE/top/../out/go", {"out/go*": RUN}),
    ("BASE/top-not/go", {"top-not/go*": RUN}),
    ("link", {"top/t/link -> ../../out/go": "", "out/go*": RUN}),
    ("link/go", {"top/t/link -> ../../out": "", "out/go*": RUN}),
    ("BASE/top/link", {"top/link -> ../out/go": "", "out/go*": RUN}),
    ("../..", {}),
]


@pytest.mark.parametrize(("entry", "files"), ESCAPES)
def test_an_entry_that_leaves_the_root_is_refused_in_the_documented_words(
    tmp_path: Path, entry: str, files: dict[str, str | bytes]
) -> None:
    message = said(with_entry(tmp_path, entry, files), "entry")
    assert message.startswith("entry /")
    assert message.endswith(f" escapes allowlist root {tmp_path}/top")


REFUSED = [
    ("gone.sh", {}, "no such file"),
    ("BASE/top/gone.sh", {}, "no such file"),
    (".", {}, "is a directory"),
    ("bin", {"top/t/bin/": ""}, "is a directory"),
    ("..", {}, "is a directory"),
    ("BASE/top", {}, "is a directory"),
    ("data.txt", {"top/t/data.txt": "x"}, "not executable"),
    ("../shared/go", {"top/shared/go*": RUN}, "leads out of its own folder"),
    ("../other/run.sh", {"top/other/skill.json": tool("o"), "top/other/run.sh*": RUN}, "leads out of its own folder"),
    ("BASE/top/other/run.sh", {"top/other/skill.json": tool("o"), "top/other/run.sh*": RUN}, "belongs to another skill"),
    ("BASE/top/other/bin/go", {"top/other/SKILL.md": md(), "top/other/bin/go*": RUN}, "belongs to another skill"),
    ("link", {"top/t/link -> ../other/run.sh": "", "top/other/skill.json": tool("o"), "top/other/run.sh*": RUN},
     "leads out of its own folder"),
    ("BASE/top/door", {"top/door -> other/run.sh": "", "top/other/skill.json": tool("o"), "top/other/run.sh*": RUN},
     "belongs to another skill"),
    ("loop", {"top/t/loop -> loop": ""}, ""),
    (".git/hooks/go", {"top/t/.git/hooks/go*": RUN}, "never sealed"),
    ("__pycache__/go", {"top/t/__pycache__/go*": RUN}, "never sealed"),
    ("BASE/top/shared/go", {"top/shared/go*": RUN, "top/t/.sealskill-entry/go*": RUN}, "a file of the package already"),
    ("run.sh/x", {}, "not a directory"),
    ("x" * 5_000, {}, "name too long"),
    ("run.sh\n", {}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "files", "words"), REFUSED, ids=range(len(REFUSED)))
def test_an_entry_that_cannot_be_trusted_or_run_is_refused(
    tmp_path: Path, entry: str, files: dict[str, str | bytes], words: str
) -> None:
    if entry == "run.sh\n":  # blanks around a name are taken away, as everywhere
        assert placed(with_entry(tmp_path, entry, files)) == "run.sh"
        return
    message = said(with_entry(tmp_path, entry, files), "entry")
    assert words in message


@pytest.mark.parametrize("entry", ["run.sh\0", "\udcff"])
def test_an_entry_no_system_can_spell_is_refused(tmp_path: Path, entry: str) -> None:
    assert errors(with_entry(tmp_path, entry)) == ["decode"]


def test_a_link_from_outside_into_the_root_is_judged_by_where_it_leads(tmp_path: Path) -> None:
    one = with_entry(tmp_path, "BASE/door", {"door -> top/t/run.sh": ""})
    assert placed(one) == "run.sh"


def test_a_relative_escape_registers_nothing(tmp_path: Path) -> None:
    plant(tmp_path, {"t/skill.json": tool(entry="../../../bin/sh")})
    assert errors(one_draft(tmp_path, external=True)) == ["entry"]
