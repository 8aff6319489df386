"""Search the notes of the memory."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Files, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._memory import MOST_FILES, folder, notes

_WORD = re.compile(r"\w+")
MOST_WORDS = 32
"""Words of a query that count."""
_SHOWN = 700
"""Characters of a passage that are given."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """Nothing but the folder a person named: see `_memory`."""
    return Touches()


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """The passages that hold most of the words, best first."""
    wanted = frozenset(list(_words(arguments["query"]))[:MOST_WORDS])
    # On a thread: a large memory takes a second, and other calls need not wait for it.
    found = await asyncio.to_thread(_found, hands.files, folder(hands.settings), wanted, arguments.get("limit", 10))
    return {"passages": [_told(*one) for one in found]}


def _found(files: Files, place: str, wanted: frozenset[str], limit: int) -> list[tuple[float, str, int, str]]:
    found: list[tuple[float, str, int, str]] = []
    for path, text in notes(files, place):
        found += [(_score(wanted, passage, path), path, line, passage) for line, passage in passages(text)]
        found = sorted((one for one in found if one[0] > 0), key=lambda one: (-one[0], one[1], one[2]))[:limit]
    return found


def passages(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a note, each with its first line."""
    start, held = 1, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            start = start if held else number
            held.append(line)
        elif held:
            yield start, "\n".join(held)
            held = []
    if held:
        yield start, "\n".join(held)


def _score(wanted: frozenset[str], passage: str, path: str) -> float:
    """Distinct words count, repeating them does not; a short passage answers better than a long one."""
    held = set(_words(passage))
    hits = len(wanted & held) + len(wanted.intersection(_words(path))) / 2
    return hits + 1 / (1 + len(held)) if hits else 0.0


def _words(text: str) -> Iterator[str]:
    return (found.lower() for found in _WORD.findall(unicodedata.normalize("NFKC", text)))


def _told(score: float, path: str, line: int, passage: str) -> Mapping[str, Any]:
    return {"path": path, "line": line, "text": passage[:_SHOWN], "truncated": len(passage) > _SHOWN}


TOOL = Tool(
    known=MATRIX["memory_search"],
    description=(
        "Search the notes of the memory for words. Gives the best passages with file and line; `memory_get` reads on "
        f"from there. Looks at no more than {MOST_FILES} notes."
    ),
    schema={
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "maxLength": 1_000, "description": "The words."},
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": 50,
                "default": 10,
                "description": "How many passages.",
            },
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)
