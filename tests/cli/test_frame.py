"""The folder is the registry, flags are read fast, and errors become words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sealskill import cli
from sealskill.cli.frame import app, exits
from sealskill.cli.frame.command import NoCommand, commands, names
from sealskill.cli.frame.place import parsed
from sealskill.errors import (
    AuthorError,
    BadOverrides,
    BadSettings,
    Error,
    HostError,
    NoFolder,
    RemoteError,
    UnknownSkill,
    UsageError,
)

HERE = Path(cli.__file__).parent


def test_every_file_of_the_folder_is_a_command_of_its_name() -> None:
    assert [command.name for command in commands()] == names() == sorted(file.stem for file in HERE.glob("[a-z]*.py"))


def test_a_file_without_its_object_fails_loudly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "forgetful"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "lost.py").write_text("def run() -> int: ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(NoCommand, match=r"forgetful\.lost ends without COMMAND"):
        commands(folder=[str(package)], package="forgetful")


def test_every_command_says_what_it_does() -> None:
    assert all((command.run.__doc__ or "").strip() for command in commands())


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnknownSkill("x"), exits.FOUND),
        (UsageError("x"), exits.USAGE),
        (AuthorError("x"), exits.FOUND),
        (HostError("x"), exits.NOT_SEEN),
        (BadSettings(("x",)), exits.NOT_SEEN),
        (BadOverrides(("x",)), exits.USAGE),
        (NoFolder("x"), exits.NOT_SEEN),
        (RemoteError("x"), exits.NOT_SEEN),
    ],
)
def test_every_error_has_its_exit_code(error: Exception, code: int) -> None:
    assert isinstance(error, Error)
    assert exits.code_of(error) == code


def test_wrong_usage_exits_2_and_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["list", "--nonsense"]) == exits.USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "error: No such option: --nonsense\nrun `sealskill list --help` for the words it knows\n"


def test_an_unknown_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["lsit"]) == exits.USAGE
    assert "run `sealskill --help`" in capsys.readouterr().err


def test_with_json_an_error_is_json_on_stdout_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["list", "--nonsense", "--json"]) == exits.USAGE
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["kind"]) == ("sealskill.error/1", "wrong_usage")


def test_an_error_with_escapes_in_it_is_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    app.main(["doctor", "\x1b[2J\x9b\u202e"])
    said = capsys.readouterr()
    assert not set(said.err) & {"\x1b", "\x9b", "\u202e"}


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main([]) == exits.DONE
    assert "Usage: sealskill" in capsys.readouterr().out


def test_settings_on_the_command_line_are_json_or_text() -> None:
    assert parsed(["a.b=4", "c=true", "d=x=y", 'e=["z"]']) == {"a.b": 4, "c": True, "d": "x=y", "e": ["z"]}
    with pytest.raises(UsageError, match="not KEY=VALUE"):
        parsed(["alone"])


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def test_a_command_starts_without_heavy_libraries() -> None:
    """Each of these costs as much as all the rest; only a command that needs one may pay for it."""
    heavy = {"pydantic", "rich", "watchfiles", "sqlite3", "asyncio", "yaml", "jsonschema_rs"}
    code = f"import sys; from sealskill.cli.frame.app import main; main(['config']); print(sorted({heavy} & set(sys.modules)))"
    assert run(code).stdout.splitlines()[-1] == "[]"


def test_help_starts_without_heavy_libraries() -> None:
    heavy = {"pydantic", "rich", "watchfiles", "sqlite3", "asyncio", "yaml", "jsonschema_rs", "sealskill.runtime"}
    code = f"import sys; from sealskill.cli.frame.app import main; main(['--help']); print(sorted({heavy} & set(sys.modules)))"
    assert run(code).stdout.splitlines()[-1] == "[]"


def test_a_closed_pipe_is_quiet() -> None:
    command = (
        f"{sys.executable} -c 'from sealskill.cli.frame.app import main; import sys; sys.exit(main([\"doctor\"]))'"
    )
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | true; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.strip() in {"0", "141"}
