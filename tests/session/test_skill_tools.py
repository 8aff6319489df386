"""What a `skill.json` prints is a result, or a fault with words of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House
from tests.session.room import DUAL, Room, external, script

from sealskill.model.result import Result
from sealskill.model.tool import Why


def run(
    base: Path, body: str, arguments: Mapping[str, Any] = {}, *, environ: Mapping[str, str] = {}, **manifest: Any
) -> Result:
    """The result of a tool whose script is this."""
    base.mkdir(exist_ok=True)
    house = House(base)
    script(house, "it", body, **manifest)
    room = Room(house, environ={**external(house), **environ})

    async def story() -> Result:
        async with room.open("approved", persona=DUAL, unsafe_unconfined=True) as session:
            return await session.call("it", arguments)

    return asyncio.run(story())


@pytest.mark.parametrize("value", ['{"a": 1}', "42", "null", '"text"', "[1.50, 1e2]", ' \n{"b": "é"}\n'])
def test_any_one_json_value_is_a_result_as_it_was_written(value: str, tmp_path: Path) -> None:
    result = run(tmp_path, f"cat > /dev/null; cat <<'END'\n{value}\nEND")
    assert (result.ok, result.value, result.content) == (True, json.loads(value), value.strip())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("true", "printed nothing"),
        ("echo '{}' '{}'", "more than one JSON value"),
        ("echo 'done!'", "not valid JSON"),
        ("echo NaN", "NaN is not JSON"),
        ("printf '\"\\377\"'", "not UTF-8 at byte 1"),
        ("head -c 200000 /dev/zero | tr '\\0' '['", "nested too deeply"),
        ("echo '{}'; echo broken >&2; exit 3", "exit 3"),
        ("kill -9 $$", "signal 9"),
    ],
)
def test_each_way_to_go_wrong_has_words_of_its_own(body: str, said: str, tmp_path: Path) -> None:
    result = run(tmp_path, body)
    assert (result.outcome.why, result.value) == (Why.FAILED, None)
    assert said in result.outcome.error


def test_a_failure_gives_the_model_the_exit_code_and_the_true_tail(tmp_path: Path) -> None:
    result = run(tmp_path, "seq 1 100000 >&2; exit 7")
    told = json.loads(result.content)
    assert (told["exit"], told["why"]) == (7, "failed")
    assert told["stderr"].endswith("99999\n100000\n")
    assert len(told["stderr"]) <= 16_384
    assert "stderr" in told["truncated"]


def test_a_run_that_takes_too_long_is_ended_with_all_it_started(tmp_path: Path) -> None:
    result = run(tmp_path, f"(sleep 2; touch {tmp_path}/late) & echo up >&2; sleep 60", timeout_seconds=1)
    assert (result.outcome.why, result.outcome.stderr) == (Why.TIMEOUT, "up\n")
    assert "in time" in result.outcome.error
    assert not (tmp_path / "late").exists()


def test_an_output_without_end_is_ended_at_its_cap(tmp_path: Path) -> None:
    result = run(tmp_path, "yes")
    assert (result.outcome.why, "stdout" in result.outcome.truncated) == (Why.CAP, True)


def test_what_is_left_behind_does_not_outlive_the_run(tmp_path: Path) -> None:
    result = run(tmp_path, f"(sleep 1; touch {tmp_path}/late) & echo 1")
    assert result.value == 1
    run_again = Path(tmp_path / "late")
    assert not run_again.exists()


def test_a_child_that_reads_nothing_is_no_failure(tmp_path: Path) -> None:
    assert run(tmp_path, "echo 1", {"text": "x" * 300_000}).value == 1


def test_an_empty_list_is_an_empty_environment(tmp_path: Path) -> None:
    environ = {"TOKEN": "abcdefgh12345678", "MINE": "here"}
    # The shell itself adds PWD; what it was given stands in /proc.
    body = "tr '\\0' '\\n' < /proc/$$/environ | /usr/bin/sort | /usr/bin/sed 's/.*/\"&\"/' | /usr/bin/paste -sd, | /usr/bin/sed 's/.*/[&]/'"
    assert run(tmp_path / "a", body, environ=environ).value == []
    assert run(tmp_path / "b", body, environ=environ, env_allow=["MINE", "UNSET"]).value == ["MINE=here"]


def test_a_secret_that_a_run_was_handed_is_in_no_event_and_no_result(tmp_path: Path) -> None:
    body = 'echo "$TOKEN" >&2; printf \'{"got": "%s"}\' "$TOKEN"'
    result = run(tmp_path, body, environ={"TOKEN": "abcdefgh12345678"}, env_allow=["TOKEN"])
    assert "abcdefgh12345678" not in repr(result)
    assert result.value == {"got": "[secret TOKEN]"}
