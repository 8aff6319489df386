"""Ask the search engine a person chose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Fetching, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._search import ENGINES, address, results
from sealskill.tools._web import CAP, TIMEOUT, touching


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The engine's host. The key is no skill's secret: it goes to the host it was set for and nowhere else."""
    provider, request = _request(arguments, place.settings)
    return replace(touching(request), provider=provider, secrets=())


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Title, address and text of each result."""
    provider, request = _request(arguments, hands.settings)
    answer = await hands.fetch(request)
    if answer.status != 200 or answer.truncated:
        raise Failed(f"the search engine answered with status {answer.status}{', too long' * answer.truncated}")
    limit = arguments.get("limit", 10)
    return {"provider": provider, "results": results(ENGINES[provider], answer.body, limit)}


def _request(arguments: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[str, Fetching]:
    provider = settings.get("provider", "")
    if provider not in ENGINES:
        raise Failed("no search engine is set", advice=f"set tools.web_search.provider: {', '.join(sorted(ENGINES))}")
    engine = ENGINES[provider]
    url = address(engine, settings.get("url", ""), arguments["query"], arguments.get("limit", 10))
    headers = {"Accept": "application/json", **engine.headers}
    return provider, Fetching(url=url, headers=headers, cap=CAP, timeout=TIMEOUT, skill=arguments.get("skill", ""))


TOOL = Tool(
    known=MATRIX["web_search"],
    description="Search the web. Gives title, address and a text of each result, best first.",
    schema={
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "maxLength": 1_000, "description": "What is searched for."},
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": 20,
                "default": 10,
                "description": "How many results.",
            },
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)
