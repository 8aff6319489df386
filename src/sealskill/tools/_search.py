"""Search engines: how each is asked and what its answer means. The address and the key are a person's settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec

from sealskill.errors import Failed
from sealskill.model.value import Value

KEY = "${WEB_SEARCH_KEY}"
"""Stands for the key, which is filled in where the request leaves: neither the tool nor the model sees it."""
_LONGEST_TITLE, _LONGEST_TEXT = 300, 1_000


class Engine(Value):
    """One kind of search engine."""

    url: str
    """Where it is asked unless the settings say otherwise; "" for one that everybody runs himself."""
    question: Callable[[str, int], Mapping[str, str]]
    """Query and number → the parameters of the address."""
    results: Callable[[Mapping[str, Any]], Any]
    """Its answer → the list of what it found."""
    text: str
    """The field of a result that says what stands there."""
    headers: Mapping[str, str] = {}


ENGINES = {
    "searxng": Engine(
        url="",
        question=lambda query, limit: {"q": query, "format": "json"},
        results=lambda answer: answer.get("results"),
        text="content",
    ),
    "brave": Engine(
        url="https://api.search.brave.com/res/v1/web/search",
        question=lambda query, limit: {"q": query, "count": str(min(limit, 20))},
        results=lambda answer: _map(answer.get("web")).get("results"),
        text="description",
        headers={"X-Subscription-Token": KEY},
    ),
}


def address(engine: Engine, url: str, query: str, limit: int) -> str:
    """Where a question goes."""
    place = url or engine.url
    if not place:
        raise Failed("this search engine has no address", advice="set tools.web_search.url")
    asked = urlencode(engine.question(query, limit))
    return f"{place}{'&' if '?' in place else '?'}{asked}"


def results(engine: Engine, body: bytes, limit: int) -> list[dict[str, str]]:
    """What was found: title, address and text of each. Raises Failed for an answer that is none."""
    try:
        answer = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Failed("the search engine did not answer in JSON") from None
    found = engine.results(_map(answer))
    if not isinstance(found, list):
        raise Failed("the search engine answered in a form that is not its own")
    return list(_told(found, engine.text))[:limit]


def _told(found: list[Any], field: str) -> Iterable[dict[str, str]]:
    for one in map(_map, found):
        url = one.get("url")
        if isinstance(url, str) and url.startswith(("http://", "https://")):
            title, text = _plain(one.get("title")), _plain(one.get(field))
            yield {"title": title[:_LONGEST_TITLE], "url": url[:2_000], "text": text[:_LONGEST_TEXT]}


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _plain(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
