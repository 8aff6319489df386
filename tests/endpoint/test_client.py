"""An endpoint that is slow, broken, greedy or hostile costs one answer, and says so."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.endpoint.server import (
    Server,
    Step,
    anthropic,
    drips,
    error,
    floods,
    hangs_up,
    openai,
    says_nothing,
    sends,
    serving,
)

from sealskill.model.opinion import Question, Reply

QUESTION = Question(system="judge", text="the package", schema={"type": "object"})
KEY = "sk-very-secret-0123456789"


def ask(server: Server, key: str = KEY, waited: list[float] | None = None, **change: Any) -> Reply:
    """One question, with waits that are written down and not waited."""
    from sealskill.endpoint.client import Client

    async def sleep(seconds: float) -> None:
        if waited is not None:
            waited.append(seconds)

    async def main() -> Reply:
        async with Client(server.settings(**change), key, sleep) as client:
            return await client.ask(QUESTION)

    return asyncio.run(main())


def test_openai_is_asked_for_the_schema_and_answers() -> None:
    with serving(openai("{}", tokens=(31, 7))) as server:
        reply = ask(server)
    assert reply == Reply(text="{}", input_tokens=31, output_tokens=7)
    [one] = server.asked
    assert one.path == "/chat/completions"
    assert one.headers["authorization"] == f"Bearer {KEY}"
    assert one.body["model"] == "m-1"
    assert one.body["max_tokens"] == 4_000
    assert one.body["response_format"]["json_schema"]["schema"] == QUESTION.schema
    assert one.body["response_format"]["json_schema"]["strict"] is True
    assert [message["role"] for message in one.body["messages"]] == ["system", "user"]


def test_anthropic_is_asked_through_a_tool_and_answers() -> None:
    with serving(anthropic('{"a": 1}', tokens=(31, 7))) as server:
        reply = ask(server, provider="anthropic")
    assert json.loads(reply.text) == {"a": 1}
    assert (reply.input_tokens, reply.output_tokens, reply.failed) == (31, 7, "")
    [one] = server.asked
    assert (one.path, one.headers["x-api-key"]) == ("/v1/messages", KEY)
    assert one.headers["anthropic-version"]
    assert "authorization" not in one.headers
    assert one.body["tool_choice"] == {"type": "tool", "name": one.body["tools"][0]["name"]}
    assert one.body["tools"][0]["input_schema"] == QUESTION.schema


def test_a_server_of_ones_own_needs_no_key() -> None:
    with serving(openai("{}")) as server:
        assert ask(server, key="").text == "{}"
    assert "authorization" not in server.asked[0].headers


def test_an_address_may_hold_the_path_already() -> None:
    with serving(openai("{}")) as server:
        ask(server, url=f"{server.url}/v1/chat/completions")
        ask(server, url=f"{server.url}/v1")
    assert {one.path for one in server.asked} == {"/v1/chat/completions"}


@pytest.mark.parametrize(
    ("provider", "step"),
    [
        ("openai", openai(None, refusal="I cannot help with malware.")),
        ("openai", openai("", finish="content_filter")),
        ("anthropic", anthropic("I cannot help with malware.", "refusal", tool=False)),
    ],
)
def test_a_refusal_is_told_apart_and_its_tokens_are_counted(provider: str, step: Step) -> None:
    with serving(step) as server:
        reply = ask(server, provider=provider)
    assert (reply.refused, reply.text, reply.input_tokens) == (True, "", 100)
    assert reply.failed


@pytest.mark.parametrize(
    ("provider", "step", "said"),
    [
        ("openai", openai('{"purpose"', finish="length"), "max_tokens"),
        ("anthropic", anthropic("{", "max_tokens", tool=False), "max_tokens"),
        ("openai", openai(""), "empty"),
        ("anthropic", sends('{"content": [], "stop_reason": "end_turn"}'), "empty"),
        ("openai", sends('{"choices": []}'), "no choice"),
        ("openai", sends("{}"), "no answer of this kind"),
        ("openai", sends('{"choices": [{"message": {"content": 1}}]}'), "no answer of this kind"),
        ("openai", sends('{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": -1}}'), "no answer"),
        ("openai", sends(b"\xff\xfe{}"), "no answer of this kind"),
        ("openai", sends("[" * 100_000), "no answer of this kind"),
        ("openai", sends("<html>sign in</html>", kind="text/html"), "text/html, not JSON"),
        ("openai", sends("{}", kind=""), "of no kind"),
        ("openai", sends(b"\x1f\x8b", Content_Encoding="gzip"), "compressed"),
        ("openai", error(400, "the prompt is too long"), "HTTP 400: the prompt is too long"),
        ("openai", sends("oops", 418, "text/plain"), "HTTP 418"),
        ("openai", hangs_up, "the connection broke"),
        ("openai", floods, "larger than"),
        ("anthropic", floods, "larger than"),
    ],
)  # fmt: skip
def test_whatever_is_no_answer_is_a_failure_and_not_asked_again(provider: str, step: Step, said: str) -> None:
    with serving(step) as server:
        reply = ask(server, provider=provider)
    assert said in reply.failed
    assert (reply.text, reply.refused, reply.hopeless) == ("", False, False)
    assert len(server.asked) == 1


@pytest.mark.parametrize("step", [says_nothing, drips])
def test_a_call_has_an_end_however_it_is_drawn_out(step: Step) -> None:
    with serving(step) as server:
        assert "no answer within 1 seconds" in ask(server, timeout=1).failed
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_what_may_pass_is_tried_again_and_each_wait_is_longer(status: int) -> None:
    waited: list[float] = []
    with serving(error(status), error(status), openai("{}")) as server:
        assert ask(server, waited=waited).text == "{}"
    assert waited == [1.0, 2.0]


def test_it_ends_after_so_many_tries() -> None:
    with serving(error(500, "out of order")) as server:
        reply = ask(server, retries=3)
    assert len(server.asked) == 4
    assert (reply.failed, reply.hopeless) == ("HTTP 500: out of order", False)


@pytest.mark.parametrize(
    ("asked", "wait"), [("7", 7.0), ("999999", 60.0), ("-1", 1.0), ("soon", 1.0), ("٣", 1.0), ("9" * 400, 1.0)]
)
def test_a_server_says_when_within_reason(asked: str, wait: float) -> None:
    waited: list[float] = []
    with serving(error(429, Retry_After=asked) if asked.isascii() else error(429), openai("{}")) as server:
        ask(server, waited=waited)
    assert waited == [wait]


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with serving(openai("{}")) as other, serving(sends("", status, Location=f"{other.url}/x")) as server:
        reply = ask(server)
        assert other.asked == []
    assert "another address" in reply.failed
    assert reply.hopeless


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_or_model_is_hopeless(status: int) -> None:
    with serving(error(status, "who are you")) as server:
        assert ask(server).hopeless


def test_nobody_there_is_tried_again_and_then_hopeless() -> None:
    waited: list[float] = []
    with serving(openai("{}")) as server:
        pass
    reply = ask(server, waited=waited)
    assert "nobody could be reached" in reply.failed
    assert (reply.hopeless, waited) == (True, [1.0, 2.0])


def test_the_key_is_in_no_word_it_says() -> None:
    with serving(error(401, f"the key {KEY} is wrong"), error(400, f"{KEY}")) as server:
        said = ask(server), ask(server)
    assert KEY not in repr(said)
    assert "<the key>" in said[0].failed


def test_a_server_that_wants_the_cap_by_another_name_gets_it() -> None:
    refusal = error(400, "Unsupported parameter: use 'max_completion_tokens' instead")
    with serving(refusal, openai("{}")) as server:
        assert ask(server, retries=0).text == "{}"
    first, second = (one.body for one in server.asked)
    assert first["max_tokens"] == second["max_completion_tokens"] == 4_000
    assert "max_tokens" not in second


def test_a_proxy_of_the_environment_sees_nothing_that_is_sent_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(openai("{}")) as server, serving(openai("{}")) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        ask(server)
        assert (len(server.asked), proxy.asked) == (1, [])
