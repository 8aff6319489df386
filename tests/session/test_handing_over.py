"""Secrets in a real session: who is handed one, that nobody else sees it, and that nothing said holds it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import tempfile
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from tests.check.house import House, skill_md
from tests.session.room import DUAL, Room, Spy, external, script

from sealskill.model.context import Allowance
from sealskill.model.decision import Ruling
from sealskill.model.event import Happening
from sealskill.model.grant import Grant
from sealskill.model.result import Result
from sealskill.session.session import Session

SECRET = "hunter2-hunter2-hunter2"
Story = Callable[[Session], Coroutine[Any, Any, Any]]


def needs(name: str, *names: str, **more: Any) -> str:
    block = {"requires": {"env": list(names)}, "capabilities": ["shell"], **more}
    return skill_md(name, f"Does {name}.", f"metadata: {json.dumps({'openclaw': block})}")


def house(base: Path) -> House:
    base.mkdir(exist_ok=True)
    skills = {
        name: needs(name, f"{name.upper()}_TOKEN", primaryEnv=f"{name.upper()}_KEY") for name in ("weather", "mail")
    }
    return House(base, {f"home/.agents/skills/{name}/SKILL.md": text for name, text in skills.items()})


def room(base: Path, **asked: Any) -> Room:
    environ = {"WEATHER_TOKEN": SECRET, "MAIL_TOKEN": "the-other-secret", **asked.pop("environ", {})}
    return Room(house(base), environ=environ, **asked)


def play(here: Room, story: Story, **wish: Any) -> Any:
    async def whole() -> Any:
        free = Allowance(calls_per_minute=None)
        asked = {"persona": DUAL, "unsafe_unconfined": True, "allowance": free, **wish}
        async with here.open(*["approved"] * 50, **asked) as session:
            return await story(session)

    return asyncio.run(whole())


def everything(here: Room, session: Session, *results: Result) -> str:
    """All that a session says to anybody."""
    told = [to_builtins(one, str_keys=True) for one in (*session.timeline.events, *here.audit.records)]
    questions = [to_builtins(one) for one in here.people.asked]
    return json.dumps(
        [*told, *questions, [one.content for one in results], [to_builtins(one.outcome) for one in results]]
    )


ENV = {"argv": ["env"]}


async def seen(session: Session, arguments: dict[str, Any] = ENV) -> dict[str, str]:
    result = await session.call("exec", arguments)
    lines = result.outcome.result["stdout"].splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_the_only_active_skill_is_lent_its_own_secret_and_no_other(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        assert set(await seen(session)) >= {"PATH", "HOME"}
        assert not {"WEATHER_TOKEN", "MAIL_TOKEN"} & set(await seen(session))
        assert len(session.active) == 2  # outside every boundary a command might show any skill; it means none
        await session.activate("weather")
        found = await seen(session)
        assert found["WEATHER_TOKEN"] == "[secret WEATHER_TOKEN]"
        assert "MAIL_TOKEN" not in found
        assert found["HOME"] == found["TMPDIR"] != str(Path.home())
        await session.activate("mail")
        assert not {"WEATHER_TOKEN", "MAIL_TOKEN"} & set(await seen(session))  # which of the two is not guessed
        named = await seen(session, {**ENV, "skill": "mail"})
        assert (named.get("MAIL_TOKEN"), named.get("WEATHER_TOKEN")) == ("[secret MAIL_TOKEN]", None)

    play(room(tmp_path), story)


def test_a_session_below_is_lent_what_was_shown_above_and_nothing_that_might_have_been(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        await seen(session)
        async with session.child(persona=DUAL, approver=here.people, unsafe_unconfined=True) as below:
            assert not {"WEATHER_TOKEN", "MAIL_TOKEN"} & set(await seen(below))
        await session.activate("mail")
        async with session.child(persona=DUAL, approver=here.people, unsafe_unconfined=True) as below:
            assert (await seen(below))["MAIL_TOKEN"] == "[secret MAIL_TOKEN]"

    here = room(tmp_path)
    play(here, story)


def test_a_call_may_want_no_secret(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        await session.activate("weather")
        assert "WEATHER_TOKEN" not in await seen(session, {**ENV, "skill": ""})

    play(room(tmp_path), story)


def test_what_the_settings_keep_reaches_the_child_and_our_environment_stays_as_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "key"
    kept.write_text("kept-in-a-file")
    kept.chmod(0o600)
    entry = {
        "api_key": {"source": "file", "id": str(kept)},
        "env": {"EXTRA": "kept-in-the-settings", "LD_PRELOAD": "/x.so"},
    }
    before = dict(os.environ)

    async def story(session: Session) -> None:
        await session.activate("weather")
        both = await asyncio.gather(
            session.call(
                "exec",
                {"command": "sleep 0.3; test $WEATHER_KEY = kept-in-a-file && test $EXTRA = kept-in-the-settings"},
            ),
            session.call("exec", {"command": 'sleep 0.3; test -z "$WEATHER_KEY$EXTRA$LD_PRELOAD"', "skill": ""}),
        )
        assert [one.outcome.result["exit"] for one in both] == [0, 0]
        assert dict(os.environ) == before
        assert "LD_PRELOAD" not in await seen(session)

    play(room(tmp_path, overrides={"skills.entries.weather": entry}), story)
    assert dict(os.environ) == before


def test_a_secret_that_takes_its_time_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    tells = ["sh", "-c", f"while test ! -e {opened}; do sleep 0.02; done; echo kept-behind-a-lock"]
    entry = {"api_key": {"source": "exec", "command": tells}}

    async def story(session: Session) -> None:
        await session.activate("weather")
        waiting = session.begin("exec", {"command": "test $WEATHER_KEY = kept-behind-a-lock"})
        other = await session.call("exec", {"command": "true", "skill": ""})
        opened.touch()  # by whoever has the other call's answer
        assert (other.outcome.result["exit"], (await waiting).outcome.result["exit"]) == (0, 0)

    play(room(tmp_path, overrides={"skills.entries.weather": entry}), story)


def test_a_secret_that_is_not_in_its_place_runs_nothing_and_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    entry = {"api_key": {"source": "file", "id": str(tmp_path / "nowhere")}}

    async def story(session: Session) -> None:
        await session.activate("weather")
        result = await session.call("exec", {"command": f"touch {tmp_path}/ran"})
        assert (result.ok, "cannot be read" in result.outcome.error) == (False, True)

    play(room(tmp_path, overrides={"skills.entries.weather": entry}), story)
    assert list(scratch.iterdir()) == []
    assert not (tmp_path / "ran").exists()


SPELLINGS = (
    "printf %s $WEATHER_TOKEN", "printf %s $WEATHER_TOKEN >&2", "printf %s $WEATHER_TOKEN | base64", "printf x$WEATHER_TOKEN | base64",
    "printf %s $WEATHER_TOKEN | od -An -v -tx1 | tr -d ' \\n'", "printf %s $WEATHER_TOKEN >&2; exit 3",
    "printf %.11s $WEATHER_TOKEN; sleep 0.2; printf %s $WEATHER_TOKEN | cut -c12-",
    "(printf %.11s $WEATHER_TOKEN; sleep 0.2; printf %s $WEATHER_TOKEN | cut -c12-) >&2",
    "cat no-such-file-$WEATHER_TOKEN",
)  # fmt: skip


@pytest.mark.parametrize("command", SPELLINGS)
def test_nothing_a_session_says_holds_the_secret(command: str, tmp_path: Path) -> None:
    async def story(session: Session) -> str:
        await session.activate("weather")
        result = await session.call("exec", {"command": command})
        return everything(here, session, result)

    here = room(tmp_path)
    said = play(here, story)
    assert "[secret WEATHER_TOKEN]" in said
    for form in (
        SECRET,
        "hunter2-hun",
        "ter2-hunter2",
        "aHVudGVyMi1odW50ZXIy",
        "h1bnRlcjItaHVudGVyMi",
        SECRET.encode().hex(),
    ):
        assert form not in said


def test_a_secret_that_a_cap_cuts_in_two_leaves_no_half(tmp_path: Path) -> None:
    # Three bytes of it would stand before the last 16,384 of the errors, the rest within.
    fill = 16_384 - len(SECRET) + 3

    async def story(session: Session) -> str:
        await session.activate("weather")
        return everything(
            here,
            session,
            await session.call(
                "exec", {"command": f"printf %s $WEATHER_TOKEN >&2; head -c {fill} /dev/zero | tr '\\0' . >&2; exit 1"}
            ),
        )

    here = room(tmp_path)
    assert SECRET[3:] not in play(here, story)


def test_a_process_that_runs_on_tells_no_secret(tmp_path: Path) -> None:
    async def story(session: Session) -> str:
        await session.activate("weather")
        asked = {"action": "start", "command": "printf %s $WEATHER_TOKEN | cut -c1-10; echo $WEATHER_TOKEN; echo up"}
        started = (await session.call("process", asked)).outcome.result
        results, text = [], ""
        for _ in range(40):
            results.append(await session.call("process", {"action": "poll", "id": started["id"]}))
            text += results[-1].outcome.result["text"]
            if "up" in text:
                break
            await asyncio.sleep(0.05)
        assert "[secret WEATHER_TOKEN]\nup" in text
        return everything(here, session, *results)

    here = room(tmp_path)
    assert SECRET not in play(here, story)


def test_what_is_read_back_from_a_file_is_hidden_too(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        await session.activate("weather")
        await session.call("exec", {"command": "printf %s $WEATHER_TOKEN > noted"})
        assert "[secret WEATHER_TOKEN]" in (await session.call("read", {"path": "noted"})).content
        child = session.child(persona=DUAL)
        try:
            assert SECRET not in (await child.call("read", {"path": "noted"})).content
        finally:
            await child.close()

    play(room(tmp_path), story)


def test_the_result_of_a_tool_is_whole_and_holds_no_secret(tmp_path: Path) -> None:
    here = house(tmp_path)
    script(
        here,
        "teller",
        'printf \'{"token": "%s", "n": [1.50, 12345678]}\' "$TELLER"; echo $TELLER >&2',
        env_allow=["TELLER", "PIN", "PATH"],
    )
    place = Room(here, environ={**external(here), "TELLER": SECRET, "PIN": "12345678", "OTHER": "x"})

    async def story(session: Session) -> str:
        result = await session.call("teller")
        assert result.value == {"token": "[secret TELLER]", "n": [1.5, "[secret PIN]"]}
        return everything(place, session, result)

    said = play(place, story)
    assert SECRET not in said
    assert "12345678" not in said


def test_a_tool_of_a_host_that_fails_tells_no_secret_in_its_error_or_our_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(arguments: Any, hands: Any) -> Any:
        raise RuntimeError(f"the server said: {SECRET}")

    async def story(session: Session) -> str:
        await session.activate("weather")
        await session.call("exec", ENV)
        spy = Spy()
        spy.answer = failing
        session.register(spy.tool)
        return everything(here, session, await session.call("spy"))

    here = room(tmp_path)
    with caplog.at_level(logging.DEBUG):
        said = play(here, story)
    assert "the server said: [secret WEATHER_TOKEN]" in said
    assert "the server said: [secret WEATHER_TOKEN]" in caplog.text
    assert SECRET not in said + caplog.text


def test_what_was_not_handed_over_is_told_and_is_in_the_audit(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        await session.activate("weather")
        await session.call("exec", ENV)
        [event] = [one for one in session.timeline.events if one.what is Happening.WITHHELD]
        assert event.data["withheld"] == {"LD_PRELOAD": "it loads code into other programs", "GH_TOKEN": OVERRIDES}
        assert here.audit.of("call.decided")[-1].detail["withheld"] == event.data["withheld"]

    entry = {"env": {"LD_PRELOAD": "/x.so", "GH_TOKEN": "ghp_something"}}
    here = room(tmp_path, overrides={"skills.entries.weather": entry})
    play(here, story)


OVERRIDES = "it steers other programs or is an account, and the manifest does not name it"


def test_a_path_of_something_that_is_there_is_told_and_one_of_nothing_is_hidden(tmp_path: Path) -> None:
    async def story(session: Session, told: str) -> None:
        await session.activate("weather")
        assert (await seen(session))["WEATHER_TOKEN"] == told

    there, nowhere = str(tmp_path / "home"), str(tmp_path / "nowhere-at-all")
    for value, told in ((there, there), (nowhere, "[secret WEATHER_TOKEN]"), ("/" + SECRET, "[secret WEATHER_TOKEN]")):
        play(room(tmp_path, environ={"WEATHER_TOKEN": value}), partial(story, told=told))


def test_a_secret_too_short_to_be_hidden_is_told(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        await session.activate("weather")
        await session.call("exec", ENV)
        told = [one.data["not_hidden"] for one in session.timeline.events if "not_hidden" in one.data]
        assert [list(one) for one in told] == [["WEATHER_TOKEN"]]
        await session.call("exec", ENV)
        assert len([one for one in session.timeline.events if "not_hidden" in one.data]) == 1

    play(room(tmp_path, environ={"WEATHER_TOKEN": "short"}), story)


# A stranger.


def test_a_strangers_secret_is_denied_until_it_is_granted_to_its_seal(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        await session.activate("weather")
        denied = await session.call("exec", ENV)
        assert (denied.decision.ruling, denied.outcome.result) == (Ruling.DENY, None)
        assert "sealskill grants add weather --env WEATHER_TOKEN" in denied.outcome.advice
        [ready] = [one for one in session.snapshot.ready if one.skill.key == "weather"]
        for seal, reason in (("sha256:" + "0" * 64, True), (ready.seal, False)):
            here.grants[:] = [Grant(id="g", skill="weather", seal=seal or "", env=("WEATHER_TOKEN",))]
            told = " ".join((await session.call("exec", ENV)).decision.reasons)
            assert ("WEATHER_TOKEN is not granted" in told) is reason

    here = room(tmp_path).stranger("weather")
    play(here, story)


def test_what_the_settings_keep_for_a_strangers_seal_needs_no_second_word(tmp_path: Path) -> None:
    async def story(session: Session) -> str:
        await session.activate("weather")
        decision = (await session.call("exec", ENV)).decision
        return " ".join(decision.reasons)

    first = room(tmp_path)
    [seal] = [one.seal for one in first.runtime.inventory.ready if one.skill.key == "weather"]
    for kept, granted in ((seal, True), ("sha256:" + "0" * 64, False)):
        entry = {"env": {"WEATHER_TOKEN": "kept-for-its-seal"}, "api_key": "kept-for-its-seal", "seal": kept}
        here = room(tmp_path, overrides={"skills.entries.weather": entry}).stranger("weather")
        assert ("WEATHER_TOKEN is not granted" not in play(here, story)) is granted


@pytest.mark.parametrize(
    "body",
    [
        "head -c {at} /dev/zero | tr '\\0' .; printf %s $T; printf .......",
        "printf .......; printf %s $T; head -c {at} /dev/zero | tr '\\0' .; exit 1",
    ],
)
def test_an_output_that_is_no_result_is_cleaned_before_it_is_cut(body: str, tmp_path: Path) -> None:
    here = house(tmp_path)
    script(here, "teller", body.format(at=200 - 5), env_allow=["T", "PATH"])
    place = Room(here, environ={**external(here), "T": SECRET})

    async def story(session: Session) -> str:
        return everything(place, session, await session.call("teller"))

    said = play(place, story)
    assert SECRET[:5] not in said
    assert SECRET[-5:] not in said


def test_why_tells_which_secret_would_be_denied_and_how_to_give_it(tmp_path: Path) -> None:
    place = house(tmp_path)
    place.write("work/skills/notes/SKILL.md", needs("notes", "NOTES_TOKEN"))
    runtime = place.load(environ={"NOTES_TOKEN": SECRET, "WEATHER_TOKEN": SECRET, "MAIL_TOKEN": SECRET})
    told = runtime.why("exec", skills=["notes"], arguments=ENV)
    assert "being handed NOTES_TOKEN is not granted to notes" in " ".join(told.reasons)
    assert "WEATHER_TOKEN" not in " ".join(told.reasons)
    own = runtime.why("exec", skills=["weather"], arguments=ENV)
    assert "being handed WEATHER_TOKEN is granted" in " ".join(step.reason for step in own.steps)


@pytest.mark.parametrize("called", ["", "weather", "wx"])
def test_a_skill_with_a_key_of_its_own_gets_what_is_kept_under_that_key_by_any_name(
    called: str, tmp_path: Path
) -> None:
    place = House(
        tmp_path, {"home/.agents/skills/weather/SKILL.md": needs("weather", skillKey="wx", primaryEnv="WX_KEY")}
    )
    kept = {"skills.entries.wx.api_key": "kept-under-its-key", "skills.entries.weather.api_key": "kept-under-its-name"}

    async def story(session: Session) -> None:
        await session.activate("weather")
        asked = {"command": "test $WX_KEY = kept-under-its-key", **({"skill": called} if called else {})}
        assert (await session.call("exec", asked)).outcome.result["exit"] == 0

    play(Room(place, overrides=kept), story)
