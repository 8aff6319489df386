"""The skills we ship: valid, sealed, truthful about our own commands, and builtin only byte for byte."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from scripts.seal_bundled import SEALS, lines
from tests.check.house import House, live

from sealskill.cli.frame import exits
from sealskill.cli.frame.app import main
from sealskill.cli.frame.command import names
from sealskill.model.skill import TrustLevel
from sealskill.report import check_shapes, shapes
from sealskill.runtime import BUNDLED

SKILLS = sorted(path.parent for path in BUNDLED.glob("*/SKILL.md"))
SKILL = pytest.mark.parametrize("folder", SKILLS, ids=lambda folder: folder.name)
COMMAND = re.compile(r"sealskill ([a-z]+)((?: [^\n`#]*)?)")
COMMON = {"--help", "--version"}


def texts(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md")))


def test_the_shipped_list_names_the_very_bytes_that_are_shipped() -> None:
    assert SEALS.read_text(encoding="utf-8").splitlines() == lines(), "read the change, then scripts/seal_bundled.py"
    assert [line.split()[1] for line in lines()] == [folder.name for folder in SKILLS]


@SKILL
def test_a_bundled_skill_is_ready_and_builtin_in_an_empty_house(folder: Path, tmp_path: Path) -> None:
    one = live(House(tmp_path).load(), folder.name)
    assert one.trust.level is TrustLevel.BUILTIN
    assert all(check.ok for check in one.checks)


@SKILL
def test_a_copy_is_builtin_until_one_byte_of_it_changes(folder: Path, tmp_path: Path) -> None:
    house = House(tmp_path)
    copy = shutil.copytree(folder, house.work / "skills" / folder.name)
    assert live(house.load(roots=[house.work / "skills"], seal=True), folder.name).trust.level is TrustLevel.BUILTIN
    reference = next(path for path in (copy / "references").iterdir())
    reference.write_bytes(reference.read_bytes()[:-1] + b" ")
    assert live(house.load(roots=[house.work / "skills"], seal=True), folder.name).trust.level is TrustLevel.COMMUNITY


@SKILL
def test_a_bundled_skill_is_short_enough_to_be_read(folder: Path) -> None:
    text = (folder / "SKILL.md").read_text(encoding="utf-8")
    described = re.search(r"^description: (.*)$", text, re.MULTILINE)
    assert described is not None
    assert len(described[1]) < 300
    assert text.count("\n") < 200


@SKILL
def test_every_file_a_bundled_skill_sends_the_model_to_is_there(folder: Path) -> None:
    named = set(re.findall(r"`(references/[^`]+\.md)`", texts(folder)))
    assert named == {f"references/{path.name}" for path in (folder / "references").iterdir()}


@SKILL
def test_every_command_a_bundled_skill_names_exists_with_its_flags(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    used = {
        (found[1], flag) for found in COMMAND.finditer(texts(folder)) for flag in re.findall(r"--[a-z-]+", found[2])
    }
    assert {command for command, _ in used} <= set(names())
    for command, flag in sorted(used):
        assert main([command, "--help"]) == exits.DONE
        assert flag in capsys.readouterr().out, f"{command} {flag}"


def test_every_field_the_report_skill_names_is_in_our_documents() -> None:
    text = (BUNDLED / "audit-report/references/documents.md").read_text(encoding="utf-8")
    fields = {
        field
        for struct in (*vars(shapes).values(), *vars(check_shapes).values())
        for field in getattr(struct, "__struct_fields__", ())
    }
    cells = [row.rpartition("|")[0].rpartition("|")[2] for row in text.splitlines() if row.startswith("|")]
    used = {
        word
        for cell in cells
        for code in re.findall(r"`([a-z_.\[\]]+)`", cell)
        for word in re.findall(r"[a-z_]+", code)
    }
    states = {"ready", "missing", "blocked", "disabled", "invalid", "shadowed", "nested", "skipped", "null"}
    assert used - fields - states == set()
