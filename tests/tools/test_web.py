"""The web tools: what they touch is told before, what comes back is text with its limits said."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.hands import TestHands, call, place

from sealskill.errors import Failed, Refused
from sealskill.model.tool import Fetched, Fetching, Place
from sealskill.tools import http_get, web_fetch, web_search
from sealskill.tools._html import Page
from sealskill.tools._web import CAP


def answering(
    tmp_path: Path, body: bytes | str = b"", kind: str = "text/html", settings: Any = None, **more: Any
) -> TestHands:
    data = body.encode() if isinstance(body, str) else body

    def answer(what: Fetching) -> Fetched:
        return Fetched(
            **{
                "url": what.url,
                "status": 200,
                "headers": {"content-type": kind, "set-cookie": "id=1"},
                "body": data,
                **more,
            }
        )

    return TestHands(tmp_path / "ws", answer=answer, settings=settings or {})


@pytest.mark.parametrize("tool", [web_fetch.TOOL, http_get.TOOL])
def test_host_port_method_and_secrets_are_told_before(tool: Any, tmp_path: Path) -> None:
    found = tool.touches(
        {"url": "https://API.Example./x", "headers": {"Authorization": "Bearer ${GH_TOKEN}"}}, place(tmp_path)
    )
    assert (found.hosts, found.method, found.secrets) == (("api.example:443",), "GET", ("GH_TOKEN",))
    for url in ("http://127.0.0.1/", "http://a@b.example/", "file:///etc/passwd"):
        if url.startswith("http://127"):
            assert tool.touches({"url": url}, place(tmp_path)).hosts == ("127.0.0.1:80",)
        else:
            with pytest.raises(Refused):
                tool.touches({"url": url}, place(tmp_path))


def test_what_changes_something_there_is_told(tmp_path: Path) -> None:
    assert web_fetch.TOOL.touches({"url": "https://a.example/", "method": "DELETE"}, place(tmp_path)).method == "DELETE"


def test_looking_carries_nothing_along(tmp_path: Path) -> None:
    for method in ("GET", "HEAD", "DELETE"):
        with pytest.raises(Failed, match="POST"):
            web_fetch.TOOL.touches({"url": "https://a.example/", "method": method, "body": "x"}, place(tmp_path))


def test_a_page_is_what_a_reader_would_see(tmp_path: Path) -> None:
    source = """<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head><body><!-- <p>unseen</p> -->
    <h1>Head</h1><script>var x = "</p>evil";</script><p>One <b>two</b>
    three <a href='/x?a=1&amp;b=2'>link</a>.<ul><li>a<li>b</ul><a href="javascript:evil()">no</a><p title=">">4 &lt; 5 < 6"""
    got = call(web_fetch.TOOL, answering(tmp_path, source), url="https://a.example/y")
    assert got["title"] == "A & B"
    assert got["text"] == "# Head\n\nOne two three [link](https://a.example/x?a=1&b=2).\n\n- a\n- b\nno\n4 < 5 < 6"
    assert got["truncated"] is False


def test_an_answer_is_cut_and_says_so(tmp_path: Path) -> None:
    hands = answering(tmp_path, "x" * 70_000, "text/plain", truncated=True)
    first = call(web_fetch.TOOL, hands, url="https://a.example/")
    assert (len(first["text"]), first["next_offset"], first["truncated"]) == (50_000, 50_000, True)
    rest = call(http_get.TOOL, hands, url="https://a.example/", offset=50_000)
    assert (len(rest["text"]), rest["truncated"]) == (20_000, True)
    assert str(CAP) in rest["note"]


def test_an_answer_that_is_no_text_is_said_and_not_shown(tmp_path: Path) -> None:
    for kind, body in (("image/png", b"x"), ("application/octet-stream", b"x"), ("", b"a\0b")):
        with pytest.raises(Failed, match="no text"):
            call(web_fetch.TOOL, answering(tmp_path, body, kind), url="https://a.example/")


ALPHABETS = [("text/plain; charset=ISO-8859-1", b"gr\xfc\xdf", "grüß"), ("text/plain; charset=unicode_escape", b"\\x41", "\\x41"),
             ("text/plain; charset=zlib", b"x", "x"), ("text/plain", b"\xff", "\ufffd"), ("application/json; charset=rot13", b"{}", "{}")]  # fmt: skip


@pytest.mark.parametrize(("kind", "body", "text"), ALPHABETS)
def test_an_answer_is_read_in_an_alphabet_and_in_no_other_codec(
    tmp_path: Path, kind: str, body: bytes, text: str
) -> None:
    assert call(http_get.TOOL, answering(tmp_path, body, kind), url="https://a.example/")["text"] == text


def test_cookies_are_not_told_to_the_model(tmp_path: Path) -> None:
    assert call(http_get.TOOL, answering(tmp_path, "{}", "application/json"), url="https://a.example/")["headers"] == {
        "content-type": "application/json"
    }


def test_without_a_search_engine_it_says_what_to_set(tmp_path: Path) -> None:
    hands = answering(tmp_path)
    for settings in ({}, {"provider": ""}, {"provider": "evil"}, {"provider": "searxng"}):
        hands.settings = settings
        with pytest.raises(Failed) as caught:
            call(web_search.TOOL, hands, query="x")
        assert "tools.web_search." in caught.value.advice
    assert hands.fetched == []


def test_a_question_goes_to_the_engine_that_was_set_and_nowhere_else(tmp_path: Path) -> None:
    settings = {"provider": "searxng", "url": "https://search.example/search"}
    found = {
        "results": [
            {"title": " A\nB ", "url": "https://a.example/", "content": "x" * 5_000},
            {"url": "javascript:evil()"},
            7,
        ]
    }
    hands = answering(tmp_path, json.dumps(found), "application/json", settings)
    got = call(web_search.TOOL, hands, query="a&url=https://evil.example/#")
    assert got == {
        "provider": "searxng",
        "results": [{"title": "A B", "url": "https://a.example/", "text": "x" * 1_000}],
    }
    assert (
        hands.fetched[0].url == "https://search.example/search?q=a%26url%3Dhttps%3A%2F%2Fevil.example%2F%23&format=json"
    )
    touched = web_search.TOOL.touches({"query": "@evil.example/"}, Place(workspace=tmp_path, settings=settings))
    assert (touched.hosts, touched.method, touched.provider) == (("search.example:443",), "GET", "searxng")


def test_the_key_of_an_engine_is_seen_by_neither_the_tool_nor_the_model(tmp_path: Path) -> None:
    found = {"web": {"results": [{"title": "A", "url": "https://a.example/", "description": "b"}]}}
    hands = answering(tmp_path, json.dumps(found), "application/json", {"provider": "brave", "key": "s3cret"})
    assert call(web_search.TOOL, hands, query="x", limit=5)["results"][0]["text"] == "b"
    assert hands.fetched[0].variables == ("WEB_SEARCH_KEY",)
    assert "s3cret" not in repr(hands.fetched)
    assert hands.fetched[0].url.startswith("https://api.search.brave.com/")


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"results": {}}', '{"results": null}', "<html>", "[" * 100_000, '{"results": "x"}']
)
def test_an_engine_that_answers_nonsense_is_a_failure(tmp_path: Path, body: str) -> None:
    hands = answering(tmp_path, body, "application/json", {"provider": "searxng", "url": "https://search.example/"})
    with pytest.raises(Failed):
        call(web_search.TOOL, hands, query="x")


def test_an_engine_that_refuses_is_a_failure(tmp_path: Path) -> None:
    hands = answering(
        tmp_path, '{"results": []}', settings={"provider": "searxng", "url": "https://search.example/"}, status=429
    )
    with pytest.raises(Failed, match="429"):
        call(web_search.TOOL, hands, query="x")


@given(st.text(alphabet="<>/!-\"'= ahrefscriptdivl&#39;x\n", max_size=200))
def test_any_text_is_a_page(source: str) -> None:
    text = Page(source, "https://a.example/").text()
    assert len(text) <= 40 * len(source) + 40


HOSTILE = [
    "<!--",
    "<",
    '<a href="',
    "<a href='x",
    "<script>",
    "<title>",
    "<p title='",
    "&#",
    "&#9999999999",
    "</",
    "<a><",
    "[<a href=x>",
    "<pre> ",
]


def cost(source: str) -> float:
    started = time.process_time()
    Page(source, "https://a.example/").text()
    return time.process_time() - started


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_page_twice_as_long_costs_about_twice_as_much(piece: str) -> None:
    small, large = (min(cost(piece * count) for _ in range(3)) for count in (8_000, 32_000))
    assert large < 12 * max(small, 0.002)


def test_a_number_of_thousands_of_digits_is_no_end_of_a_page() -> None:
    assert sys.get_int_max_str_digits() > 0
    assert Page("<p>a&#" + "9" * 10_000 + ";b", "https://a.example/").text().startswith("a")
