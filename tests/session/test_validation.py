"""What an author asks before publishing: skills, personas and hooks, at the path that was named."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.check.house import House, skill_md

from sealskill.check.spec import Profile
from sealskill.cli.frame import exits
from sealskill.cli.frame.app import main
from sealskill.model.draft import Draft, Unreadable
from sealskill.model.settings import Limits
from sealskill.session import validation

PERSONA = "---\nname: ops\ndescription: Looks after hosts.\nwhen_to_use: When a host is ill.\n---\nYou look.\n"
HOOK = '---\nname: memory\ndescription: Keeps a note.\nmetadata: {"openclaw": {"events": ["command:new"]}}\n---\n'


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    made = House(
        tmp_path,
        {
            "work/personas/ops.md": PERSONA,
            "work/personas/bad.md": PERSONA.replace("---\nYou", "permission_mode: yolo\n---\nYou"),
            "work/notes/ops.md": PERSONA,
            "work/hooks/memory/HOOK.md": HOOK,
            "work/hooks/memory/handler.sh": "true\n",
            "work/skills/pdf/SKILL.md": skill_md("pdf"),
        },
    )
    monkeypatch.setenv("HOME", str(made.home))
    monkeypatch.delenv("SEALSKILL_HOME", raising=False)
    monkeypatch.chdir(made.work)
    return made


def seen(house: House, path: str, profile: str = "load") -> dict[str, list[str]]:
    """What was examined at a path, and the codes of what is wrong with it."""
    return {
        Path(one.path).name if isinstance(one, Unreadable) else one.name: [problem.code for problem in problems]
        for one, problems in house.load().validate(house.work / path, profile)
    }


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("personas/ops.md", {"ops": []}),
        ("personas/bad.md", {"ops": ["permission-mode"]}),
        ("hooks", {"memory": []}),
        ("hooks/memory", {"memory": []}),
        ("hooks/memory/HOOK.md", {"memory": []}),
        ("skills", {"pdf": []}),
        ("skills/pdf/SKILL.md", {"pdf": []}),
        (".", {"pdf": []}),
        ("notes/ops.md", {}),
        ("notes", {}),
        ("personas/gone.md", {}),
        ("gone", {}),
    ],
)
def test_what_stands_at_a_path_is_examined_and_nothing_beside_it(
    house: House, path: str, expected: dict[str, list[str]]
) -> None:
    assert seen(house, path) == expected


def test_a_folder_of_personas_is_examined_whole(house: House) -> None:
    found = [
        (one.name, len(said)) for one, said in house.load().validate(house.work / "personas") if hasattr(one, "name")
    ]
    assert found == [("ops", 1), ("ops", 0)]


def test_a_person_hears_what_is_wrong_with_a_persona(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "personas/bad.md"]) == exits.FOUND
    out = capsys.readouterr().out
    assert "personas/bad.md" in out
    assert "permission_mode 'yolo' is no mode" in out


def test_json_says_what_kind_of_file_it_was(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", "personas/ops.md", "hooks"]) == exits.DONE
    out = capsys.readouterr().out
    assert '"dialect": "persona"' in out
    assert '"dialect": "HOOK.md"' in out


def test_a_warning_about_a_hook_is_an_error_in_strict(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.write("work/hooks/memory/HOOK.md", HOOK.replace("command:new", "moon:full"))
    assert main(["validate", "hooks/memory"]) == exits.DONE
    assert main(["validate", "--strict", "hooks/memory"]) == exits.FOUND


def test_only_our_own_folder_holds_personas_and_hooks_that_count(house: House) -> None:
    house.write("work/.sealskill/personas/theirs.md", PERSONA)
    house.write("home/.sealskill/personas/mine.md", PERSONA)
    house.write("home/.sealskill/hooks/memory/HOOK.md", HOOK)
    house.write("home/.sealskill/hooks/memory/handler.py", "pass\n")
    runtime = house.load()
    assert [one.path for one in runtime.personas if not isinstance(one, Unreadable)] == [
        str(house.home / ".sealskill/personas/mine.md")
    ]
    assert [one.name for one in runtime.hooks if not isinstance(one, Unreadable)] == ["memory"]


def test_a_manifest_that_changes_between_two_looks_is_an_error_in_strict(tmp_path: Path) -> None:
    house = House(tmp_path, {"skills/pdf/SKILL.md": skill_md("pdf")})
    [(draft, _)] = house.load().validate(tmp_path / "skills")
    assert isinstance(draft, Draft)
    house.write("skills/pdf/SKILL.md", skill_md("pdf", "Something else."))
    assert [one.code for one in validation.problems(draft, Profile.STRICT, Limits())] == ["changed"]
