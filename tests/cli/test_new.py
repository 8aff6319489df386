"""`new` writes what validates, and only where nothing is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sealskill.cli.frame import exits
from sealskill.cli.frame.app import main


@pytest.mark.parametrize("dialect", ["SKILL.md", "skill.json", "skill.yaml"])
def test_a_new_skill_has_its_manifest(dialect: str, tmp_path: Path) -> None:
    assert main(["new", "pdf-tables", "--dialect", dialect, "--dir", str(tmp_path)]) == exits.DONE
    assert (tmp_path / "pdf-tables" / dialect).is_file()


def test_the_script_of_a_new_subprocess_skill_may_run(tmp_path: Path) -> None:
    main(["new", "x", "--dialect", "skill.json", "--dir", str(tmp_path)])
    assert (tmp_path / "x/run.sh").stat().st_mode & 0o111
    assert json.loads((tmp_path / "x/skill.json").read_text())["entry"] == "run.sh"


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "SKILL.md").write_text("my work")
    assert main(["new", "mine", "--dir", str(tmp_path)]) == exits.USAGE
    assert (mine / "SKILL.md").read_text() == "my work"
    assert "is there already" in capsys.readouterr().err


def test_a_dangling_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "mine").symlink_to(tmp_path / "elsewhere")
    assert main(["new", "mine", "--dir", str(tmp_path)]) == exits.USAGE
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("name", ["..", "a/b", "Upper", "-x", "a--b", "ü", "", "x" * 64, "a\nb"])
def test_a_name_no_format_takes_is_refused(name: str, tmp_path: Path) -> None:
    assert main(["new", "--dir", str(tmp_path), "--", name]) == exits.USAGE
    assert list(tmp_path.iterdir()) == []


def test_json_names_what_was_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "x", "--dir", str(tmp_path), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document == {"schema": "sealskill.new/1", "path": str(tmp_path / "x"), "files": ["SKILL.md"]}
